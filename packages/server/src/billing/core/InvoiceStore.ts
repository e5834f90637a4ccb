import { Currency, Invoice } from "@fleet/domain/Billing"
import { InvoiceId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Day } from "../rules/Order.ts"

/** `failure` and `day_zero` are of an open invoice that is being dunned. */
export const InvoiceRow = Schema.Struct({
  ...Invoice.fields,
  org_id: OrgId,
  issued_at: Schema.DateTimeUtcFromDate,
  paid_at: Schema.NullOr(Schema.Date),
  failure: Schema.NullOr(Schema.String),
  day_zero: Schema.NullOr(Day)
})
export type InvoiceRow = typeof InvoiceRow.Type

/** What is issued; the number and the moment come with the counter. */
export const NewInvoice = Schema.Struct({
  id: InvoiceId,
  org_id: OrgId,
  kind: Schema.Literals(["invoice", "credit_note"]),
  corrects: Schema.NullOr(InvoiceId),
  refund_id: Schema.NullOr(Schema.String),
  status: Schema.Literals(["open", "paid"]),
  currency: Currency,
  net_cents: Schema.Int,
  vat_rate_percent: Schema.Int,
  vat_cents: Schema.Int,
  gross_cents: Schema.Int
})
export type NewInvoice = typeof NewInvoice.Type

const Counted = Schema.Struct({ last: Schema.Int, last_at: Schema.DateTimeUtcFromDate })

/** The billing_invoices and billing_counters tables. */
export class InvoiceStore extends Context.Service<
  InvoiceStore,
  {
    /** The next number of a year, and the moment it was given: never before that of the number before. */
    readonly count: (year: number, at: Date) => Effect.Effect<typeof Counted.Type>
    readonly insert: (
      invoice: NewInvoice,
      issued: { readonly year: number; readonly seq: number; readonly number: string; readonly at: Date },
      snapshot: unknown
    ) => Effect.Effect<void>
    readonly find: (id: InvoiceId) => Effect.Effect<Option.Option<InvoiceRow>>
    readonly snapshot: (id: InvoiceId) => Effect.Effect<unknown>
    /** Newest first. */
    readonly newest: (orgId: OrgId, limit: number) => Effect.Effect<ReadonlyArray<InvoiceRow>>
    /** Oldest first. */
    readonly open: (orgId: OrgId) => Effect.Effect<ReadonlyArray<InvoiceRow>>
    readonly hasCreditNote: (refundId: string) => Effect.Effect<boolean>
    readonly setStatus: (
      id: InvoiceId,
      to: Pick<InvoiceRow, "status" | "paid_at" | "failure" | "day_zero">
    ) => Effect.Effect<void>
  }
>()("@fleet/server/billing/InvoiceStore") {
  static readonly layer = Layer.effect(
    InvoiceStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(`id, org_id, kind, corrects, number, issued_at, status, paid_at, failure,
        day_zero::text AS day_zero, currency, net_cents::float8 AS net_cents, vat_rate_percent,
        vat_cents::float8 AS vat_cents, gross_cents::float8 AS gross_cents`)
      const count = SqlSchema.findOne({
        Request: Schema.Struct({ year: Schema.Int, at: Schema.Date }),
        Result: Counted,
        execute: ({ at, year }) => sql`
          INSERT INTO billing_counters (year, last, last_at) VALUES (${year}, 1, ${at}::timestamptz)
          ON CONFLICT (year) DO UPDATE SET last = billing_counters.last + 1,
            last_at = greatest(billing_counters.last_at, excluded.last_at)
          RETURNING last, last_at`
      })
      const find = SqlSchema.findOneOption({
        Request: InvoiceId,
        Result: InvoiceRow,
        execute: (id) => sql`SELECT ${columns} FROM billing_invoices WHERE id = ${id}`
      })
      const newest = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: OrgId, limit: Schema.Int }),
        Result: InvoiceRow,
        execute: ({ limit, orgId }) => sql`
          SELECT ${columns} FROM billing_invoices WHERE org_id = ${orgId} ORDER BY year DESC, seq DESC LIMIT ${limit}`
      })
      const open = SqlSchema.findAll({
        Request: OrgId,
        Result: InvoiceRow,
        execute: (orgId) => sql`
          SELECT ${columns} FROM billing_invoices WHERE org_id = ${orgId} AND status = 'open' ORDER BY year, seq`
      })
      const run = <A>(statement: Effect.Effect<A, unknown>) => Effect.asVoid(Effect.orDie(statement))
      return InvoiceStore.of({
        count: (year, at) => Effect.orDie(count({ year, at })),
        insert: (invoice, { at, number, seq, year }, snapshot) =>
          run(sql`
            INSERT INTO billing_invoices (id, org_id, kind, corrects, refund_id, year, seq, number, issued_at, status,
              paid_at, currency, net_cents, vat_rate_percent, vat_cents, gross_cents, snapshot)
            VALUES (${invoice.id}, ${invoice.org_id}, ${invoice.kind}, ${invoice.corrects}, ${invoice.refund_id}, ${year},
              ${seq}, ${number}, ${at}::timestamptz, ${invoice.status},
              ${invoice.status === "paid" ? at : null}::timestamptz, ${invoice.currency}, ${invoice.net_cents},
              ${invoice.vat_rate_percent}, ${invoice.vat_cents}, ${invoice.gross_cents},
              ${JSON.stringify(snapshot)}::jsonb)`),
        find: (id) => Effect.orDie(find(id)),
        snapshot: (id) =>
          sql<{ readonly snapshot: unknown }>`SELECT snapshot FROM billing_invoices WHERE id = ${id}`.pipe(
            Effect.orDie,
            Effect.map(([row]) => row!.snapshot)
          ),
        newest: (orgId, limit) => Effect.orDie(newest({ orgId, limit })),
        open: (orgId) => Effect.orDie(open(orgId)),
        hasCreditNote: (refundId) =>
          sql`SELECT id FROM billing_invoices WHERE refund_id = ${refundId}`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length > 0)
          ),
        setStatus: (id, { day_zero, failure, paid_at, status }) =>
          run(sql`
            UPDATE billing_invoices SET status = ${status}, paid_at = ${paid_at}::timestamptz, failure = ${failure},
              day_zero = ${day_zero}::text::date
            WHERE id = ${id}`)
      })
    })
  )
}
