import type { InvoiceId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { InvoiceDocumentStore } from "./InvoiceDocumentStore.ts"
import { invoiceXml, type InvoiceProfile } from "./invoiceXml.ts"

/** The documents of issued invoices and credit notes. An id that was never issued is a defect. */
export class InvoiceDocuments extends Context.Service<
  InvoiceDocuments,
  {
    /** The PDF: rendered when it is first asked for, and the same bytes ever after. */
    readonly pdf: (id: InvoiceId) => Effect.Effect<Uint8Array>
    /** The XML, that of EN 16931 as it stands in the PDF; none as XRechnung where the payer had no buyer reference. */
    readonly xml: (id: InvoiceId, profile: InvoiceProfile) => Effect.Effect<Option.Option<string>>
  }
>()("@fleet/server/billing/InvoiceDocuments") {
  static readonly layer = Layer.effect(
    InvoiceDocuments,
    Effect.gen(function* () {
      const store = yield* InvoiceDocumentStore
      // A long invoice takes the processor for a second.
      const oneAtATime = Semaphore.makeUnsafe(1)
      const snapshotOf = (id: InvoiceId) => Effect.map(store.snapshot(id), (found) => Option.getOrThrow(found).snapshot)

      const render = Effect.fnUntraced(function* (id: InvoiceId) {
        const before = yield* store.find(id)
        if (Option.isSome(before)) return before.value.pdf
        const snapshot = yield* snapshotOf(id)
        // What draws and its fonts take most of a second to load: not at the start of every server.
        const { invoicePdf } = yield* Effect.promise(() => import("./invoicePdf.ts"))
        const pdf = yield* Effect.promise(() => invoicePdf(snapshot))
        yield* store.keep(id, pdf, invoiceXml(snapshot, "en16931"))
        return Option.getOrThrow(yield* store.find(id)).pdf
      })

      const pdf = Effect.fn("InvoiceDocuments.pdf")(function* (id: InvoiceId) {
        const kept = yield* store.find(id)
        return Option.isSome(kept) ? kept.value.pdf : yield* oneAtATime.withPermits(1)(render(id))
      })

      return InvoiceDocuments.of({
        pdf,
        xml: Effect.fn("InvoiceDocuments.xml")(function* (id, profile) {
          if (profile === "en16931") {
            const kept = yield* store.xml(id)
            return Option.isSome(kept) ? kept : yield* Effect.andThen(pdf(id), store.xml(id))
          }
          const snapshot = yield* snapshotOf(id)
          return snapshot.payer.buyer_reference === null ? Option.none() : Option.some(invoiceXml(snapshot, profile))
        })
      })
    })
  )
}
