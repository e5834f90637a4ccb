import type { Caller } from "@fleet/domain/Caller"
import type { AppId, OrgId, RobotId, RoleId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { makeGrantCache } from "./GrantCache.ts"
import type { Granted, ListedRobot, ReachedRobot } from "./Granted.ts"
import { type Grants as GrantRow, GrantStore, type ListedHead, type Row, type View } from "./GrantStore.ts"
import { idOf, nameJsonOf } from "./robotHeadSql.ts"

/**
 * What a caller reaches and what its role grants there. An app user's role is that of its row, not of its caller, so an
 * open socket follows a change of role.
 */
export class Grants extends Context.Service<
  Grants,
  {
    /** Null where the robot does not exist for the caller. Not older than the caller's access version. */
    readonly find: (caller: Caller, robotId: RobotId) => Effect.Effect<Granted | null>
    /** The same for the users of a role, read anew. */
    readonly ofRole: (
      role: { readonly orgId: OrgId; readonly appId: AppId; readonly roleId: RoleId },
      robotId: RobotId
    ) => Effect.Effect<Granted | null>
    /** Whether the org has the robot. */
    readonly belongs: (orgId: OrgId, robotId: RobotId) => Effect.Effect<boolean>
    /** The robots worth showing to the caller, by name, then id. */
    readonly robots: (caller: Caller) => Effect.Effect<ReadonlyArray<ListedRobot>>
    /** The same as far as a list in JSON needs them. */
    readonly robotHeads: (caller: Caller) => Effect.Effect<ReadonlyArray<ListedHead>>
  }
>()("@fleet/server/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const store = yield* GrantStore
      const read = (view: View, robotId: RobotId) =>
        Effect.map(store.findWithGrants({ ...view, robotId }), Option.map(toGranted(view)))
      const cached = yield* makeGrantCache(read)

      return Grants.of({
        find: (caller, robotId) => Effect.map(cached(viewOf(caller), robotId, caller.accessVersion), Option.getOrNull),
        ofRole: (role, robotId) => Effect.map(read({ ...role, userId: null }, robotId), Option.getOrNull),
        belongs: (orgId, robotId) =>
          Effect.map(read({ orgId, appId: null, userId: null, roleId: null }, robotId), Option.isSome),
        robots: Effect.fn("Grants.robots")(function* (caller) {
          return (yield* store.list(viewOf(caller))).map(toListed(caller.orgId))
        }),
        robotHeads: (caller) => store.list(viewOf(caller))
      })
    })
  )
}

const viewOf = (caller: Caller): View => ({
  orgId: caller.orgId,
  appId: caller.kind === "developer" ? null : caller.appId,
  userId: caller.kind === "app_user" ? caller.id : null,
  roleId: null
})

const toRobot = (row: Row): ReachedRobot => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  createdAt: row.created_at
})

const toListed =
  (orgId: OrgId) =>
  (row: ListedHead): ListedRobot => ({
    id: idOf(row),
    orgId,
    name: JSON.parse(nameJsonOf(row)),
    createdAt: DateTime.fromDateUnsafe(row.created_at),
    publishedVersion: row.published_version
  })

const toGranted =
  ({ roleId, userId }: View) =>
  (row: GrantRow): Granted => {
    const everything = userId === null && roleId === null
    // Grants go by the names of now, callers by those of the published version until the next one.
    const names = new Map(Object.entries(row.names ?? {}))
    const among = (granted: ReadonlyArray<string>) => {
      const slugs = new Set(granted)
      return (slug: string) => slugs.has(names.get(slug) ?? slug)
    }
    const slugs = new Set(row.slugs)
    const has = among(row.slugs)
    return {
      robot: toRobot(row),
      version: row.access_version,
      confirms: among(row.confirm),
      confirmsOnPage: among(row.confirm_page),
      has: (slug) => everything || has(slug),
      hasNamed: (now) => everything || slugs.has(now),
      any: everything || slugs.size > 0 || row.action_history || row.assets,
      capabilities: { action_history: row.action_history, assets: row.assets }
    }
  }
