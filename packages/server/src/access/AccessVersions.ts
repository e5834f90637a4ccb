import type { AppId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { AccessVersionStore, type Scope } from "./AccessVersionStore.ts"

/**
 * Versions of what callers may do. A change raises the version in its own transaction, as its last statement. A decision
 * compares versions, so that it never uses what was read before a committed change.
 */
export class AccessVersions extends Context.Service<
  AccessVersions,
  {
    readonly current: (scope: Scope) => Effect.Effect<number>
    /** The robots, roles, grants or role assignments of these apps change. */
    readonly raiseApps: (apps: ReadonlyArray<AppId>) => Effect.Effect<void>
    /** A robot of the org is renamed or deleted. */
    readonly raiseOrg: (org: OrgId) => Effect.Effect<void>
  }
>()("@fleet/server/AccessVersions") {
  static readonly layer = Layer.effect(
    AccessVersions,
    Effect.map(AccessVersionStore, (store) => ({
      current: store.current,
      raiseApps: (apps) => (apps.length === 0 ? Effect.void : store.raise(apps)),
      raiseOrg: (org) => store.raise([org])
    }))
  )
}
