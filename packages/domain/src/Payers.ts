import { Schema } from "effect"
import { isCountry } from "./Countries.ts"
import { closed, Email, Name, Rule, Text } from "./Wire.ts"

const optional = Schema.optionalKey
const nullable = Schema.NullOr

/** An ISO 3166-1 code of two letters. */
export const Country = Schema.String.check(
  Schema.isPattern(/^[A-Z]{2}$/u, { rule: Rule.format }),
  Schema.makeFilter(isCountry, { rule: Rule.invalidValue })
)

/** Where invoices go. The country decides the VAT and the currency. */
export const BillingAddress = closed({
  line1: Name(200),
  line2: nullable(Name(200)),
  postal_code: Name(20),
  city: Name(100),
  country: Country
}).annotate({ identifier: "billing-address" })
export type BillingAddress = typeof BillingAddress.Type

export const Reference = nullable(Name(100))
export const VatId = nullable(Text(1, 20))

const references = { buyer_reference: optional(Reference), purchase_order: optional(Reference) }

const company = {
  kind: Schema.Literal("company"),
  company_name: Name(200),
  vat_id: VatId,
  address: BillingAddress,
  invoice_email: Email
}
const person = {
  kind: Schema.Literal("person"),
  full_name: Name(200),
  address: BillingAddress,
  invoice_email: Email
}

/** Who pays, as a checkout takes it. */
export const BillingParty = Schema.Union([closed({ ...company, ...references }), closed({ ...person, ...references })])
export type BillingParty = typeof BillingParty.Type

const answered = { buyer_reference: Reference, purchase_order: Reference }

/** Who pays, as it is kept. */
export const Payer = Schema.Union([
  Schema.Struct({ ...company, ...answered }),
  Schema.Struct({ ...person, ...answered })
]).annotate({ identifier: "billing-payer" })
export type Payer = typeof Payer.Type
