import { assert, describe, it } from "@effect/vitest"
import { isCountry, isInUnion } from "@fleet/domain/Countries"
import { currencyOf, taxOf } from "@fleet/server/billing/rules/vat"
import { forms, squeezed, vatIdOf } from "@fleet/server/billing/rules/vatIds"

const home = { country: "DE", rate_percent: 19 }
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
const countries = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry)
const states = [null, "valid", "unverified", "invalid"] as const

describe("VAT", () => {
  it("euro is for the 27 countries of the union alone", () => {
    assert.strictEqual(countries.filter((country) => currencyOf(country) === "eur").length, 27)
    for (const country of ["CH", "NO", "GB", "MC", "LI", "US"]) assert.strictEqual(currencyOf(country), "usd", country)
    for (const country of ["DE", "GR", "SE", "DK"]) assert.strictEqual(currencyOf(country), "eur", country)
  })

  it("of every country, buyer and state of the ID", () => {
    for (const country of countries) {
      const union = isInUnion(country)
      const currency = union ? "eur" : "usd"
      for (const vatId of states) {
        const company = taxOf(home, { kind: "company", country, vatId })
        const person = taxOf(home, { kind: "person", country, vatId })
        const outside = { currency: "usd", treatment: "outside_eu", rate_percent: 0 }
        if (country === "DE") {
          const domestic = { currency, treatment: "domestic", rate_percent: 19 }
          assert.deepStrictEqual<unknown>(company, vatId === "invalid" ? { refused: "vat_id_invalid" } : domestic)
          assert.deepStrictEqual<unknown>(person, domestic)
        } else if (union) {
          const refused = vatId === null ? "vat_id_required" : vatId === "invalid" ? "vat_id_invalid" : null
          const free = { currency, treatment: "reverse_charge", rate_percent: 0 }
          assert.deepStrictEqual<unknown>(company, refused === null ? free : { refused })
          assert.deepStrictEqual<unknown>(person, { refused: "eu_person" })
        } else {
          assert.deepStrictEqual<unknown>(company, outside)
          assert.deepStrictEqual<unknown>(person, outside)
        }
      }
    }
  })

  it("follows the seller's country and rate", () => {
    const austrian = { country: "AT", rate_percent: 20 }
    const of = (country: string) => taxOf(austrian, { kind: "company", country, vatId: "valid" })
    assert.deepStrictEqual(of("AT"), { currency: "eur", treatment: "domestic", rate_percent: 20 })
    assert.deepStrictEqual(of("DE"), { currency: "eur", treatment: "reverse_charge", rate_percent: 0 })
    const swiss = { country: "CH", rate_percent: 8 }
    const domestic = { currency: "usd", treatment: "domestic", rate_percent: 8 }
    assert.deepStrictEqual<unknown>(taxOf(swiss, { kind: "company", country: "CH", vatId: "invalid" }), domestic)
  })
})

/** One number of each form, as the country writes it. */
const numbers: Readonly<Record<string, ReadonlyArray<string>>> = {
  AT: ["U12345678"],
  BE: ["0123456789", "1123456789"],
  BG: ["123456789", "1234567890"],
  CY: ["12345678X"],
  CZ: ["12345678", "123456789", "1234567890"],
  DE: ["123456789"],
  DK: ["12345678"],
  EE: ["123456789"],
  ES: ["X1234567X", "A12345678", "12345678Z"],
  FI: ["12345678"],
  FR: ["12345678901", "X1345678901", "1X345678901", "XX345678901"],
  GR: ["123456789"],
  HR: ["12345678901"],
  HU: ["12345678"],
  IE: ["1234567W", "1234567WA", "1X23456W"],
  IT: ["12345678901"],
  LT: ["123456789", "123456789012"],
  LU: ["12345678"],
  LV: ["12345678901"],
  MT: ["12345678"],
  NL: ["123456789B12"],
  PL: ["1234567890"],
  PT: ["123456789"],
  RO: ["12", "1234567890"],
  SE: ["123456789012"],
  SI: ["12345678"],
  SK: ["1234567890"]
}

describe("VAT IDs", () => {
  it("every country of the union has a form, and Northern Ireland", () => {
    const union = countries.filter(isInUnion)
    assert.deepStrictEqual(Object.keys(numbers).toSorted(), union.toSorted())
    assert.deepStrictEqual(
      Object.keys(forms).toSorted(),
      [...union.map((country) => (country === "GR" ? "EL" : country)), "XI"].toSorted()
    )
  })

  it("are taken with and without a prefix, in any writing, and kept in one", () => {
    for (const [country, all] of Object.entries(numbers)) {
      const prefix = country === "GR" ? "EL" : country
      for (const number of all) {
        const kept = { vat_id: prefix + number, prefix, number, wellFormed: true }
        const spaced = [...(prefix + number)].join(" ").toLowerCase()
        for (const given of [number, prefix + number, spaced, `${prefix}-${number}.`, ` ${country}/${number} `]) {
          assert.deepStrictEqual(vatIdOf(country, given), kept, given)
        }
        assert.isFalse(vatIdOf(country, `${number}0000`).wellFormed && country !== "RO", `${prefix}${number}0000`)
        assert.isFalse(vatIdOf(country, `${prefix}${number}#`).wellFormed, number)
        assert.isFalse(vatIdOf(country, `${prefix}#${number}`).wellFormed, number)
      }
      assert.isFalse(vatIdOf(country, "").wellFormed)
      assert.isFalse(vatIdOf(country, prefix).wellFormed)
    }
  })

  it("with another country's prefix fit none", () => {
    for (const [country, all] of Object.entries(numbers)) {
      for (const other of Object.keys(numbers).filter((each) => each !== country)) {
        for (const number of all) {
          const prefixes = country === "GR" ? ["GR", "EL"] : [country]
          for (const prefix of prefixes)
            assert.isFalse(vatIdOf(other, prefix + number).wellFormed, `${other}: ${prefix}${number}`)
        }
      }
    }
  })

  it("of Greece are EL, of Northern Ireland nobody's", () => {
    assert.strictEqual(vatIdOf("GR", "gr 123 456 789").vat_id, "EL123456789")
    assert.isFalse(vatIdOf("GB", "XI123456789").wellFormed)
    assert.isFalse(vatIdOf("IE", "XI123456789").wellFormed)
    assert.isFalse(vatIdOf("FR", "XI123456789").wellFormed)
  })

  it("a French number that begins with its own prefix is one", () => {
    assert.strictEqual(vatIdOf("FR", "FRFR123456789").vat_id, "FRFR123456789")
    assert.strictEqual(vatIdOf("FR", "FR123456789").vat_id, "FRFR123456789")
  })

  it("separators are dropped, letters raised", () => {
    assert.strictEqual(squeezed(" de-1.2 3/4,5_6:7\t89 "), "DE123456789")
  })
})
