import type { App } from "@fleet/domain/Apps"
import type { AppUser } from "@fleet/domain/AppUsers"
import type { Developer } from "@fleet/domain/Caller"
import { MethodNotAllowed, NotFound, TargetStateConflict } from "@fleet/domain/Errors"
import { Context, Effect, Layer } from "effect"
import { SecondFactors } from "../factors/SecondFactors.ts"
import { Sessions } from "../sessions/Sessions.ts"
import type { MailReport } from "../../mail/Outbox.ts"
import { AuditLog } from "../../audit/AuditLog.ts"
import { Challenges } from "./signin/Challenges.ts"
import { PasswordRecovery } from "./signin/PasswordRecovery.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { AppLock } from "../../apps/AppLock.ts"
import { AppUserStore } from "./AppUserStore.ts"

/** How a developer helps an app user who cannot get in. */
export class AppUserAccess extends Context.Service<
  AppUserAccess,
  {
    /** Mails the user a link that sets a new password. */
    readonly resetPassword: (
      app: App,
      user: AppUser
    ) => Effect.Effect<MailReport, NotFound | MethodNotAllowed | TargetStateConflict>
    /**
     * Deletes the authenticator and the recovery codes, and ends every session and every sign-in under way. Records nothing
     * where there were none.
     */
    readonly resetTwoFactor: (developer: Developer, app: App, user: AppUser) => Effect.Effect<void, NotFound>
  }
>()("@fleet/server/AppUserAccess") {
  static readonly layer = Layer.effect(
    AppUserAccess,
    Effect.gen(function* () {
      const store = yield* AppUserStore
      const appLock = yield* AppLock
      const recovery = yield* PasswordRecovery
      const challenges = yield* Challenges
      const factors = yield* SecondFactors
      const sessions = yield* Sessions
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const lockForUpdate = Effect.fnUntraced(function* (app: App, { id }: AppUser) {
        const found = yield* store.lockForUpdate({ orgId: app.org_id, appId: app.id, id })
        return yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())
      })

      const conflict = (field: string, rule: string) => new TargetStateConflict({ details: { field, rule } })

      const postReset = Effect.fnUntraced(function* (app: App, user: AppUser) {
        yield* appLock.lockForUpdate(app)
        const current = yield* lockForUpdate(app, user)
        if (!(yield* store.takesPasswords({ orgId: app.org_id, appId: app.id }))) return yield* new MethodNotAllowed()
        if (current.status === "blocked") return yield* conflict("status", "blocked")
        if (!current.has_password) return yield* conflict("password", "not_set")
        return yield* recovery.post({
          id: current.id,
          orgId: app.org_id,
          appId: app.id,
          email: current.email,
          displayName: current.display_name,
          roleId: current.role_id
        })
      }, transaction.run)

      return AppUserAccess.of({
        resetPassword: Effect.fn("AppUserAccess.resetPassword")(function* (app, user) {
          const { deliver } = yield* postReset(app, user)
          return yield* deliver
        }),
        resetTwoFactor: Effect.fn("AppUserAccess.resetTwoFactor")(function* (developer, app, user) {
          const holder = { kind: "app_user", id: user.id } as const
          yield* lockForUpdate(app, user)
          const { confirmedAt, recoveryCodesLeft } = yield* factors.status(holder)
          yield* factors.removeAuthenticator(holder)
          yield* factors.voidRecoveryCodes(holder)
          const signedOut = yield* sessions.endAll("app_user", [user.id])
          const stopped = yield* challenges.endAll(user.id)
          if (confirmedAt === null && recoveryCodesLeft === 0 && !signedOut && !stopped) return
          yield* audit.record({
            orgId: app.org_id,
            actor: developer,
            action: "app_user.two_factor_reset",
            target: { kind: "app_user", id: user.id, label: user.email },
            details: { app_id: app.id }
          })
        }, transaction.run)
      })
    })
  )
}
