import type { OrgLocked } from "@fleet/domain/Errors"
import type { ConsoleTokenRequest } from "@fleet/domain/Portal"
import type { SessionTokens } from "@fleet/domain/SessionTokens"
import { Context, Data, DateTime, Effect, Layer, Option } from "effect"
import { createHash, timingSafeEqual } from "node:crypto"
import { hashSecret } from "../../../platform/crypto/Secrets.ts"
import { Sessions } from "../../sessions/Sessions.ts"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { ConsoleCodeStore } from "./ConsoleCodeStore.ts"
import { PersonStore } from "./PersonStore.ts"
import { PortalTrail } from "./PortalTrail.ts"

/** The code is unknown, used or old, or what it was presented with does not belong to it. */
export class InvalidGrant extends Data.TaggedError("InvalidGrant") {}

const isEqual = (left: string, right: string) => timingSafeEqual(hashSecret(left), hashSecret(right))

/** The S256 challenge of a verifier. */
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

/** Authorization codes of the console turned into sessions: within a minute, once. */
export class ConsoleTokens extends Context.Service<
  ConsoleTokens,
  {
    /**
     * Any presentation spends the code but one that a locked org refuses; a second one ends the session that the first one
     * gave.
     */
    readonly exchange: (request: ConsoleTokenRequest) => Effect.Effect<SessionTokens, InvalidGrant | OrgLocked>
  }
>()("@fleet/server/ConsoleTokens") {
  static readonly layer = Layer.effect(
    ConsoleTokens,
    Effect.gen(function* () {
      const store = yield* ConsoleCodeStore
      const people = yield* PersonStore
      const sessions = yield* Sessions
      const trail = yield* PortalTrail
      const transaction = yield* Transaction

      // A refusal is an answer of the transaction, not its failure: what is spent or ended must stay so. That of a locked org
      // is its failure.
      const exchanged = Effect.fnUntraced(function* ({ code, code_verifier, redirect_uri }: ConsoleTokenRequest) {
        const hash = hashSecret(code)
        const found = Option.getOrUndefined(yield* store.lock(hash))
        if (found === undefined) return null
        const at = yield* DateTime.now
        if (found.spent_at !== null) {
          if (found.session_id !== null) yield* sessions.endFamily(found.session_id)
          return null
        }
        yield* store.spend(hash, DateTime.toDateUtc(at))
        if (DateTime.isLessThanOrEqualTo(found.expires_at, at)) return null
        if (!isEqual(found.redirect_uri, redirect_uri)) return null
        if (!isEqual(found.code_challenge, challengeOf(code_verifier))) return null
        const person = Option.getOrUndefined(yield* people.find(found.developer_id))
        // Whatever ended the person's sessions since ended this sign-in too.
        if (person === undefined || person.token_version !== found.token_version) return null
        yield* refuseLocked(person.locked)
        const tokens = yield* sessions.open({
          kind: "developer",
          id: person.id,
          orgId: person.org_id,
          tokenVersion: person.token_version
        })
        yield* store.gave(hash, hashSecret(tokens.refresh_token))
        yield* trail.login(person, found.method)
        return tokens
      })

      return ConsoleTokens.of({
        exchange: Effect.fn("ConsoleTokens.exchange")(function* (request) {
          const tokens = yield* transaction.run(exchanged(request))
          return tokens === null ? yield* new InvalidGrant() : tokens
        })
      })
    })
  )
}
