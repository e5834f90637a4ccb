import { InvoiceId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { InvoiceSnapshot } from "./InvoiceSnapshot.ts"

const Pdf = Schema.Struct({ pdf: Schema.instanceOf(Uint8Array) })
const Issued = Schema.Struct({ snapshot: InvoiceSnapshot })

/** The billing_documents table, and what it is rendered from. */
export class InvoiceDocumentStore extends Context.Service<
  InvoiceDocumentStore,
  {
    readonly snapshot: (id: InvoiceId) => Effect.Effect<Option.Option<typeof Issued.Type>>
    readonly find: (id: InvoiceId) => Effect.Effect<Option.Option<typeof Pdf.Type>>
    /** The XML of EN 16931 that stands in the PDF. */
    readonly xml: (id: InvoiceId) => Effect.Effect<Option.Option<string>>
    /** Keeps the documents, unless there are some. */
    readonly keep: (id: InvoiceId, pdf: Uint8Array, xml: string) => Effect.Effect<void>
  }
>()("@fleet/server/billing/InvoiceDocumentStore") {
  static readonly layer = Layer.effect(
    InvoiceDocumentStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const snapshot = SqlSchema.findOneOption({
        Request: InvoiceId,
        Result: Issued,
        execute: (id) => sql`SELECT snapshot FROM billing_invoices WHERE id = ${id}`
      })
      const find = SqlSchema.findOneOption({
        Request: InvoiceId,
        Result: Pdf,
        execute: (id) => sql`SELECT pdf FROM billing_documents WHERE invoice_id = ${id}`
      })
      const xml = SqlSchema.findOneOption({
        Request: InvoiceId,
        Result: Schema.Struct({ xml: Schema.String }),
        execute: (id) => sql`SELECT xml FROM billing_documents WHERE invoice_id = ${id}`
      })
      return InvoiceDocumentStore.of({
        snapshot: (id) => Effect.orDie(snapshot(id)),
        find: (id) => Effect.orDie(find(id)),
        xml: (id) =>
          Effect.map(
            Effect.orDie(xml(id)),
            Option.map((kept) => kept.xml)
          ),
        keep: (id, pdf, xml) =>
          sql`
            INSERT INTO billing_documents (invoice_id, pdf, xml) VALUES (${id}, ${pdf}, ${xml})
            ON CONFLICT (invoice_id) DO NOTHING`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
