import { Currency } from "@fleet/domain/Billing"
import { CheckoutId, InvoiceId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

export const AttemptStatus = Schema.Literals([
  "created",
  "unknown",
  "open",
  "pending",
  "paid",
  "failed",
  "canceled",
  "expired",
  "lost"
])
export type AttemptStatus = typeof AttemptStatus.Type

/**
 * One try to take money. Its id is the idempotency key, and `body` is what is sent, to the byte, however often. `used` is
 * null until it is decided whether the money settles something; where not, it is given back.
 */
export const Attempt = Schema.Struct({
  id: Schema.String,
  org_id: OrgId,
  checkout_id: Schema.NullOr(CheckoutId),
  charge_id: Schema.NullOr(Schema.String),
  invoice_id: Schema.NullOr(InvoiceId),
  sequence: Schema.Literals(["first", "recurring"]),
  body: Schema.String,
  currency: Currency,
  gross_cents: Schema.Finite,
  status: AttemptStatus,
  provider_id: Schema.NullOr(Schema.String),
  checkout_url: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  paid_at: Schema.NullOr(Schema.Date),
  used: Schema.NullOr(Schema.Boolean),
  mandate_id: Schema.NullOr(Schema.String),
  refunded_cents: Schema.Finite,
  charged_back_cents: Schema.Finite,
  fetched_at: Schema.NullOr(Schema.Date),
  look_at: Schema.NullOr(Schema.Date),
  looks: Schema.Int,
  created_at: Schema.Date
})
export type Attempt = typeof Attempt.Type

export type NewAttempt = Pick<
  Attempt,
  "id" | "org_id" | "checkout_id" | "charge_id" | "invoice_id" | "sequence" | "body" | "currency" | "gross_cents"
>

/** The billing_attempts table. */
export class AttemptStore extends Context.Service<
  AttemptStore,
  {
    readonly insert: (attempt: NewAttempt, at: Date, lookAt: Date) => Effect.Effect<void>
    readonly find: (id: string) => Effect.Effect<Option.Option<Attempt>>
    readonly byProvider: (providerId: string) => Effect.Effect<Option.Option<Attempt>>
    /** The newest of a checkout. */
    readonly ofCheckout: (id: CheckoutId) => Effect.Effect<Option.Option<Attempt>>
    readonly ofInvoice: (id: InvoiceId) => Effect.Effect<ReadonlyArray<Attempt>>
    readonly ofCharge: (id: string) => Effect.Effect<ReadonlyArray<Attempt>>
    /** Those on the provider's page that were paid, and so gave mandates. */
    readonly mandatesOf: (orgId: OrgId) => Effect.Effect<ReadonlyArray<Attempt>>
    /** All but what is never changed. */
    readonly save: (attempt: Attempt) => Effect.Effect<void>
    /** Claims the attempt that is to be looked at for longest; it is due again at `until`. */
    readonly claim: (now: Date, until: Date) => Effect.Effect<Option.Option<Attempt>>
    /** Those whose money settled something since: their refunds and chargebacks are looked for daily. */
    readonly settledSince: (after: Date) => Effect.Effect<ReadonlyArray<Attempt>>
  }
>()("@fleet/server/billing/AttemptStore") {
  static readonly layer = Layer.effect(
    AttemptStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(`id, org_id, checkout_id, charge_id, invoice_id, sequence, body, currency,
        gross_cents::float8 AS gross_cents, status, provider_id, checkout_url, reason, paid_at, used, mandate_id,
        refunded_cents::float8 AS refunded_cents, charged_back_cents::float8 AS charged_back_cents, fetched_at, look_at,
        looks, created_at`)
      const one = (where: (key: string) => Parameters<typeof sql.and>[0][number]) =>
        SqlSchema.findOneOption({
          Request: Schema.String,
          Result: Attempt,
          execute: (key) =>
            sql`SELECT ${columns} FROM billing_attempts WHERE ${where(key)} ORDER BY created_at DESC LIMIT 1`
        })
      const all = (where: (key: string) => Parameters<typeof sql.and>[0][number]) =>
        SqlSchema.findAll({
          Request: Schema.String,
          Result: Attempt,
          execute: (key) => sql`SELECT ${columns} FROM billing_attempts WHERE ${where(key)} ORDER BY created_at, id`
        })
      const find = one((id) => sql`id = ${id}`)
      const byProvider = one((id) => sql`provider_id = ${id}`)
      const ofCheckout = one((id) => sql`checkout_id = ${id}`)
      const ofInvoice = all((id) => sql`invoice_id = ${id}`)
      const ofCharge = all((id) => sql`charge_id = ${id}`)
      const mandatesOf = all((id) => sql`org_id = ${id} AND sequence = 'first' AND status = 'paid'`)
      const claim = SqlSchema.findOneOption({
        Request: Schema.Struct({ now: Schema.Date, until: Schema.Date }),
        Result: Attempt,
        execute: ({ now, until }) => sql`
          UPDATE billing_attempts SET look_at = ${until}::timestamptz, looks = looks + 1
          WHERE id = (
            SELECT id FROM billing_attempts WHERE look_at <= ${now}::timestamptz
            ORDER BY look_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING ${columns}`
      })
      const settledSince = SqlSchema.findAll({
        Request: Schema.Date,
        Result: Attempt,
        execute: (after) => sql`
          SELECT ${columns} FROM billing_attempts
          WHERE status = 'paid' AND paid_at >= ${after}::timestamptz ORDER BY paid_at, id`
      })
      const run = <A>(statement: Effect.Effect<A, unknown>) => Effect.asVoid(Effect.orDie(statement))
      return AttemptStore.of({
        insert: (attempt, at, lookAt) =>
          run(sql`
            INSERT INTO billing_attempts (id, org_id, checkout_id, charge_id, invoice_id, sequence, body, currency,
              gross_cents, status, look_at, created_at)
            VALUES (${attempt.id}, ${attempt.org_id}, ${attempt.checkout_id}, ${attempt.charge_id},
              ${attempt.invoice_id}, ${attempt.sequence}, ${attempt.body}, ${attempt.currency}, ${attempt.gross_cents},
              'created', ${lookAt}::timestamptz, ${at}::timestamptz)`),
        find: (id) => Effect.orDie(find(id)),
        byProvider: (id) => Effect.orDie(byProvider(id)),
        ofCheckout: (id) => Effect.orDie(ofCheckout(id)),
        ofInvoice: (id) => Effect.orDie(ofInvoice(id)),
        ofCharge: (id) => Effect.orDie(ofCharge(id)),
        mandatesOf: (id) => Effect.orDie(mandatesOf(id)),
        save: (attempt) =>
          run(sql`
            UPDATE billing_attempts SET status = ${attempt.status}, provider_id = ${attempt.provider_id},
              checkout_url = ${attempt.checkout_url}, reason = ${attempt.reason},
              invoice_id = ${attempt.invoice_id}, paid_at = ${attempt.paid_at}::timestamptz, used = ${attempt.used},
              mandate_id = ${attempt.mandate_id}, refunded_cents = ${attempt.refunded_cents},
              charged_back_cents = ${attempt.charged_back_cents}, fetched_at = ${attempt.fetched_at}::timestamptz,
              look_at = ${attempt.look_at}::timestamptz, looks = ${attempt.looks}
            WHERE id = ${attempt.id}`),
        claim: (now, until) => Effect.orDie(claim({ now, until })),
        settledSince: (after) => Effect.orDie(settledSince(after))
      })
    })
  )
}
