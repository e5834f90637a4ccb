import type { App } from "@fleet/domain/Apps"
import type { Developer } from "@fleet/domain/Caller"
import { LastRole, NotFound, RoleInUse, RoleNameTaken, type ValidationError } from "@fleet/domain/Errors"
import type { RoleId } from "@fleet/domain/Ids"
import type { Role } from "@fleet/domain/Roles"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AccessVersions } from "../access/AccessVersions.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { AuditLog, auditTarget } from "../audit/AuditLog.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { AppMembers } from "./AppMembers.ts"
import { AppStore } from "./AppStore.ts"
import { lockAppForUpdate } from "./lockAppForUpdate.ts"
import { type OfApp, RoleStore } from "./RoleStore.ts"

const within = (app: App): OfApp => ({ orgId: app.org_id, appId: app.id })

/** The roles of an app. */
export class Roles extends Context.Service<
  Roles,
  {
    readonly list: (app: App) => Effect.Effect<ReadonlyArray<Role>>
    readonly get: (app: App, id: RoleId) => Effect.Effect<Role, NotFound>
    readonly belongs: (app: App, id: RoleId) => Effect.Effect<boolean>
    readonly create: (developer: Developer, app: App, name: string) => Effect.Effect<Role, NotFound | RoleNameTaken>
    readonly rename: (
      developer: Developer,
      app: App,
      role: Role,
      name: string
    ) => Effect.Effect<Role, NotFound | RoleNameTaken>
    /** `moveTo` takes over users, invitations and the place as default, all in one transaction. */
    readonly delete: (
      developer: Developer,
      app: App,
      role: Role,
      moveTo: RoleId | undefined
    ) => Effect.Effect<void, NotFound | ValidationError | LastRole | RoleInUse>
    /** The two roles that every new app has. */
    readonly addBuiltin: (app: OfApp) => Effect.Effect<void>
  }
>()("@fleet/server/Roles") {
  static readonly layer = Layer.effect(
    Roles,
    Effect.gen(function* () {
      const store = yield* RoleStore
      const apps = yield* AppStore
      const versions = yield* AccessVersions
      const members = yield* AppMembers
      const audit = yield* AuditLog
      const bus = yield* Bus
      const transaction = yield* Transaction

      const get = Effect.fn("Roles.get")(function* (app: App, id: RoleId) {
        const role = yield* store.find({ ...within(app), id })
        return yield* Effect.mapError(Effect.fromOption(role), () => new NotFound())
      })

      const create = Effect.fn("Roles.create")(function* (developer: Developer, app: App, name: string) {
        yield* lockAppForUpdate(apps, app)
        const role = Option.getOrUndefined(yield* store.insert(within(app), { name, builtin: false }))
        if (role === undefined) return yield* new RoleNameTaken()
        yield* audit.recordBy(developer, "role.created", auditTarget("role", role), { app_id: app.id })
        return role
      }, transaction.run)

      const rename = Effect.fn("Roles.rename")(function* (developer: Developer, app: App, role: Role, name: string) {
        yield* lockAppForUpdate(apps, app)
        const current = yield* get(app, role.id)
        if (name === current.name) return current
        if (!(yield* store.rename({ ...within(app), id: role.id }, name))) return yield* new RoleNameTaken()
        const next = { ...current, name }
        yield* audit.recordBy(developer, "role.renamed", auditTarget("role", next), { app_id: app.id })
        return next
      }, transaction.run)

      const remove = Effect.fn("Roles.delete")(function* (
        developer: Developer,
        app: App,
        role: Role,
        moveTo: RoleId | undefined
      ) {
        const key = { ...within(app), id: role.id }
        yield* lockAppForUpdate(apps, app)
        const current = yield* Effect.mapError(
          Effect.flatMap(store.lockForUpdate(key), Effect.fromOption),
          () => new NotFound()
        )
        if (moveTo === role.id) return yield* refusalOf({ field: "move_to", rule: Rule.invalidValue })
        if (moveTo !== undefined && Option.isNone(yield* store.find({ ...key, id: moveTo }))) {
          return yield* refusalOf({ field: "move_to", rule: Rule.notFound })
        }
        const now = DateTime.toDateUtc(yield* DateTime.now)
        const { invitations, is_default, others, users } = yield* store.usage(key, now)
        if (others === 0) return yield* new LastRole()
        if (moveTo !== undefined) {
          yield* members.moveRole(within(app), role.id, moveTo)
          yield* store.moveDefault(key, moveTo)
        } else if (users > 0 || invitations > 0 || is_default) {
          return yield* new RoleInUse({ details: { users, invitations, is_default } })
        }
        yield* store.delete(key)
        yield* audit.recordBy(developer, "role.deleted", auditTarget("role", current), {
          app_id: app.id,
          ...(moveTo === undefined ? {} : { moved_to: moveTo })
        })
        yield* versions.raiseApps([app.id])
        yield* transaction.afterCommit(bus.broadcastAndWait({ type: "app_access_changed", appId: app.id }))
      }, transaction.run)

      return Roles.of({
        list: Effect.fn("Roles.list")((app) => store.list(within(app))),
        get,
        belongs: (app, id) => Effect.map(store.find({ ...within(app), id }), Option.isSome),
        create,
        rename,
        delete: remove,
        addBuiltin: (app) =>
          Effect.forEach(["observe", "operate"], (name) => store.insert(app, { name, builtin: true }), {
            discard: true
          })
      })
    })
  )
}
