import type { App, AppDeletionSummary, CreateAppRequest, UpdateAppRequest } from "@fleet/domain/Apps"
import type { Developer } from "@fleet/domain/Caller"
import {
  IdentifierTaken,
  NotFound,
  type OrgLocked,
  type PlanLimit,
  QuotaExceeded,
  type ValidationError
} from "@fleet/domain/Errors"
import type { AppId, OrgId, RobotId } from "@fleet/domain/Ids"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AccessVersions } from "../access/AccessVersions.ts"
import { Sessions } from "../identity/sessions/Sessions.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { callersEnded } from "../platform/bus/Facts.ts"
import { AuditLog, auditTarget, type PlatformIn } from "../audit/AuditLog.ts"
import { Plans } from "../plans/Plans.ts"
import { Quotas } from "../plans/Quotas.ts"
import { refuseLocked } from "../org/refuseLocked.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { AppMembers } from "./AppMembers.ts"
import { AppStore } from "./AppStore.ts"
import { lockAppForUpdate } from "./lockAppForUpdate.ts"
import { Roles } from "./Roles.ts"

/** How many users of an app one transaction deletes. */
const usersAtOnce = 1000

/** What developers do with the apps of their org. */
export class Apps extends Context.Service<
  Apps,
  {
    readonly create: (
      developer: Developer,
      request: CreateAppRequest
    ) => Effect.Effect<App, ValidationError | IdentifierTaken | OrgLocked | QuotaExceeded | PlanLimit>
    /** Oldest first. */
    readonly list: (developer: Developer) => Effect.Effect<ReadonlyArray<App>>
    readonly get: (developer: Pick<Developer, "orgId">, id: AppId) => Effect.Effect<App, NotFound>
    readonly update: (
      developer: Developer,
      app: App,
      change: UpdateAppRequest
    ) => Effect.Effect<App, NotFound | ValidationError>
    readonly deletionPreview: (app: App) => Effect.Effect<AppDeletionSummary, NotFound>
    /** Deletes users first, a thousand in a transaction while there are more. Can be repeated after it stopped half-way. */
    readonly delete: (developer: Developer | PlatformIn, app: App) => Effect.Effect<void, NotFound>
  }
>()("@fleet/server/Apps") {
  static readonly layer = Layer.effect(
    Apps,
    Effect.gen(function* () {
      const store = yield* AppStore
      const members = yield* AppMembers
      const roles = yield* Roles
      const versions = yield* AccessVersions
      const sessions = yield* Sessions
      const audit = yield* AuditLog
      const bus = yield* Bus
      const transaction = yield* Transaction
      const plans = yield* Plans
      const quotas = yield* Quotas

      const get = Effect.fn("Apps.get")(function* (developer: Pick<Developer, "orgId">, id: AppId) {
        const row = yield* store.find({ orgId: developer.orgId, id })
        return yield* Effect.mapError(Effect.fromOption(row), () => new NotFound())
      })

      const checkRobots = Effect.fnUntraced(function* (orgId: OrgId, robots: ReadonlyArray<RobotId>) {
        const known = yield* store.lockRobotsForShare(orgId, robots)
        const unknown = robots.findIndex((id) => !known.has(id))
        if (unknown !== -1) return yield* refusalOf({ field: `robot_ids[${unknown}]`, rule: Rule.notFound })
      })

      const create = Effect.fn("Apps.create")(function* (developer: Developer, request: CreateAppRequest) {
        const { orgId } = developer
        const robots = request.robot_ids ?? []
        yield* checkRobots(orgId, robots)
        yield* refuseLocked(yield* store.lockOrgForUpdate(orgId))
        const { max_apps: limit } = quotas(orgId)
        if ((yield* store.count(orgId)) >= limit) {
          return yield* new QuotaExceeded({ details: { quota: "max_apps", limit } })
        }
        yield* plans.admit(orgId, "apps")
        const id = Option.getOrUndefined(
          yield* store.insert({ org_id: orgId, name: request.name, identifier: request.identifier })
        )
        if (id === undefined) return yield* new IdentifierTaken()
        yield* store.setRobots({ orgId, id }, robots)
        yield* roles.addBuiltin({ orgId, appId: id })
        const app = yield* Effect.orDie(get(developer, id))
        yield* audit.recordBy(developer, "app.created", auditTarget("app", app))
        return app
      }, transaction.run)

      const update = Effect.fn("Apps.update")(function* (developer: Developer, app: App, change: UpdateAppRequest) {
        const key = { orgId: app.org_id, id: app.id }
        const current = yield* lockAppForUpdate(store, app)
        const {
          default_role_id: roleId = current.default_role_id,
          name = current.name,
          robot_ids: robots = current.robot_ids
        } = change
        if (change.robot_ids !== undefined) yield* checkRobots(app.org_id, robots)
        const named = change.default_role_id ?? null
        if (named !== null && !(yield* roles.belongs(app, named))) {
          return yield* refusalOf({ field: "default_role_id", rule: Rule.notFound })
        }
        const robotsChanged = robots.join() !== current.robot_ids.join()
        if (!robotsChanged && name === current.name && roleId === current.default_role_id) return current
        yield* store.update(key, { name, roleId })
        if (robotsChanged) {
          yield* store.setRobots(key, robots)
          yield* transaction.afterCommit(bus.broadcastAndWait({ type: "app_access_changed", appId: app.id }))
        }
        const next = yield* Effect.orDie(get(developer, app.id))
        yield* audit.recordBy(developer, "app.updated", auditTarget("app", next), { fields: Object.keys(change) })
        if (robotsChanged || roleId !== current.default_role_id) yield* versions.raiseApps([app.id])
        return next
      }, transaction.run)

      const summaryOf = Effect.fnUntraced(function* (app: App) {
        const now = DateTime.toDateUtc(yield* DateTime.now)
        const summary = yield* store.summary({ orgId: app.org_id, id: app.id }, now)
        return yield* Effect.mapError(Effect.fromOption(summary), () => new NotFound())
      })

      // A refresh of a session that is being ended waits for the transaction and keeps a connection busy: a long transaction
      // would soon leave none.
      const deleteSomeUsers = Effect.fnUntraced(function* (app: App) {
        yield* lockAppForUpdate(store, app)
        const users = yield* store.lockUsersForUpdate(app.id, usersAtOnce)
        yield* sessions.endAll("app_user", users)
        yield* members.deleteUsers(users)
        return users.length
      }, transaction.run)

      /** Deletes the app with the users that are left. `users`: how many there were, and how many are deleted already. */
      const deleteRest = Effect.fnUntraced(function* (
        developer: Developer | PlatformIn,
        app: App,
        users: { readonly before: number; readonly deleted: number }
      ) {
        const key = { orgId: app.org_id, id: app.id }
        const current = yield* lockAppForUpdate(store, app)
        const left = yield* summaryOf(app)
        const summary =
          users.deleted === 0 ? left : { ...left, user_count: Math.max(users.before, left.user_count + users.deleted) }
        const callers = yield* store.lockCallersForUpdate(key)
        yield* sessions.endAll("app_user", callers.users)
        yield* store.delete(key)
        const target = auditTarget("app", current)
        yield* audit.record({
          orgId: app.org_id,
          actor: developer,
          action: "app.deleted",
          target,
          details: { ...summary }
        })
        yield* versions.raiseApps([app.id])
        yield* transaction.afterCommit(
          bus.broadcastAndWait(...callersEnded("server_key", callers.keys), {
            type: "app_access_changed",
            appId: app.id
          })
        )
      }, transaction.run)

      const remove = Effect.fn("Apps.delete")(function* (developer: Developer | PlatformIn, app: App) {
        let deletedCount = 0
        const { user_count: count } = yield* summaryOf(app)
        while (count - deletedCount > usersAtOnce) {
          const batch = yield* deleteSomeUsers(app)
          if (batch === 0) break
          deletedCount += batch
        }
        yield* deleteRest(developer, app, { before: count, deleted: deletedCount })
      })

      return Apps.of({
        create,
        get,
        update,
        delete: remove,
        list: Effect.fn("Apps.list")((developer) => store.list(developer.orgId)),
        deletionPreview: Effect.fn("Apps.deletionPreview")(summaryOf)
      })
    })
  )
}
