import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { type ExposureKind, isBuiltin } from "@fleet/domain/Slug"
import type { Capability, Granted } from "./Granted.ts"
import type { Exposures } from "./PublishedExposures.ts"

/** The checks of a decision, in their order. The first that fails is the reason of a refusal. */
export type CheckName =
  | "robot_attached"
  | "anything_granted"
  | "slug_granted"
  | "slug_published"
  | "kind_accepted"
  | "capability_granted"

export interface Check {
  readonly check: CheckName
  /** Null where the published configuration decides, which was not read. */
  readonly ok: boolean | null
}

/** What is asked of a robot. Only what is named is checked. */
export interface Asked {
  readonly slug?: string
  /** The kinds of slug that are accepted; any when absent. */
  readonly kinds?: ReadonlyArray<ExposureKind>
  readonly capability?: Capability
  /** At least one grant on the robot, or one capability. */
  readonly anything?: boolean
}

export interface Allowed {
  readonly outcome: "allowed"
  readonly granted: Granted
  /** The slug's; null where none is asked for. */
  readonly kind: ExposureKind | null
  /** Null for a built-in, and where no slug is asked for. */
  readonly exposure: Exposure | null
  readonly checks: ReadonlyArray<Check>
}

export interface Refused {
  readonly outcome: "refused"
  readonly failed: CheckName
  /** The slug's where it is known. Not for a caller whom an earlier check refuses. */
  readonly kind: ExposureKind | null
  readonly checks: ReadonlyArray<Check>
}

/** Not refused yet: the published configuration decides. */
export interface Undecided {
  readonly outcome: "undecided"
  readonly checks: ReadonlyArray<Check>
}

export type Decision = Allowed | Refused

/**
 * Decides what a caller may do with a robot: the robot, the grant, the published slug, its kind, the capability.
 * `granted` is null where the robot does not exist for the caller; without `exposures` the decision may stay open.
 */
export function decide(granted: Granted | null, asked: Asked, exposures: Exposures): Decision
export function decide(granted: Granted | null, asked: Asked, exposures: null): Decision | Undecided
export function decide(granted: Granted | null, asked: Asked, exposures: Exposures | null): Decision | Undecided {
  const { anything = false, capability, kinds, slug } = asked
  const exposure = slug === undefined ? null : (exposures?.get(slug) ?? null)
  const kind = slug !== undefined && isBuiltin(slug) ? "datapoint" : (exposure?.kind ?? null)
  const read = exposures !== null || kind !== null
  const checks: Array<Check> = [{ check: "robot_attached", ok: granted !== null }]
  if (anything) checks.push({ check: "anything_granted", ok: granted?.any === true })
  if (slug !== undefined) {
    checks.push({ check: "slug_granted", ok: granted?.has(slug) === true })
    checks.push({ check: "slug_published", ok: read ? kind !== null : null })
    if (kinds !== undefined) {
      checks.push({ check: "kind_accepted", ok: read ? kind !== null && kinds.includes(kind) : null })
    }
  }
  if (capability !== undefined) {
    checks.push({ check: "capability_granted", ok: granted?.capabilities[capability] === true })
  }
  const stop = checks.find(({ ok }) => ok !== true)
  if (stop === undefined) return { outcome: "allowed", granted: granted!, kind, exposure, checks }
  return stop.ok === null ? { outcome: "undecided", checks } : { outcome: "refused", failed: stop.check, kind, checks }
}

/** The published exposures that are granted, in their order. */
export const grantedExposures = (granted: Pick<Granted, "has">, exposures: Exposures): ReadonlyArray<Exposure> =>
  [...exposures.values()].filter(({ slug }) => granted.has(slug))
