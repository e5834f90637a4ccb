import {
  CheckoutScope,
  CheckoutsLimited,
  CurrentCheckout,
  CurrentInvoice,
  CurrentPayable,
  InvoiceMailsLimited,
  InvoiceScope,
  PayableScope,
  VatChecksLimited
} from "@fleet/domain/api/BillingScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { InvalidUuid, NotFound } from "@fleet/domain/Errors"
import { CheckoutId, InvoiceId } from "@fleet/domain/Ids"
import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { type Bucket, RateLimits } from "../../platform/limits/RateLimits.ts"
import { Checkouts } from "./Checkouts.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import type { RateLimited } from "@fleet/domain/Errors"

const checkoutId = Effect.mapError(
  HttpRouter.schemaPathParams(Schema.Struct({ id: CheckoutId })),
  () => new InvalidUuid()
)
const invoiceId = Effect.mapError(
  HttpRouter.schemaPathParams(Schema.Struct({ id: InvoiceId })),
  () => new InvalidUuid()
)

const CheckoutScopeLive = Layer.effect(
  CheckoutScope,
  Effect.map(Checkouts, (checkouts) =>
    Effect.fnUntraced(function* (handled) {
      const { id } = yield* checkoutId
      if (!(yield* checkouts.has((yield* CurrentDeveloper).orgId, id))) return yield* new NotFound()
      return yield* Effect.provideService(handled, CurrentCheckout, id)
    })
  )
)

const InvoiceScopeLive = Layer.effect(
  InvoiceScope,
  Effect.map(InvoiceStore, (invoices) =>
    Effect.fnUntraced(function* (handled) {
      const { id } = yield* invoiceId
      const invoice = yield* invoices.find(id)
      const { orgId } = yield* CurrentDeveloper
      if (Option.isNone(invoice) || invoice.value.org_id !== orgId) return yield* new NotFound()
      return yield* Effect.provideService(handled, CurrentInvoice, id)
    })
  )
)

const PayableScopeLive = Layer.effect(
  PayableScope,
  Effect.map(Checkouts, (checkouts) =>
    Effect.fnUntraced(function* (handled) {
      const { id } = yield* invoiceId
      if (!(yield* checkouts.isPayable((yield* CurrentDeveloper).orgId, id))) return yield* new NotFound()
      return yield* Effect.provideService(handled, CurrentPayable, id)
    })
  )
)

const byOrg = (bucket: Bucket) =>
  Effect.map(
    RateLimits,
    (limits) =>
      <A, E, R>(handled: Effect.Effect<A, E, R>): Effect.Effect<A, E | RateLimited, R | CurrentDeveloper> =>
        Effect.gen(function* () {
          yield* limits.take(bucket, (yield* CurrentDeveloper).orgId)
          return yield* handled
        })
  )

/** Resolves the ids in the paths of billing, and takes the rate limits that are counted by org. */
export const BillingScopesLive = Layer.mergeAll(
  CheckoutScopeLive,
  InvoiceScopeLive,
  PayableScopeLive,
  Layer.effect(CheckoutsLimited, byOrg("billing_checkout")),
  Layer.effect(VatChecksLimited, byOrg("billing_vat_check")),
  Layer.effect(InvoiceMailsLimited, byOrg("billing_send"))
)
