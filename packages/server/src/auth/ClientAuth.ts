import type { ClientLoginRequest, ClientSignInResult } from "@fleet/domain/ClientAuth"
import { InvalidCredentials, MethodNotAllowed, type RateLimited } from "@fleet/domain/Errors"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { Audit } from "../org/Audit.ts"
import { Transaction } from "../sql/Transaction.ts"
import { Passwords } from "./Passwords.ts"
import { RateLimits } from "./RateLimits.ts"
import { Sessions } from "./Sessions.ts"
import { SignInStore } from "./SignInStore.ts"

/** How the end users of an app sign in. */
export class ClientAuth extends Context.Service<
  ClientAuth,
  {
    /**
     * One refusal, after the same work, for an unknown app, an unknown address, a wrong password, and an account that is
     * pending or blocked.
     */
    readonly login: (
      request: ClientLoginRequest
    ) => Effect.Effect<ClientSignInResult, InvalidCredentials | MethodNotAllowed | RateLimited>
  }
>()("@fleet/server/ClientAuth") {
  static readonly layer = Layer.effect(
    ClientAuth,
    Effect.gen(function* () {
      const store = yield* SignInStore
      const passwords = yield* Passwords
      const sessions = yield* Sessions
      const limits = yield* RateLimits
      const audit = yield* Audit
      const transaction = yield* Transaction
      const scope = yield* Effect.scope

      const login = Effect.fn("ClientAuth.login")(function* (request: ClientLoginRequest) {
        const { app_identifier: identifier, email } = request
        yield* limits.take("client_login_account", `${identifier}\n${email.toLowerCase()}`)
        const row = Option.getOrNull(yield* store.find({ identifier, email }))
        if (row !== null && !row.password_enabled) return yield* new MethodNotAllowed()

        const right = yield* passwords.verify(Redacted.make(request.password), row?.password_hash ?? null)
        if (row === null || row.user_id === null) return yield* new InvalidCredentials()
        const id = row.user_id
        const person = { kind: "app_user", id, label: row.email ?? email } as const
        const entry = { orgId: row.org_id, actor: person, target: person }

        const signedIn = Effect.gen(function* () {
          if (!(yield* store.arrive(id, DateTime.toDateUtc(yield* DateTime.now)))) return null
          yield* audit.record({ ...entry, action: "app_user.login", details: { method: "password" } })
          return yield* sessions.open({ kind: "app_user", id, orgId: row.org_id, appId: row.app_id })
        })
        const tokens = right ? yield* transaction.run(signedIn) : null
        if (tokens !== null) return tokens

        // Written beside the answer, which must take no longer than that for an unknown account.
        const failed = audit.record({ ...entry, action: "app_user.login_failed", details: { method: "password" } })
        yield* Effect.forkIn(failed, scope)
        return yield* new InvalidCredentials()
      })

      return ClientAuth.of({ login })
    })
  )
}
