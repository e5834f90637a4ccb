import { CheckoutPurpose, CheckoutState, Currency, Payer, VatIdStatus } from "@fleet/domain/Billing"
import { CheckoutId, InvoiceId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Order } from "../rules/Order.ts"

/** Who pays, as a checkout was begun: a change of address or VAT ID until it is paid does not alter it. */
export const Party = Schema.Struct({
  customer_id: Schema.String,
  payer: Payer,
  currency: Currency,
  treatment: Schema.Literals(["domestic", "reverse_charge", "outside_eu"]),
  rate_percent: Schema.Int,
  vat_id_status: Schema.NullOr(VatIdStatus),
  vat_proof: Schema.NullOr(Schema.Unknown)
})
export type Party = typeof Party.Type

/** A hosted payment. `ordered` is what an upgrade buys. */
export const Checkout = Schema.Struct({
  id: CheckoutId,
  org_id: OrgId,
  purpose: CheckoutPurpose,
  status: CheckoutState,
  ordered: Schema.NullOr(Order),
  party: Schema.NullOr(Party),
  invoice_id: Schema.NullOr(InvoiceId),
  created_at: Schema.Date
})
export type Checkout = typeof Checkout.Type

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** The billing_checkouts table. */
export class CheckoutStore extends Context.Service<
  CheckoutStore,
  {
    readonly insert: (checkout: Checkout) => Effect.Effect<void>
    readonly find: (id: CheckoutId) => Effect.Effect<Option.Option<Checkout>>
    readonly setStatus: (id: CheckoutId, status: CheckoutState) => Effect.Effect<void>
    /** Whether a hosted payment of the invoice is open. */
    readonly isPaying: (invoiceId: InvoiceId) => Effect.Effect<boolean>
  }
>()("@fleet/server/billing/CheckoutStore") {
  static readonly layer = Layer.effect(
    CheckoutStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: CheckoutId,
        Result: Checkout,
        execute: (id) => sql`
          SELECT id, org_id, purpose, status, ordered, party, invoice_id, created_at FROM billing_checkouts WHERE id = ${id}`
      })
      const run = <A>(statement: Effect.Effect<A, unknown>) => Effect.asVoid(Effect.orDie(statement))
      return CheckoutStore.of({
        insert: (c) =>
          run(sql`
            INSERT INTO billing_checkouts (id, org_id, purpose, status, ordered, party, invoice_id, created_at)
            VALUES (${c.id}, ${c.org_id}, ${c.purpose}, ${c.status},
              ${json(c.ordered)}::jsonb, ${json(c.party)}::jsonb, ${c.invoice_id},
              ${c.created_at}::timestamptz)`),
        find: (id) => Effect.orDie(find(id)),
        setStatus: (id, status) => run(sql`UPDATE billing_checkouts SET status = ${status} WHERE id = ${id}`),
        isPaying: (invoiceId) =>
          sql`SELECT id FROM billing_checkouts WHERE invoice_id = ${invoiceId} AND status = 'pending'`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length > 0)
          )
      })
    })
  )
}
