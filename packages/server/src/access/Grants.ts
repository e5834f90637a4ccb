import type { Caller } from "@fleet/domain/Caller"
import { CapabilityRequired, Forbidden, NotFound } from "@fleet/domain/Errors"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, type DateTime, Effect, Layer, Option } from "effect"
import { makeGrantCache } from "./GrantCache.ts"
import { type Grants as GrantRow, GrantStore, type Row, type View } from "./GrantStore.ts"

/** A robot that exists for the caller. */
export interface ReachedRobot {
  readonly id: RobotId
  readonly orgId: OrgId
  readonly name: string
  readonly createdAt: DateTime.Utc
}

/** A feature that a role opens as a whole. */
export type Capability = CapabilityRequired["details"]["capability"]

/** Everything the caller may do with one robot. Developers and server keys may do all of it. */
export interface Granted {
  readonly robot: ReachedRobot
  readonly has: (slug: string) => boolean
  /** Whether there is at least one grant on the robot, or a capability. */
  readonly any: boolean
  readonly capabilities: Readonly<Record<Capability, boolean>>
}

/**
 * What a caller reaches and what its role grants there, decided in one place for REST, realtime and MCP. The app's robot
 * list comes before the role (404 before 403), and the role before the slug is looked at. An app user's role is that of
 * its row, not of its caller, so an open socket follows a change of role.
 */
export class Grants extends Context.Service<
  Grants,
  {
    readonly reach: (caller: Caller, robotId: RobotId) => Effect.Effect<ReachedRobot, NotFound>
    readonly require: (
      caller: Caller,
      robotId: RobotId,
      slug: string
    ) => Effect.Effect<ReachedRobot, NotFound | Forbidden>
    readonly requireCapability: (
      caller: Caller,
      robotId: RobotId,
      capability: Capability
    ) => Effect.Effect<ReachedRobot, NotFound | CapabilityRequired>
    readonly granted: (caller: Caller, robotId: RobotId) => Effect.Effect<Granted, NotFound>
    /** The robots worth showing to the caller, by name, then id. */
    readonly robots: (caller: Caller) => Effect.Effect<ReadonlyArray<ReachedRobot>>
  }
>()("@fleet/server/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const store = yield* GrantStore
      const cached = yield* makeGrantCache((key) => Effect.map(store.findWithGrants(key), Option.map(toGranted(key))))

      const granted = Effect.fnUntraced(function* (caller: Caller, robotId: RobotId) {
        return yield* Effect.mapError(
          Effect.flatMap(cached(viewOf(caller), robotId), Effect.fromOption),
          () => new NotFound()
        )
      })

      return Grants.of({
        granted,
        reach: (caller, robotId) => Effect.map(granted(caller, robotId), ({ robot }) => robot),
        require: Effect.fnUntraced(function* (caller, robotId, slug) {
          const { has, robot } = yield* granted(caller, robotId)
          return has(slug) ? robot : yield* new Forbidden()
        }),
        requireCapability: Effect.fnUntraced(function* (caller, robotId, capability) {
          const { capabilities, robot } = yield* granted(caller, robotId)
          return capabilities[capability] ? robot : yield* new CapabilityRequired({ details: { capability } })
        }),
        robots: Effect.fn("Grants.robots")(function* (caller) {
          return (yield* store.list(viewOf(caller))).map(toRobot)
        })
      })
    })
  )
}

const viewOf = (caller: Caller): View => ({
  orgId: caller.orgId,
  appId: caller.kind === "developer" ? null : caller.appId,
  userId: caller.kind === "app_user" ? caller.id : null
})

const toRobot = (row: Row): ReachedRobot => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  createdAt: row.created_at
})

const toGranted =
  ({ userId }: View) =>
  (row: GrantRow): Granted => {
    const slugs = new Set(row.slugs)
    const everything = userId === null
    return {
      robot: toRobot(row),
      has: (slug) => everything || slugs.has(slug),
      any: everything || slugs.size > 0 || row.action_history || row.assets,
      capabilities: { action_history: row.action_history, assets: row.assets }
    }
  }
