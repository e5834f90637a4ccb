import { Schema } from "effect"
import { sellerSetting } from "./Seller.ts"
import { optional, secret, setting } from "./Setting.ts"
import { Address } from "./texts.ts"

/** The settings of plans that are bought: the payment provider, VIES, and who sells. */
export const billingSettings = {
  mollieApiKey: secret(
    {
      name: "MOLLIE_API_KEY",
      type: "a key of Mollie that begins with live_ or test_",
      fallback: "none: nothing can be bought",
      meaning: "The key of the payment provider. SELLER is needed with it."
    },
    Schema.String.check(Schema.isPattern(/^(live|test)_\S{8,}$/))
  ),
  mollieUrl: setting(
    {
      name: "MOLLIE_URL",
      type: "an http or https address",
      fallback: "https://api.mollie.com/v2",
      meaning: "Where the payment provider's API is."
    },
    Address
  ),
  billingWebhookUrl: optional(
    {
      name: "BILLING_WEBHOOK_URL",
      type: "an http or https address",
      fallback: "BASE_URL",
      meaning: "What the addresses begin with at which the payment provider tells of payments. It has to reach them."
    },
    Address
  ),
  viesUrl: setting(
    {
      name: "VIES_URL",
      type: "an http or https address",
      fallback: "https://ec.europa.eu/taxation_customs/vies/rest-api",
      meaning: "Where VAT IDs of the European Union are checked."
    },
    Address
  ),
  seller: sellerSetting,
  invoicePrefix: setting(
    {
      name: "INVOICE_PREFIX",
      type: "1 to 10 capital letters and digits",
      fallback: "RF",
      meaning: "What the numbers of invoices begin with."
    },
    Schema.String.check(Schema.isPattern(/^[A-Z0-9]{1,10}$/))
  )
}
