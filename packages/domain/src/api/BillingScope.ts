import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { CurrentDeveloper } from "../Caller.ts"
import { InvalidUuid, NotFound, RateLimited } from "../Errors.ts"
import type { CheckoutId, InvoiceId } from "../Ids.ts"

const error = [InvalidUuid, NotFound] as const

/** The checkout named in the path, already known to be of the developer's org. */
export class CurrentCheckout extends Context.Service<CurrentCheckout, CheckoutId>()("@fleet/domain/CurrentCheckout") {}

/** Routes under /api/billing/checkout/:id. */
export class CheckoutScope extends HttpApiMiddleware.Service<
  CheckoutScope,
  { requires: CurrentDeveloper; provides: CurrentCheckout }
>()("@fleet/domain/CheckoutScope", { error }) {}

/** The invoice or credit note named in the path, already known to be of the developer's org. */
export class CurrentInvoice extends Context.Service<CurrentInvoice, InvoiceId>()("@fleet/domain/CurrentInvoice") {}

/** Routes under /api/billing/invoices/:id. */
export class InvoiceScope extends HttpApiMiddleware.Service<
  InvoiceScope,
  { requires: CurrentDeveloper; provides: CurrentInvoice }
>()("@fleet/domain/InvoiceScope", { error }) {}

/** The invoice, or the due charge without one, that is named in the path to be paid. */
export class CurrentPayable extends Context.Service<CurrentPayable, InvoiceId>()("@fleet/domain/CurrentPayable") {}

export class PayableScope extends HttpApiMiddleware.Service<
  PayableScope,
  { requires: CurrentDeveloper; provides: CurrentPayable }
>()("@fleet/domain/PayableScope", { error }) {}

/** Counts by org what begins a hosted payment. */
export class CheckoutsLimited extends HttpApiMiddleware.Service<CheckoutsLimited, { requires: CurrentDeveloper }>()(
  "@fleet/domain/CheckoutsLimited",
  { error: RateLimited }
) {}

/** Counts checks of VAT IDs by org. */
export class VatChecksLimited extends HttpApiMiddleware.Service<VatChecksLimited, { requires: CurrentDeveloper }>()(
  "@fleet/domain/VatChecksLimited",
  { error: RateLimited }
) {}

/** Counts invoices sent again by org. */
export class InvoiceMailsLimited extends HttpApiMiddleware.Service<
  InvoiceMailsLimited,
  { requires: CurrentDeveloper }
>()("@fleet/domain/InvoiceMailsLimited", { error: RateLimited }) {}
