import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "../../platform/settings/Settings.ts"
import type { Seller } from "../../platform/settings/Seller.ts"

/** Who sells, and how their invoices are numbered. */
export class Sellers extends Context.Service<
  Sellers,
  {
    readonly prefix: string
    /** The country of domestic VAT, and its rate. */
    readonly home: { readonly country: string; readonly rate_percent: number }
    /** A defect where none is configured: nothing is issued then. */
    readonly seller: Effect.Effect<Seller>
  }
>()("@fleet/server/billing/Sellers") {
  static readonly layer = Layer.effect(
    Sellers,
    Effect.gen(function* () {
      const { invoicePrefix, seller } = yield* Settings
      const known = Option.getOrNull(seller)
      return Sellers.of({
        prefix: invoicePrefix,
        home: { country: known?.country ?? "DE", rate_percent: known?.vat_rate_percent ?? 19 },
        seller: known === null ? Effect.die(new Error("SELLER is not set")) : Effect.succeed(known)
      })
    })
  )
}
