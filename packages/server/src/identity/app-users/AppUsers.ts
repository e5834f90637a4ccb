import type { App } from "@fleet/domain/Apps"
import type { AppUser, CreateAppUserRequest, PatchAppUserRequest } from "@fleet/domain/AppUsers"
import type { Developer } from "@fleet/domain/Caller"
import {
  type AtCapacity,
  EmailTaken,
  NotFound,
  type OrgLocked,
  type PlanLimit,
  type QuotaExceeded,
  TargetStateConflict,
  type ValidationError
} from "@fleet/domain/Errors"
import type { AppUserId, RoleId } from "@fleet/domain/Ids"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { AccessVersions } from "../../access/AccessVersions.ts"
import { Passwords } from "../factors/Passwords.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { Bus } from "../../platform/bus/Bus.ts"
import { AppUserLimit } from "./limit/AppUserLimit.ts"
import { type AuditEntry, AuditLog, type PlatformIn } from "../../audit/AuditLog.ts"
import { checkNewPassword } from "./signin/newPassword.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { makeKeyedSemaphore } from "../../platform/limits/KeyedSemaphore.ts"
import { AppLock } from "../../apps/AppLock.ts"
import { AccountStore } from "./accounts/AccountStore.ts"
import { ChallengeStore } from "./signin/ChallengeStore.ts"
import { AppUserStore, type Row } from "./AppUserStore.ts"
import { Roles } from "../../apps/Roles.ts"

const within = (app: App) => ({ orgId: app.org_id, appId: app.id })

const toAppUser = ({ recovery_codes_left, two_factor_at, ...row }: Row): AppUser => ({
  ...row,
  two_factor: { enabled: two_factor_at !== null, enabled_at: two_factor_at, recovery_codes_left }
})

/** The end users of an app, as its developers look after them. */
export class AppUsers extends Context.Service<
  AppUsers,
  {
    readonly list: (app: App) => Effect.Effect<ReadonlyArray<AppUser>>
    readonly get: (app: App, id: AppUserId) => Effect.Effect<AppUser, NotFound>
    /** The user is active at once. */
    readonly create: (
      developer: Developer,
      app: App,
      request: CreateAppUserRequest
    ) => Effect.Effect<
      AppUser,
      NotFound | ValidationError | TargetStateConflict | EmailTaken | OrgLocked | QuotaExceeded | PlanLimit | AtCapacity
    >
    readonly update: (
      developer: Developer,
      app: App,
      user: AppUser,
      change: PatchAppUserRequest
    ) => Effect.Effect<AppUser, NotFound | ValidationError | TargetStateConflict>
    readonly delete: (developer: Developer | PlatformIn, app: App, user: AppUser) => Effect.Effect<void, NotFound>
  }
>()("@fleet/server/AppUsers") {
  static readonly layer = Layer.effect(
    AppUsers,
    Effect.gen(function* () {
      const store = yield* AppUserStore
      const accounts = yield* AccountStore
      const challenges = yield* ChallengeStore
      const appLock = yield* AppLock
      const userLimit = yield* AppUserLimit
      const roles = yield* Roles
      const versions = yield* AccessVersions
      const sessions = yield* Sessions
      const passwords = yield* Passwords
      const audit = yield* AuditLog
      const bus = yield* Bus
      const transaction = yield* Transaction

      const record = (
        developer: Developer | PlatformIn,
        { app_id, email, id }: Pick<AppUser, "app_id" | "email" | "id">,
        action: string,
        details: AuditEntry["details"] = {}
      ) =>
        audit.record({
          orgId: developer.orgId,
          actor: developer,
          action,
          target: { kind: "app_user", id, label: email },
          details: { app_id, ...details }
        })

      // These calls have no rate limit, and share the few hashing slots with every sign-in.
      const oneByOrg = makeKeyedSemaphore(1)

      const get = Effect.fn("AppUsers.get")(function* (app: App, id: AppUserId) {
        const row = yield* store.find({ ...within(app), id })
        return toAppUser(yield* Effect.mapError(Effect.fromOption(row), () => new NotFound()))
      })

      const checkRole = Effect.fnUntraced(function* (app: App, roleId: RoleId | undefined) {
        if (roleId === undefined || (yield* roles.belongs(app, roleId))) return
        return yield* refusalOf({ field: "role_id", rule: Rule.notFound })
      })

      /** The role a new account gets, where it may be made. */
      const admit = Effect.fnUntraced(function* (app: App, { email, password, role_id }: CreateAppUserRequest) {
        const room = yield* Effect.mapError(
          Effect.flatMap(store.room(within(app), email), Effect.fromOption),
          () => new NotFound()
        )
        yield* checkNewPassword(room, password)
        const roleId = role_id ?? room.default_role_id
        yield* checkRole(app, role_id)
        if (roleId === null) {
          return yield* new TargetStateConflict({ details: { field: "default_role_id", rule: "not_set" } })
        }
        if (room.taken) return yield* new EmailTaken()
        yield* userLimit.check(app.org_id)
        return roleId
      })

      const insert = Effect.fnUntraced(function* (
        developer: Developer,
        app: App,
        request: CreateAppUserRequest,
        hash: string | null
      ) {
        yield* userLimit.lockForUpdate(within(app))
        const account = {
          org_id: app.org_id,
          app_id: app.id,
          email: request.email,
          display_name: request.display_name ?? null,
          role_id: yield* admit(app, request),
          password_hash: hash
        }
        const inserted = yield* accounts.insert(account)
        const { id } = yield* Effect.mapError(Effect.fromOption(inserted), () => new EmailTaken())
        const user = toAppUser(Option.getOrThrow(yield* store.find({ ...within(app), id })))
        yield* record(developer, user, "app_user.created")
        return user
      }, transaction.run)

      const create = Effect.fn("AppUsers.create")(function* (
        developer: Developer,
        app: App,
        request: CreateAppUserRequest
      ) {
        // Once before the costly hash, and again under the locks.
        yield* admit(app, request)
        const { password } = request
        const hash =
          password === undefined ? null : yield* oneByOrg(app.org_id)(passwords.hash(Redacted.make(password), app.id))
        return yield* insert(developer, app, request, hash)
      })

      const setStatus = Effect.fnUntraced(function* (
        developer: Developer,
        app: App,
        user: Row,
        status: PatchAppUserRequest["status"]
      ) {
        const key = { ...within(app), id: user.id }
        if (status === "blocked" && user.status !== "blocked") {
          yield* accounts.block(key)
          yield* challenges.killAll(user.id)
          yield* sessions.endAll("app_user", [user.id])
          yield* record(developer, user, "app_user.blocked")
        }
        if (status === "active" && user.status === "blocked") {
          yield* accounts.unblock(key)
          yield* record(developer, user, "app_user.unblocked")
        }
      })

      const update = Effect.fn("AppUsers.update")(function* (
        developer: Developer,
        app: App,
        user: AppUser,
        change: PatchAppUserRequest
      ) {
        const key = { ...within(app), id: user.id }
        yield* appLock.lockForUpdate(app)
        yield* checkRole(app, change.role_id)
        const current = yield* Effect.mapError(Effect.fromOption(yield* store.lockForUpdate(key)), () => new NotFound())
        const { display_name = current.display_name, role_id = current.role_id, status } = change
        if (status === "active" && current.status === "pending_verification") {
          return yield* new TargetStateConflict({ details: { field: "status", rule: "unverified" } })
        }
        if (display_name !== current.display_name || role_id !== current.role_id) {
          yield* accounts.update(key, { display_name, role_id })
          yield* record(developer, user, "app_user.updated", {
            fields: Object.keys(change).filter((field) => field !== "status")
          })
        }
        if (role_id !== current.role_id) {
          yield* transaction.afterCommit(bus.broadcastAndWait({ type: "app_access_changed", appId: app.id }))
        }
        yield* setStatus(developer, app, current, status)
        if (role_id !== current.role_id || status === "blocked") yield* versions.raiseApps([app.id])
        return toAppUser(Option.getOrThrow(yield* store.find(key)))
      }, transaction.run)

      const remove = Effect.fn("AppUsers.delete")(function* (
        developer: Developer | PlatformIn,
        app: App,
        user: AppUser
      ) {
        const key = { ...within(app), id: user.id }
        // A sign-in under way has the row locked; its session ends with the others.
        if (Option.isNone(yield* store.lockForUpdate(key))) return yield* new NotFound()
        yield* sessions.endAll("app_user", [user.id])
        yield* accounts.delete(key)
        yield* record(developer, user, "app_user.deleted")
        yield* versions.raiseApps([app.id])
      }, transaction.run)

      return AppUsers.of({
        list: Effect.fn("AppUsers.list")(function* (app) {
          return (yield* store.list(within(app))).map(toAppUser)
        }),
        get,
        create,
        update,
        delete: remove
      })
    })
  )
}
