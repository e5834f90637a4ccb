import { Api } from "@fleet/domain/api/Api"
import { CurrentCheckout, CurrentInvoice, CurrentPayable } from "@fleet/domain/api/BillingScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { isInUnion } from "@fleet/domain/Countries"
import { TargetStateConflict } from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Accounts } from "./Accounts.ts"
import { BillingViews } from "./BillingViews.ts"
import { Changes } from "./Changes.ts"
import { Checkouts } from "./Checkouts.ts"
import { InvoiceDocuments } from "../documents/InvoiceDocuments.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import { VatIds } from "./VatIds.ts"

export const BillingHttp = HttpApiBuilder.group(
  Api,
  "billing",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* Accounts
    const changes = yield* Changes
    const checkouts = yield* Checkouts
    const documents = yield* InvoiceDocuments
    const invoices = yield* InvoiceStore
    const vatIds = yield* VatIds
    const views = yield* BillingViews
    return handlers.handleAll({
      view: Effect.fnUntraced(function* () {
        return yield* views.of((yield* CurrentDeveloper).orgId)
      }),
      checkout: Effect.fnUntraced(function* ({ payload }) {
        return yield* checkouts.begin(yield* CurrentDeveloper, payload)
      }),
      checkoutStatus: Effect.fnUntraced(function* () {
        return yield* checkouts.status((yield* CurrentDeveloper).orgId, yield* CurrentCheckout)
      }),
      checkVatId: Effect.fnUntraced(function* ({ payload: { country, vat_id } }) {
        if (!isInUnion(country)) return yield* Effect.fail(refusalOf({ field: "country", rule: Rule.invalidValue }))
        const { proof: _, ...answer } = yield* vatIds.check(country, vat_id)
        return answer
      }),
      details: Effect.fnUntraced(function* ({ payload }) {
        return yield* accounts.changeDetails(yield* CurrentDeveloper, payload)
      }),
      change: Effect.fnUntraced(function* ({ payload }) {
        return yield* changes.change(yield* CurrentDeveloper, payload)
      }),
      paymentMethod: Effect.fnUntraced(function* ({ payload }) {
        return yield* checkouts.changeMethod(yield* CurrentDeveloper, payload.method)
      }),
      cancel: Effect.fnUntraced(function* ({ payload }) {
        return yield* accounts.cancel(yield* CurrentDeveloper, payload ?? {})
      }),
      resume: Effect.fnUntraced(function* () {
        return yield* accounts.resume(yield* CurrentDeveloper)
      }),
      pdf: Effect.fnUntraced(function* () {
        const id = yield* CurrentInvoice
        const { number } = Option.getOrThrow(yield* invoices.find(id))
        return HttpServerResponse.uint8Array(yield* documents.pdf(id), {
          contentType: "application/pdf",
          headers: { "content-disposition": `attachment; filename="${number}.pdf"` }
        })
      }),
      xml: Effect.fnUntraced(function* ({ query: { profile = "en16931" } }) {
        const xml = yield* documents.xml(yield* CurrentInvoice, profile)
        if (Option.isSome(xml)) return HttpServerResponse.text(xml.value, { contentType: "application/xml" })
        return yield* new TargetStateConflict({ details: { field: "invoice", rule: "no_buyer_reference" } })
      }),
      pay: Effect.fnUntraced(function* () {
        return yield* checkouts.pay(yield* CurrentDeveloper, yield* CurrentPayable)
      })
    })
  })
)
