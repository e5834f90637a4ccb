import { expect, layer } from "@effect/vitest"
import { InvoiceId } from "@fleet/domain/Ids"
import { InvoiceDocuments } from "@fleet/server/billing/documents/InvoiceDocuments"
import { InvoiceDocumentStore } from "@fleet/server/billing/documents/InvoiceDocumentStore"
import { InvoiceSnapshot } from "@fleet/server/billing/documents/InvoiceSnapshot"
import { invoicePdf } from "@fleet/server/billing/documents/invoicePdf"
import { invoiceXml } from "@fleet/server/billing/documents/invoiceXml"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { TestDatabase } from "../../support/Database.ts"
import { domestic, reverseCharge } from "./shapes.ts"

let seq = 0

/** An invoice in the table alone. */
const issue = Effect.fnUntraced(function* (snapshot: InvoiceSnapshot) {
  const sql = yield* SqlClient.SqlClient
  const [id, orgId] = [InvoiceId.make(randomUUID()), randomUUID()]
  yield* sql`INSERT INTO orgs ${sql.insert({ id: orgId, name: "Org" })}`
  const json = yield* Schema.encodeEffect(Schema.fromJsonString(InvoiceSnapshot))(snapshot)
  seq += 1
  yield* sql`
    INSERT INTO billing_invoices (id, org_id, kind, year, seq, number, issued_at, status, currency, net_cents,
      vat_rate_percent, vat_cents, gross_cents, snapshot)
    VALUES (${id}, ${orgId}, 'invoice', 2026, ${seq}, ${`T-${seq}`}, now(), 'paid', ${snapshot.currency},
      ${snapshot.net_cents}, ${snapshot.vat.rate_percent}, ${snapshot.vat_cents}, ${snapshot.gross_cents},
      ${json}::text::jsonb)`
  return id
})

const Documents = InvoiceDocuments.layer.pipe(
  Layer.provideMerge(InvoiceDocumentStore.layer),
  Layer.provideMerge(TestDatabase)
)

layer(Documents)("documents of invoices", (it) => {
  it.effect("are rendered once, however many ask", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const documents = yield* InvoiceDocuments
      const id = yield* issue(domestic)
      const asked = yield* Effect.all([documents.pdf(id), documents.pdf(id), documents.pdf(id)], { concurrency: 3 })
      const expected = yield* Effect.promise(() => invoicePdf(domestic))
      for (const pdf of asked) expect(Buffer.compare(pdf, expected)).toBe(0)
      const [kept] = yield* sql<{ pdf: Uint8Array; xml: string }>`
        SELECT pdf, xml FROM billing_documents WHERE invoice_id = ${id}`
      expect(kept!.xml).toBe(invoiceXml(domestic, "en16931"))
      yield* sql`UPDATE billing_documents SET pdf = ${Buffer.from("kept")}, xml = 'kept' WHERE invoice_id = ${id}`
      expect(Buffer.from(yield* documents.pdf(id)).toString()).toBe("kept")
      expect(yield* documents.xml(id, "en16931")).toEqual(Option.some("kept"))
    })
  )

  it.effect("are XRechnung too, with a buyer reference", () =>
    Effect.gen(function* () {
      const documents = yield* InvoiceDocuments
      const [without, having] = [yield* issue(domestic), yield* issue(reverseCharge)]
      expect(yield* documents.xml(without, "xrechnung")).toEqual(Option.none())
      expect(yield* documents.xml(without, "en16931")).toEqual(Option.some(invoiceXml(domestic, "en16931")))
      expect(yield* documents.xml(having, "xrechnung")).toEqual(Option.some(invoiceXml(reverseCharge, "xrechnung")))
    })
  )
})
