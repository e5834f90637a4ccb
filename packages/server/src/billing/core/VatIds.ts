import type { VatIdStatus } from "@fleet/domain/Billing"
import { Context, Effect, Layer } from "effect"
import { vatIdOf } from "../rules/vatIds.ts"
import { Vies } from "../vies/Vies.ts"

/** What is known of a VAT ID. `proof` is the answer of VIES as it came, null where it gave none. */
export interface VatIdAnswer {
  readonly status: VatIdStatus
  /** Upper case, prefixed, without separators. */
  readonly vat_id: string
  readonly name: string | null
  readonly proof: unknown
}

/** Asks VIES; whatever goes wrong there, it is an answer. */
export class VatIds extends Context.Service<
  VatIds,
  { readonly check: (country: string, vatId: string) => Effect.Effect<VatIdAnswer> }
>()("@fleet/server/billing/VatIds") {
  static readonly layer = Layer.effect(
    VatIds,
    Effect.map(Vies, ({ ask }) =>
      VatIds.of({
        check: Effect.fn("VatIds.check")(function* (country, given) {
          const { number, prefix, vat_id, wellFormed } = vatIdOf(country, given)
          if (!wellFormed) return { status: "invalid", vat_id, name: null, proof: null }
          return { vat_id, ...(yield* ask(prefix, number)) }
        })
      })
    )
  )
}
