import type { SignInTokens } from "@fleet/domain/ClientAuth"
import type { ClientOidcExchangeRequest } from "@fleet/domain/ClientOidc"
import { type OrgLocked, TokenSpent } from "@fleet/domain/Errors"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { timingSafeEqual } from "node:crypto"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import { hashSecret } from "../../../platform/crypto/Secrets.ts"
import { rememberApp } from "../../../platform/http/RequestCaller.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { codeChallenge } from "../../oauth/codeChallenge.ts"
import { AccountStore, authenticatedAppUserOf } from "../accounts/AccountStore.ts"
import { SignInCompletion } from "../signin/SignInCompletion.ts"
import { OidcCodeStore } from "./OidcCodeStore.ts"

const isEqual = (left: string, right: string) => timingSafeEqual(hashSecret(left), hashSecret(right))

/** Exchanges the one-time code of a sign-in through a provider for a session. */
export class OidcExchange extends Context.Service<
  OidcExchange,
  {
    /**
     * Good once, within a minute, with the verifier of the start; a wrong verifier spends the code. The app's second factor
     * is not asked for. In a locked org the code stays good.
     */
    readonly exchange: (request: ClientOidcExchangeRequest) => Effect.Effect<SignInTokens, TokenSpent | OrgLocked>
  }
>()("@fleet/server/OidcExchange") {
  static readonly layer = Layer.effect(
    OidcExchange,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const codes = yield* OidcCodeStore
      const completion = yield* SignInCompletion
      const transaction = yield* Transaction

      const spent = <A>(found: Option.Option<A>) => Effect.mapError(Effect.fromOption(found), () => new TokenSpent())

      const exchange = Effect.fn("OidcExchange.exchange")(function* ({
        code,
        code_verifier: verifier
      }: ClientOidcExchangeRequest) {
        const hash = hashSecret(code)
        const owner = yield* spent(yield* codes.ownerOf(hash))
        const person = yield* spent(yield* accounts.lockForUpdate(owner))
        yield* rememberApp(person.app_id)
        const found = yield* spent(yield* codes.take(hash))
        const isOver = DateTime.isLessThanOrEqualTo(found.expires_at, yield* DateTime.now)
        if (isOver || person.status !== "active" || !isEqual(found.code_challenge, codeChallenge(verifier))) {
          return yield* new TokenSpent()
        }
        yield* refuseLocked((yield* accounts.factor(person.id)).locked)
        return yield* completion.openSession(authenticatedAppUserOf(person), "oidc", {
          provider: found.provider_slug,
          second_factor: "skipped"
        })
      }, transaction.keepOn("token_spent"))

      return OidcExchange.of({ exchange })
    })
  )
}
