import { DeveloperId, InvoiceId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Day, Order, Package } from "../rules/Order.ts"

/** What is due: held while it may not be invoiced yet, billed once it is, void where it was never taken. */
export const Charge = Schema.Struct({
  id: InvoiceId,
  org_id: OrgId,
  kind: Schema.Literals(["renewal", "change"]),
  period_index: Schema.NullOr(Schema.Int),
  state: Schema.Literals(["due", "held", "billed", "void"]),
  ordered: Order,
  /** Of a change: what waits for the end of the period, and who chose it. */
  later: Schema.NullOr(Package),
  chosen_by: Schema.NullOr(DeveloperId),
  gross_cents: Schema.Finite,
  day_zero: Day,
  invoice_id: Schema.NullOr(InvoiceId),
  created_at: Schema.Date
})
export type Charge = typeof Charge.Type

/** The billing_charges table. */
export class ChargeStore extends Context.Service<
  ChargeStore,
  {
    readonly insert: (charge: Charge) => Effect.Effect<void>
    readonly find: (id: string) => Effect.Effect<Option.Option<Charge>>
    readonly held: (orgId: OrgId) => Effect.Effect<Option.Option<Charge>>
    /** The change that is being charged. */
    readonly changing: (orgId: OrgId) => Effect.Effect<Option.Option<Charge>>
    /** Only of one that is due or held. */
    readonly set: (id: string, state: Charge["state"], invoiceId: InvoiceId | null) => Effect.Effect<void>
  }
>()("@fleet/server/billing/ChargeStore") {
  static readonly layer = Layer.effect(
    ChargeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns =
        sql.literal(`id, org_id, kind, period_index, state, ordered, later, chosen_by, gross_cents::float8 AS gross_cents,
        day_zero::text AS day_zero, invoice_id, created_at`)
      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Charge,
        execute: (id) => sql`SELECT ${columns} FROM billing_charges WHERE id = ${id}`
      })
      const held = SqlSchema.findOneOption({
        Request: OrgId,
        Result: Charge,
        execute: (orgId) =>
          sql`SELECT ${columns} FROM billing_charges WHERE org_id = ${orgId} AND state = 'held' ORDER BY created_at LIMIT 1`
      })
      const changing = SqlSchema.findOneOption({
        Request: OrgId,
        Result: Charge,
        execute: (orgId) => sql`
          SELECT ${columns} FROM billing_charges
          WHERE org_id = ${orgId} AND kind = 'change' AND state = 'due' ORDER BY created_at DESC LIMIT 1`
      })
      const run = <A>(statement: Effect.Effect<A, unknown>) => Effect.asVoid(Effect.orDie(statement))
      return ChargeStore.of({
        insert: (c) =>
          run(sql`
            INSERT INTO billing_charges (id, org_id, kind, period_index, state, ordered, later, chosen_by, gross_cents,
              day_zero, invoice_id, created_at)
            VALUES (${c.id}, ${c.org_id}, ${c.kind}, ${c.period_index}, ${c.state}, ${JSON.stringify(c.ordered)}::jsonb,
              ${c.later === null ? null : JSON.stringify(c.later)}::jsonb, ${c.chosen_by}, ${c.gross_cents}, ${c.day_zero}::text::date, ${c.invoice_id}, ${c.created_at}::timestamptz)`),
        find: (id) => Effect.orDie(find(id)),
        changing: (orgId) => Effect.orDie(changing(orgId)),
        held: (orgId) => Effect.orDie(held(orgId)),
        set: (id, state, invoiceId) =>
          run(sql`UPDATE billing_charges SET state = ${state}, invoice_id = ${invoiceId}
              WHERE id = ${id} AND state IN ('due', 'held')`)
      })
    })
  )
}
