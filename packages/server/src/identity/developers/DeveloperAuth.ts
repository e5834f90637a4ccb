import type { Developer } from "@fleet/domain/Caller"
import type { AuthMeResponse } from "@fleet/domain/DeveloperAuth"
import { NotFound, type OrgLocked, TokenRevoked } from "@fleet/domain/Errors"
import type { SessionTokens } from "@fleet/domain/SessionTokens"
import { Context, Effect, Layer, Option } from "effect"
import { AuditLog } from "../../audit/AuditLog.ts"
import { refuseLocked } from "../../org/refuseLocked.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { DeveloperStore } from "./DeveloperStore.ts"
import { Sessions } from "../sessions/Sessions.ts"

/** A developer's own account, and its sessions. */
export class DeveloperAuth extends Context.Service<
  DeveloperAuth,
  {
    readonly me: (developer: Developer) => Effect.Effect<AuthMeResponse, TokenRevoked>
    /** Null clears the name. The same name writes nothing. */
    readonly rename: (developer: Developer, displayName: string | null) => Effect.Effect<AuthMeResponse, TokenRevoked>
    /** Opens a session without a sign-in: for operators on the machine itself. */
    readonly mint: (email: string) => Effect.Effect<SessionTokens, NotFound | OrgLocked>
  }
>()("@fleet/server/DeveloperAuth") {
  static readonly layer = Layer.effect(
    DeveloperAuth,
    Effect.gen(function* () {
      const store = yield* DeveloperStore
      const sessions = yield* Sessions
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const me = Effect.fn("DeveloperAuth.me")(function* (developer: Developer) {
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
            two_factor: { passkeys: row.passkeys, authenticator: row.authenticator },
            created_at: row.created_at
          }
        }
      })

      const rename = Effect.fn("DeveloperAuth.rename")(function* (developer: Developer, displayName: string | null) {
        if (yield* store.rename(developer.id, displayName)) {
          yield* audit.record({
            orgId: developer.orgId,
            actor: developer,
            action: "developer.renamed",
            target: { kind: "developer", id: developer.id, label: developer.email },
            details: { fields: ["display_name"] }
          })
        }
        return yield* me(developer)
      }, transaction.run)

      return DeveloperAuth.of({
        me,
        rename,
        mint: Effect.fn("DeveloperAuth.mint")(function* (email) {
          const row = Option.getOrUndefined(yield* store.findByEmail(email))
          if (row === undefined) return yield* new NotFound()
          yield* refuseLocked(row.locked)
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
