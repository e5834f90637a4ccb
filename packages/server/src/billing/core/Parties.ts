import type { BillingParty, Payer } from "@fleet/domain/Billing"
import { isInUnion } from "@fleet/domain/Countries"
import type { ValidationError } from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, Effect, Layer } from "effect"
import { taxOf } from "../rules/vat.ts"
import type { Party } from "./CheckoutStore.ts"
import { Sellers } from "./Sellers.ts"
import { VatIds } from "./VatIds.ts"

const refuse = (field: string, rule: string) => Effect.fail(refusalOf({ field, rule }))

/** Before the names of a payer's fields in a request. */
type Prefix = "billing." | ""

/** What of a payer is printed on documents. */
const printed = (party: BillingParty): ReadonlyArray<readonly [field: string, text: string | null | undefined]> => {
  const { address, buyer_reference, purchase_order } = party
  return [
    party.kind === "company" ? ["company_name", party.company_name] : ["full_name", party.full_name],
    ["address.line1", address.line1],
    ["address.line2", address.line2],
    ["address.postal_code", address.postal_code],
    ["address.city", address.city],
    ["buyer_reference", buyer_reference],
    ["purchase_order", purchase_order]
  ]
}

/** Who pays, and what VAT that makes. */
export class Parties extends Context.Service<
  Parties,
  {
    /** Refuses a text that documents could not show. */
    readonly checkPrintable: (party: BillingParty, prefix: Prefix) => Effect.Effect<void, ValidationError>
    readonly of: (party: BillingParty, prefix: Prefix) => Effect.Effect<Omit<Party, "customer_id">, ValidationError>
  }
>()("@fleet/server/billing/Parties") {
  static readonly layer = Layer.effect(
    Parties,
    Effect.gen(function* () {
      const { home } = yield* Sellers
      const vatIds = yield* VatIds

      const checkPrintable = Effect.fn("Parties.checkPrintable")(function* (party: BillingParty, prefix: Prefix) {
        const { unprintable } = yield* Effect.promise(() => import("../documents/invoiceFonts.ts"))
        const unfit = printed(party).find(([, text]) => text != null && unprintable(text) !== null)
        if (unfit !== undefined) return yield* refuse(prefix + unfit[0], Rule.notAllowed)
      })

      return Parties.of({
        checkPrintable,
        of: Effect.fn("Parties.of")(function* (party, prefix) {
          yield* checkPrintable(party, prefix)
          const { country } = party.address
          const references = {
            buyer_reference: party.buyer_reference ?? null,
            purchase_order: party.purchase_order ?? null
          }
          const given = party.kind === "company" ? party.vat_id : null
          const asked = given !== null && isInUnion(country)
          const answer = asked ? yield* vatIds.check(country, given) : null
          const vatId = answer?.status ?? null
          const taxed = taxOf(home, { kind: party.kind, country, vatId })
          if ("refused" in taxed) {
            return yield* refuse(prefix + (taxed.refused === "eu_person" ? "address.country" : "vat_id"), taxed.refused)
          }
          const payer: Payer =
            party.kind === "company"
              ? { ...party, ...references, vat_id: answer?.vat_id ?? given }
              : { ...party, ...references }
          return { payer, ...taxed, vat_id_status: vatId, vat_proof: answer?.proof ?? null }
        })
      })
    })
  )
}
