import type { ClientLoginRequest, ClientSignInResult } from "@fleet/domain/ClientAuth"
import {
  type AtCapacity,
  InvalidCredentials,
  MethodNotAllowed,
  type OrgLocked,
  type RateLimited
} from "@fleet/domain/Errors"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { Passwords } from "../../factors/Passwords.ts"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { AccountStore, authenticatedAppUserOf, type Person, personOf } from "../accounts/AccountStore.ts"
import { accountKey } from "../../../platform/limits/accountKey.ts"
import { SignInCompletion } from "./SignInCompletion.ts"
import { makeEqualizeDuration } from "../../../platform/crypto/equalizeDuration.ts"
import { AuditLog } from "../../../audit/AuditLog.ts"

/** How the end users of an app sign in with a password. */
export class ClientAuth extends Context.Service<
  ClientAuth,
  {
    /**
     * One refusal, after the same work, for an unknown app, an unknown address, a wrong password, and an account that is
     * pending or blocked.
     */
    readonly login: (
      request: ClientLoginRequest
    ) => Effect.Effect<ClientSignInResult, InvalidCredentials | MethodNotAllowed | OrgLocked | RateLimited | AtCapacity>
  }
>()("@fleet/server/ClientAuth") {
  static readonly layer = Layer.effect(
    ClientAuth,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const completion = yield* SignInCompletion
      const passwords = yield* Passwords
      const limits = yield* RateLimits
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      /** Null when the account was blocked or got another password while this one was checked. */
      const openSession = Effect.fnUntraced(function* (proven: Person) {
        const person = Option.getOrNull(yield* accounts.lockForUpdate(proven.id))
        if (person?.status !== "active" || person.password_hash !== proven.password_hash) return null
        return yield* completion.completeFirstFactor(authenticatedAppUserOf(person), "password")
      }, transaction.run)

      const checkPassword = Effect.fnUntraced(function* (request: ClientLoginRequest) {
        const context = yield* accounts.find({ identifier: request.app_identifier, email: request.email })
        if (Option.isSome(context) && !context.value.password_enabled) return yield* new MethodNotAllowed()

        const person = personOf(context)
        const app = Option.getOrUndefined(context)?.app_id
        const right = yield* passwords.verify(Redacted.make(request.password), person?.password_hash ?? null, app)
        if (right && person?.status === "active") {
          const result = yield* openSession(person)
          if (result !== null) return result
        }
        yield* audit.recordOwnInBackground(person && authenticatedAppUserOf(person), {
          action: "app_user.login_failed",
          details: { method: "password" }
        })
        return yield* new InvalidCredentials()
      })

      const equalizeDuration = makeEqualizeDuration()
      const login = Effect.fn("ClientAuth.login")(function* (request: ClientLoginRequest) {
        yield* limits.take("client_login_account", accountKey(request.app_identifier, request.email))
        return yield* equalizeDuration(checkPassword(request))
      })

      return ClientAuth.of({ login })
    })
  )
}
