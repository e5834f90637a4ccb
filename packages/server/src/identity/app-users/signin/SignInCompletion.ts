import type { ClientSignInResult, SignInTokens } from "@fleet/domain/ClientAuth"
import type { OrgLocked } from "@fleet/domain/Errors"
import { Context, DateTime, Effect, Layer } from "effect"
import { rememberApp } from "../../../platform/http/RequestCaller.ts"
import { Sessions } from "../../sessions/Sessions.ts"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { AccountStore, type AuthenticatedAppUser } from "../accounts/AccountStore.ts"
import { Challenges } from "./Challenges.ts"
import { AuditLog } from "../../../audit/AuditLog.ts"
import type { SignInMethod } from "./SignInMethod.ts"

/** The part of the answer about a lost password. */
const passwordNotice = (passwordLost: boolean) => (passwordLost ? ({ password_reset_needed: true } as const) : {})

/**
 * What follows the first factor of an app user. Call it in the transaction that checked that factor, locked the person's
 * row and saw that the account is active.
 */
export class SignInCompletion extends Context.Service<
  SignInCompletion,
  {
    /**
     * Tokens, or the challenge of the second factor the person has or the app requires. In a locked org it fails, and
     * with it the transaction: a code or link stays good.
     */
    readonly completeFirstFactor: (
      user: AuthenticatedAppUser,
      method: SignInMethod
    ) => Effect.Effect<ClientSignInResult, OrgLocked>
    /** The end of every sign-in: notes the time, records `app_user.login` with these details and opens a session. */
    readonly openSession: (
      user: AuthenticatedAppUser,
      method: SignInMethod,
      details?: Readonly<Record<string, string>>
    ) => Effect.Effect<SignInTokens>
  }
>()("@fleet/server/SignInCompletion") {
  static readonly layer = Layer.effect(
    SignInCompletion,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const challenges = yield* Challenges
      const sessions = yield* Sessions
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const openSession = Effect.fn("SignInCompletion.openSession")(function* (
        user: AuthenticatedAppUser,
        method: SignInMethod,
        details: Readonly<Record<string, string>> = {}
      ) {
        const passwordLost = yield* accounts.noteLogin(user.id, DateTime.toDateUtc(yield* DateTime.now))
        yield* audit.recordOwn(user, { action: "app_user.login", details: { method, ...details } })
        const tokens = yield* sessions.open({
          kind: "app_user",
          id: user.id,
          orgId: user.orgId,
          appId: user.appId
        })
        return { ...tokens, ...passwordNotice(passwordLost) }
      }, transaction.run)

      return SignInCompletion.of({
        openSession,
        completeFirstFactor: Effect.fn("SignInCompletion.completeFirstFactor")(function* (user, method) {
          const { confirmed, locked, password_lost, policy } = yield* accounts.factor(user.id)
          yield* rememberApp(user.appId)
          yield* refuseLocked(locked)
          // A confirmed authenticator is required even if the policy changed since.
          if (!confirmed && policy !== "required") return yield* openSession(user, method)
          const status = confirmed ? "two_factor_required" : "two_factor_setup_required"
          return { ...(yield* challenges.open(user, status, method)), ...passwordNotice(password_lost) }
        })
      })
    })
  )
}
