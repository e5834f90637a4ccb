import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { AccountStore } from "./AccountStore.ts"
import { Accounts } from "./Accounts.ts"
import { AttemptStore } from "./AttemptStore.ts"
import { BillingBackground } from "./BillingBackground.ts"
import { BillingHttp } from "./BillingHttp.ts"
import { BillingPlans } from "./BillingPlans.ts"
import { BillingScopesLive } from "./BillingScopeHttp.ts"
import { BillingViews } from "./BillingViews.ts"
import { BillingWebhookHttp } from "./BillingWebhookHttp.ts"
import { BillingWork } from "./BillingWork.ts"
import { Changes } from "./Changes.ts"
import { ChargeStore } from "./ChargeStore.ts"
import { CheckoutStore } from "./CheckoutStore.ts"
import { Checkouts } from "./Checkouts.ts"
import { Debts } from "./Debts.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import { Issuing } from "./Issuing.ts"
import { Parties } from "./Parties.ts"
import { PaymentProvider } from "./PaymentProvider.ts"
import { Payments } from "./Payments.ts"
import { Periods } from "./Periods.ts"
import { Renewals } from "./Renewals.ts"
import { ReturnStore } from "./ReturnStore.ts"
import { Sellers } from "./Sellers.ts"
import { Settlement } from "./Settlement.ts"
import { VatIds } from "./VatIds.ts"
import { WebhookMarks } from "./WebhookMarks.ts"
import { Mollie } from "../provider/Mollie.ts"
import { Vies } from "../vies/Vies.ts"

/** Plans that are bought: checkouts, charges, invoices, and what comes due of them. */
export const billing = feature({
  stores: Layer.mergeAll(
    AccountStore.layer,
    AttemptStore.layer,
    ChargeStore.layer,
    CheckoutStore.layer,
    InvoiceStore.layer,
    ReturnStore.layer
  ),
  services: Layer.mergeAll(Accounts.layer, BillingWork.layer, Changes.layer).pipe(
    Layer.provideMerge(Renewals.layer),
    Layer.provideMerge(Layer.mergeAll(BillingViews.layer, Checkouts.layer)),
    Layer.provideMerge(Payments.layer),
    Layer.provideMerge(Settlement.layer),
    Layer.provideMerge(Layer.mergeAll(Issuing.layer, Periods.layer)),
    Layer.provideMerge(Layer.mergeAll(Debts.layer, Parties.layer)),
    Layer.provideMerge(
      Layer.mergeAll(BillingPlans.layer, PaymentProvider.layer, Sellers.layer, VatIds.layer, WebhookMarks.layer)
    ),
    Layer.provideMerge(Layer.mergeAll(Mollie.layer, Vies.layer))
  ),
  background: BillingBackground,
  middleware: BillingScopesLive,
  api: Layer.mergeAll(BillingHttp, BillingWebhookHttp)
})
