import { Country } from "@fleet/domain/Billing"
import { Email, Int, Text } from "@fleet/domain/Wire"
import { Effect, Option, Result, Schema } from "effect"
import { type Setting, textOrFile } from "./Setting.ts"

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

const read = Schema.decodeUnknownResult(Seller, { onExcessProperty: "error", errors: "first" })

/** The JSON of `SELLER`, or of the file that `SELLER_FILE` names; a mistake names the field. */
export const sellerSetting: Setting<Option.Option<Seller>> = {
  row: {
    name: "SELLER or SELLER_FILE",
    type: "JSON",
    fallback: "none: nothing can be bought",
    meaning:
      "Who sells, as it stands on invoices: {name; line1; line2?; postal_code; city; country; vat_id; tax_number?; email; phone; contact; register; iban?; bic?; vat_rate_percent?}. Needed with a payment provider."
  },
  read: Effect.gen(function* () {
    const given = yield* textOrFile("SELLER")
    if (Option.isNone(given)) return Option.none()
    const json = yield* Effect.try({
      try: (): unknown => JSON.parse(given.value),
      catch: () => "SELLER must be JSON, an object with the fields that docs/settings.md names."
    })
    const seller = read(json)
    return Result.isSuccess(seller)
      ? Option.some(seller.success)
      : yield* Effect.fail(`SELLER is wrong: ${seller.failure.message.replaceAll(/\s+/g, " ")}`)
  })
}
