import type { OrgLocked } from "@fleet/domain/Errors"
import type { ConsoleTokenRequest } from "@fleet/domain/Portal"
import type { SessionTokens } from "@fleet/domain/SessionTokens"
import { Context, Data, Effect, Layer, Option } from "effect"
import { Sessions } from "../../sessions/Sessions.ts"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { AuthorizationCodes } from "../../oauth/AuthorizationCodes.ts"
import { PersonStore } from "./PersonStore.ts"
import { DeveloperAudit } from "./DeveloperAudit.ts"

/** The code is unknown, used or old, or what it was presented with does not belong to it. */
export class InvalidGrant extends Data.TaggedError("InvalidGrant") {}

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
      const codes = yield* AuthorizationCodes
      const people = yield* PersonStore
      const sessions = yield* Sessions
      const audit = yield* DeveloperAudit
      const transaction = yield* Transaction

      // A code that was refused stays spent, and an ended session ended. The refusal of a locked org rolls back.
      const exchange = Effect.fn("ConsoleTokens.exchange")(function* (request: ConsoleTokenRequest) {
        const redeemed = yield* codes.redeem(request)
        if (redeemed.type === "replayed" && redeemed.sessionId !== null) yield* sessions.endFamily(redeemed.sessionId)
        if (redeemed.type !== "grant") return yield* new InvalidGrant()
        const { developerId, method, tokenVersion } = redeemed.grant
        const person = Option.getOrUndefined(yield* people.find(developerId))
        // The person's sessions were ended since: so is this sign-in.
        if (person === undefined || person.token_version !== tokenVersion) return yield* new InvalidGrant()
        yield* refuseLocked(person.locked)
        const tokens = yield* sessions.open({ kind: "developer", id: person.id, orgId: person.org_id, tokenVersion })
        yield* codes.keepSession(request.code, tokens.refresh_token)
        yield* audit.login(person, method)
        return tokens
      }, transaction.keepOn("InvalidGrant"))

      return ConsoleTokens.of({ exchange })
    })
  )
}
