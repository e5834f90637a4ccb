import type { Developer } from "@fleet/domain/Caller"
import type { AuthMeResponse } from "@fleet/domain/DeveloperAuth"
import { NotFound, TokenRevoked } from "@fleet/domain/Errors"
import type { SessionTokens } from "@fleet/domain/SessionTokens"
import { Context, Effect, Layer, Option } from "effect"
import { DeveloperStore } from "./DeveloperStore.ts"
import { Sessions } from "./Sessions.ts"

/** The sessions of developers. */
export class DeveloperAuth extends Context.Service<
  DeveloperAuth,
  {
    readonly me: (developer: Developer) => Effect.Effect<AuthMeResponse, TokenRevoked>
    /** Opens a session without a sign-in: for operators on the machine itself. */
    readonly mint: (email: string) => Effect.Effect<SessionTokens, NotFound>
  }
>()("@fleet/server/DeveloperAuth") {
  static readonly layer = Layer.effect(
    DeveloperAuth,
    Effect.gen(function* () {
      const store = yield* DeveloperStore
      const sessions = yield* Sessions

      return DeveloperAuth.of({
        me: Effect.fn("DeveloperAuth.me")(function* (developer) {
          const found = yield* store.find({ orgId: developer.orgId, id: developer.id })
          const row = yield* Effect.mapError(Effect.fromOption(found), () => new TokenRevoked())
          return {
            org: {
              id: row.org_id,
              name: row.org_name,
              require_two_factor: row.require_two_factor,
              created_at: row.org_created_at
            },
            user: {
              id: row.id,
              org_id: row.org_id,
              email: row.email,
              display_name: row.display_name,
              tier: row.tier,
              two_factor: { passkeys: 0, authenticator: false },
              created_at: row.created_at
            }
          }
        }),
        mint: Effect.fn("DeveloperAuth.mint")(function* (email) {
          const row = Option.getOrUndefined(yield* store.findByEmail(email))
          if (row === undefined) return yield* new NotFound()
          return yield* sessions.open({
            kind: "developer",
            id: row.id,
            orgId: row.org_id,
            tokenVersion: row.token_version
          })
        })
      })
    })
  )
}
