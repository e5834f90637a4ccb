import { Country } from "@fleet/domain/Billing"
import { Email, Int, Text } from "@fleet/domain/Wire"
import { Schema } from "effect"

const optional = Schema.optionalKey

/** Who sells, as it stands on invoices. `register` is the entry in the company register, which names no VAT ID. */
export const Seller = Schema.Struct({
  name: Text(1, 200),
  line1: Text(1, 200),
  line2: optional(Text(1, 200)),
  postal_code: Text(1, 20),
  city: Text(1, 100),
  country: Country,
  vat_id: Text(1, 20),
  tax_number: optional(Text(1, 50)),
  email: Email,
  phone: Text(1, 50),
  contact: Text(1, 200),
  register: Text(1, 100),
  iban: optional(Text(1, 34)),
  bic: optional(Text(1, 11)),
  vat_rate_percent: optional(Int(0, 100))
})
export type Seller = typeof Seller.Type
