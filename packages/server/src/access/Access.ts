import type { Caller } from "@fleet/domain/Caller"
import { CapabilityRequired, Forbidden, NotFound } from "@fleet/domain/Errors"
import type { AppId, OrgId, RobotId, RoleId } from "@fleet/domain/Ids"
import type { ExposureKind } from "@fleet/domain/Slug"
import { Context, Effect, Layer } from "effect"
import { type Allowed, type Asked, type CheckName, type Decision, decide, type Refused } from "./decide.ts"
import type { Capability, Granted } from "./Granted.ts"
import { Grants } from "./Grants.ts"
import { PublishedExposures } from "./PublishedExposures.ts"

type AskedSlug = Asked & { readonly slug: string }

/** A slug that the caller may use. */
export type AllowedSlug = Allowed & { readonly kind: ExposureKind }

/**
 * Who may do what with a robot: the one decision of REST, realtime, MCP and of explain-access. The robot comes before the
 * grant, and the grant before the slug is looked at.
 */
export class Access extends Context.Service<
  Access,
  {
    readonly resolve: (caller: Caller, robotId: RobotId, asked: AskedSlug) => Effect.Effect<AllowedSlug, Refused>
    readonly requireRobot: (caller: Caller, robotId: RobotId) => Effect.Effect<Granted, NotFound>
    /** At least one grant on the robot, or one capability. */
    readonly requireAnything: (caller: Caller, robotId: RobotId) => Effect.Effect<Granted, NotFound | Forbidden>
    readonly requireCapability: (
      caller: Caller,
      robotId: RobotId,
      capability: Capability
    ) => Effect.Effect<Granted, NotFound | CapabilityRequired>
    /** The decision for a user of a role, with every check made, also after one that fails. */
    readonly explain: (role: Role, robotId: RobotId, asked: AskedSlug) => Effect.Effect<Decision>
  }
>()("@fleet/server/Access") {
  static readonly layer = Layer.effect(
    Access,
    Effect.gen(function* () {
      const grants = yield* Grants
      const published = yield* PublishedExposures

      const decided = Effect.fnUntraced(function* (caller: Caller, robotId: RobotId, asked: Asked) {
        const granted = yield* grants.find(caller, robotId)
        const early = decide(granted, asked, null)
        // A caller who is refused already costs no read of a configuration.
        return early.outcome === "undecided" ? decide(granted, asked, yield* published.of(robotId)) : early
      })

      const required = Effect.fnUntraced(function* (caller: Caller, robotId: RobotId, asked: Asked) {
        const decision = yield* decided(caller, robotId, asked)
        return decision.outcome === "allowed" ? decision.granted : yield* Effect.fail(decision.failed)
      })

      return Access.of({
        resolve: Effect.fnUntraced(function* (caller, robotId, asked) {
          const decision = yield* decided(caller, robotId, asked)
          return decision.outcome === "allowed" ? (decision as AllowedSlug) : yield* Effect.fail(decision)
        }),
        requireRobot: (caller, robotId) => Effect.mapError(required(caller, robotId, {}), () => new NotFound()),
        requireAnything: (caller, robotId) =>
          Effect.mapError(required(caller, robotId, { anything: true }), (failed) =>
            accessRefusal(failed, () => new Forbidden())
          ),
        requireCapability: (caller, robotId, capability) =>
          Effect.mapError(required(caller, robotId, { capability }), (failed) =>
            failed === "capability_granted" ? new CapabilityRequired({ details: { capability } }) : new NotFound()
          ),
        explain: Effect.fn("Access.explain")(function* (role, robotId, asked) {
          const granted = yield* grants.ofRole(role, robotId)
          // Reveals nothing of the configuration of another org's robot.
          const own = granted !== null || (yield* grants.belongs(role.orgId, robotId))
          return decide(granted, asked, own ? yield* published.of(robotId) : new Map())
        })
      })
    })
  )
}

/** The caller with an access version that no cached grants reach. */
export const unread = <C extends Caller>(caller: C): C => ({ ...caller, accessVersion: Number.POSITIVE_INFINITY })

/** A role of an app. */
export interface Role {
  readonly orgId: OrgId
  readonly appId: AppId
  readonly roleId: RoleId
}

/** The refusal of a failed check; `unknown` for a slug that is not published, or not of the kind that is asked for. */
export const accessRefusal = <Unknown>(failed: CheckName, unknown: () => Unknown): NotFound | Forbidden | Unknown => {
  switch (failed) {
    case "robot_attached":
      return new NotFound()
    case "anything_granted":
    case "slug_granted":
      return new Forbidden()
    default:
      return unknown()
  }
}
