import { Effect, Schema } from "effect"
import { expect, it } from "@effect/vitest"
import { InvoiceSnapshot, localeOfCountry } from "@fleet/server/billing/documents/InvoiceSnapshot"
import { domestic } from "./shapes.ts"

it.effect("is the same after a way through the database's JSON", () =>
  Effect.gen(function* () {
    const json = yield* Schema.encodeEffect(Schema.fromJsonString(InvoiceSnapshot))(domestic)
    expect(yield* Schema.decodeEffect(Schema.fromJsonString(InvoiceSnapshot))(json)).toEqual(domestic)
  })
)

it("is German to Germany and Austria alone", () => {
  expect(["DE", "AT", "CH", "FR", "US"].map(localeOfCountry)).toEqual(["de", "de", "en", "en", "en"])
})
