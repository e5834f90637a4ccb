import type { BillingParty, Payer } from "@fleet/domain/Billing"
import { isInUnion } from "@fleet/domain/Countries"
import type { ValidationError } from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { Context, Effect, Layer } from "effect"
import { taxOf } from "../rules/vat.ts"
import type { Party } from "./CheckoutStore.ts"
import { Sellers } from "./Sellers.ts"
import { VatIds } from "./VatIds.ts"

const refuse = (field: string, rule: string) => Effect.fail(refusalOf({ field, rule }))

/** Where fields of the payer stand in a request. */
export interface Fields {
  readonly country: string
  readonly vatId: string
}

const inCheckout: Fields = { country: "billing.address.country", vatId: "billing.vat_id" }

/** Who pays, and what VAT that makes. */
export class Parties extends Context.Service<
  Parties,
  {
    readonly of: (party: BillingParty, fields?: Fields) => Effect.Effect<Omit<Party, "customer_id">, ValidationError>
  }
>()("@fleet/server/billing/Parties") {
  static readonly layer = Layer.effect(
    Parties,
    Effect.gen(function* () {
      const { home } = yield* Sellers
      const vatIds = yield* VatIds

      return Parties.of({
        of: Effect.fn("Parties.of")(function* (party, fields = inCheckout) {
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
            return yield* refuse(taxed.refused === "eu_person" ? fields.country : fields.vatId, taxed.refused)
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
