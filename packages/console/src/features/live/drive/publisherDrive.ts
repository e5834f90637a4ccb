import type { DescribedExposure } from "@fleet/sdk"
import { type Parameter, parametersOf } from "../parameters/Parameter.ts"
import type { Axes } from "./machine.ts"

/** One axis of a publisher that moves a robot: a parameter whose range has zero inside. */
interface Axis {
  readonly name: string
  /** Below zero. */
  readonly min: number
  readonly max: number
}

/** A publisher that a robot is driven by. */
export interface DrivePublisher {
  readonly slug: string
  readonly forward: Axis
  /** Null where the robot only goes ahead and back. */
  readonly turn: Axis | null
  readonly failsafeMs: number
  /** Other parameters that take a number with zero in its range: they stay at zero. */
  readonly others: ReadonlyArray<string>
}

const axisOf = ({ kind, max, min, name }: Parameter): Axis | undefined =>
  (kind === "float" || kind === "integer") && min !== undefined && max !== undefined && min < 0 && max > 0
    ? { name, min, max }
    : undefined

/** Where in a message a parameter's value goes: `angular.z`. */
const placesOf = (body: unknown, path = ""): ReadonlyArray<readonly [string, string]> => {
  if (typeof body === "string") return [[body, path]]
  if (typeof body !== "object" || body === null) return []
  return Object.entries(body).flatMap(([key, each]) => placesOf(each, path === "" ? key : `${path}.${key}`))
}

const turns = /(?:^|[._])(?:angular|turn|yaw|rotat\w*|steer\w*|omega|wz)(?:[._]|$)/i

/**
 * How a publisher drives, where its parameters look like a velocity: one or two numbers with zero inside their range, and
 * nothing else that has to be given. What turns is known by the message or by the name.
 */
export const driveOf = (
  exposure: DescribedExposure,
  declared?: unknown,
  message?: unknown
): DrivePublisher | undefined => {
  if (exposure.kind !== "publisher") return undefined
  const parameters = parametersOf(exposure.input_schema, declared)
  const axes = parameters.flatMap((parameter) => axisOf(parameter) ?? [])
  const needed = parameters.filter(
    (parameter) => parameter.fallback === undefined && !axes.some((axis) => axis.name === parameter.name)
  )
  if (axes.length === 0 || needed.length > 0) return undefined
  const places = new Map(placesOf(message).map(([placeholder, path]) => [placeholder, path]))
  const isTurn = ({ name }: Axis) => turns.test(places.get(`\${${name}}`) ?? "") || turns.test(name)
  const forward = axes.find((axis) => !isTurn(axis))
  if (forward === undefined) return undefined
  const turn = axes.find(isTurn) ?? axes.find((axis) => axis !== forward) ?? null
  return {
    slug: exposure.slug,
    forward,
    turn,
    failsafeMs: exposure.failsafe_timeout_ms ?? 1000,
    others: axes.filter((axis) => axis !== forward && axis !== turn).map(({ name }) => name)
  }
}

/** Whether zeros, which stop it, are values that each of its axes takes. */
export const hasZero = ({ forward, turn }: DrivePublisher): boolean =>
  [forward, turn].every((axis) => axis === null || (axis.min <= 0 && axis.max >= 0))

/** How much of each range is used, from 0 to 1. */
export interface Speeds {
  readonly forward: number
  readonly turn: number
}

const along = ({ max, min }: Axis, share: number, at: number) => {
  const value = at >= 0 ? at * max * share : -at * min * share
  // The sum of small steps is not written with seventeen digits.
  return Number(value.toFixed(6)) + 0
}

/** The parameters of one message; null axes are those that stop. */
export const parametersFor = (
  drive: DrivePublisher,
  axes: Axes | null,
  speeds: Speeds
): Readonly<Record<string, number>> => ({
  [drive.forward.name]: axes === null ? 0 : along(drive.forward, speeds.forward, axes.forward),
  ...(drive.turn === null ? {} : { [drive.turn.name]: axes === null ? 0 : along(drive.turn, speeds.turn, axes.turn) }),
  ...Object.fromEntries(drive.others.map((name) => [name, 0]))
})
