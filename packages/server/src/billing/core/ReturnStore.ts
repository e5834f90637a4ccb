import { OrgId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { valueOf } from "./amountOf.ts"
import type { Attempt } from "./AttemptStore.ts"
import { BillingTime } from "./BillingTime.ts"

/** Money that is to be given back whole. Its id is the idempotency key. */
const Return = Schema.Struct({
  id: Schema.String,
  org_id: OrgId,
  attempt_id: Schema.String,
  provider_id: Schema.String,
  body: Schema.String,
  tries: Schema.Int,
  created_at: Schema.Date
})
export type Return = typeof Return.Type

const Revocation = Schema.Struct({ mandate_id: Schema.String, customer_id: Schema.String, tries: Schema.Int })
export type Revocation = typeof Revocation.Type

/** The billing_returns and billing_revocations tables: what is still to be done at the provider. */
export class ReturnStore extends Context.Service<
  ReturnStore,
  {
    readonly insert: (attempt: Attempt) => Effect.Effect<void>
    /** Claims the one that is due for longest; it is due again at `until`. */
    readonly claim: (now: Date, until: Date) => Effect.Effect<Option.Option<Return>>
    readonly end: (id: string, state: "done" | "refused") => Effect.Effect<void>
    /** The mandate is revoked at the provider after the commit. */
    readonly revoke: (orgId: OrgId, customerId: string, mandateId: string) => Effect.Effect<void>
    readonly claimRevocation: (now: Date, until: Date) => Effect.Effect<Option.Option<Revocation>>
    readonly endRevocation: (mandateId: string) => Effect.Effect<void>
  }
>()("@fleet/server/billing/ReturnStore") {
  static readonly layer = Layer.effect(
    ReturnStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* BillingTime
      const now = Effect.map(time, DateTime.toDateUtc)
      const Claim = Schema.Struct({ now: Schema.Date, until: Schema.Date })
      const claim = SqlSchema.findOneOption({
        Request: Claim,
        Result: Return,
        execute: ({ now, until }) => sql`
          UPDATE billing_returns SET due_at = ${until}::timestamptz, tries = tries + 1
          WHERE id = (
            SELECT id FROM billing_returns WHERE due_at <= ${now}::timestamptz
            ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING id, org_id, attempt_id, provider_id, body, tries, created_at`
      })
      const claimRevocation = SqlSchema.findOneOption({
        Request: Claim,
        Result: Revocation,
        execute: ({ now, until }) => sql`
          UPDATE billing_revocations SET due_at = ${until}::timestamptz, tries = tries + 1
          WHERE mandate_id = (
            SELECT mandate_id FROM billing_revocations WHERE due_at <= ${now}::timestamptz
            ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING mandate_id, customer_id, tries`
      })
      const run = <A>(statement: Effect.Effect<A, unknown>) => Effect.asVoid(Effect.orDie(statement))
      return ReturnStore.of({
        insert: Effect.fnUntraced(function* ({ currency, gross_cents, id, org_id, provider_id }) {
          const at = yield* now
          const body = JSON.stringify({
            amount: { currency: currency.toUpperCase(), value: valueOf(gross_cents) },
            description: "Given back",
            metadata: { attempt_id: id }
          })
          yield* run(sql`
            INSERT INTO billing_returns (id, org_id, attempt_id, provider_id, body, state, due_at, created_at)
            VALUES (gen_random_uuid(), ${org_id}, ${id}, ${provider_id}, ${body}, 'due', ${at}::timestamptz,
              ${at}::timestamptz)
            ON CONFLICT (attempt_id) DO NOTHING`)
        }),
        claim: (now, until) => Effect.orDie(claim({ now, until })),
        end: (id, state) => run(sql`UPDATE billing_returns SET state = ${state}, due_at = NULL WHERE id = ${id}`),
        revoke: Effect.fnUntraced(function* (orgId, customerId, mandateId) {
          yield* run(sql`
            INSERT INTO billing_revocations (mandate_id, org_id, customer_id, due_at)
            VALUES (${mandateId}, ${orgId}, ${customerId}, ${yield* now}::timestamptz) ON CONFLICT DO NOTHING`)
        }),
        claimRevocation: (now, until) => Effect.orDie(claimRevocation({ now, until })),
        endRevocation: (id) => run(sql`DELETE FROM billing_revocations WHERE mandate_id = ${id}`)
      })
    })
  )
}
