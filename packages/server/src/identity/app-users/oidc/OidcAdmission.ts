import type { ClientOidcErrorCode } from "@fleet/domain/ClientOidc"
import type { OidcProviderId } from "@fleet/domain/Ids"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { hashSecret, mintSecret } from "../../../platform/crypto/Secrets.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { AccountStore, type Person } from "../accounts/AccountStore.ts"
import type { OfApp } from "../limit/AppUserLimitStore.ts"
import { addressOf, nameOf, saysAddress, subjectOf } from "./claims.ts"
import { IdentityStore } from "./IdentityStore.ts"
import { OidcAccounts } from "./OidcAccounts.ts"
import { OidcRefused, type Redeemed } from "./OidcClient.ts"
import { OidcCodeStore } from "./OidcCodeStore.ts"
import { OidcProviderStore, type SealedProvider } from "./OidcProviderStore.ts"

const codeLifetime = Duration.seconds(60)

/** Which sign-in it is. */
export interface Admitting {
  readonly app: OfApp
  readonly providerId: OidcProviderId
  /** The app's own. */
  readonly codeChallenge: string
}

const refused = (code: ClientOidcErrorCode) => Effect.fail(new OidcRefused({ code }))

/** Decides whom a verified token signs in, and gives the one-time code. */
export class OidcAdmission extends Context.Service<
  OidcAdmission,
  {
    readonly admit: (admitting: Admitting, redeemed: Redeemed) => Effect.Effect<string, OidcRefused>
  }
>()("@fleet/server/OidcAdmission") {
  static readonly layer = Layer.effect(
    OidcAdmission,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const members = yield* OidcAccounts
      const codes = yield* OidcCodeStore
      const identities = yield* IdentityStore
      const providers = yield* OidcProviderStore
      const transaction = yield* Transaction

      /** The provider as it is now: no sign-in ends after it was disabled or deleted. */
      const lockProvider = Effect.fnUntraced(function* ({ providerId }: Admitting) {
        const provider = Option.getOrUndefined(yield* providers.lockForShare(providerId))
        return provider?.enabled === true ? provider : yield* refused("provider_disabled")
      })

      const issue = Effect.fnUntraced(function* (person: Person, provider: SealedProvider, codeChallenge: string) {
        if ((yield* accounts.factor(person.id)).locked) return yield* refused("no_access")
        const code = mintSecret()
        yield* codes.insert({
          hash: hashSecret(code),
          user_id: person.id,
          provider_id: provider.id,
          provider_slug: provider.slug,
          code_challenge: codeChallenge,
          expires_at: DateTime.addDuration(yield* DateTime.now, codeLifetime)
        })
        return code
      })

      /** Null where the subject has no account. */
      const admitLinked = Effect.fnUntraced(function* (admitting: Admitting, issuer: string, subject: string) {
        if (!(yield* accounts.lockAppForShare(admitting.app.appId))) return yield* refused("provider_disabled")
        const provider = yield* lockProvider(admitting)
        const id = Option.getOrUndefined(yield* identities.userOf({ provider_id: provider.id, issuer, subject }))
        if (id === undefined) return null
        const person = Option.getOrUndefined(yield* accounts.activate(id))
        return person === undefined
          ? yield* refused("no_access")
          : yield* issue(person, provider, admitting.codeChallenge)
      }, transaction.run)

      const admit = Effect.fn("OidcAdmission.admit")(function* (admitting: Admitting, { claims, userInfo }: Redeemed) {
        const subject = subjectOf(claims)
        if (subject === null) return yield* refused("claims_incomplete")
        const linked = yield* admitLinked(admitting, claims.iss, subject)
        if (linked !== null) return linked
        const added = saysAddress(claims) ? null : yield* userInfo
        const address = addressOf(claims, added)
        if (address === null) return yield* refused("claims_incomplete")
        // The same answer whether or not the address has an account.
        if (!address.verified) return yield* refused("email_unverified")
        const claimed = { issuer: claims.iss, subject, email: address.email, name: nameOf(claims, added) }
        const joined = Effect.gen(function* () {
          yield* members.lockForUpdate(admitting.app)
          const provider = yield* lockProvider(admitting)
          const person = yield* members.settle(admitting.app, provider, claimed)
          return yield* issue(person, provider, admitting.codeChallenge)
        })
        return yield* transaction.run(joined)
      })

      return OidcAdmission.of({ admit })
    })
  )
}
