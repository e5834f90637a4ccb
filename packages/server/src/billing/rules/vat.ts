import type { Currency } from "@fleet/domain/Billing"
import { isInUnion } from "@fleet/domain/Countries"
import type { Taxed } from "./Order.ts"

/** Where the seller is, and its standard rate in whole percent. */
export interface Home {
  readonly country: string
  readonly rate_percent: number
}

export type BuyerKind = "company" | "person"

/** Where a country lies, as VAT sees it. */
export type Zone = "home" | "union" | "outside"

/** `vatId`: whether a VAT ID has to be given, is checked where it is given, or is kept as it is. */
export type VatRule =
  | {
      readonly treatment: Taxed["treatment"]
      readonly rate: "home" | "zero"
      readonly vatId: "required" | "checked" | "unchecked"
    }
  | { readonly refused: "eu_person" }

export const vatTable: Readonly<Record<BuyerKind, Readonly<Record<Zone, VatRule>>>> = {
  company: {
    home: { treatment: "domestic", rate: "home", vatId: "checked" },
    union: { treatment: "reverse_charge", rate: "zero", vatId: "required" },
    outside: { treatment: "outside_eu", rate: "zero", vatId: "unchecked" }
  },
  person: {
    home: { treatment: "domestic", rate: "home", vatId: "unchecked" },
    union: { refused: "eu_person" },
    outside: { treatment: "outside_eu", rate: "zero", vatId: "unchecked" }
  }
}

export const zoneOf = (home: Home, country: string): Zone => {
  if (country === home.country) return "home"
  return isInUnion(country) ? "union" : "outside"
}

/** Euro in the 27 countries of the European Union. */
export const currencyOf = (country: string): Currency => (isInUnion(country) ? "eur" : "usd")

/** What is known of an ID: null where none was given. */
export type VatIdState = "valid" | "unverified" | "invalid" | null

export type VatRefusal = "eu_person" | "vat_id_required" | "vat_id_invalid"

/** How a buyer is taxed, or the rule by which it is refused. */
export const taxOf = (
  home: Home,
  buyer: { readonly kind: BuyerKind; readonly country: string; readonly vatId: VatIdState }
): Taxed | { readonly refused: VatRefusal } => {
  const zone = zoneOf(home, buyer.country)
  const rule = vatTable[buyer.kind][zone]
  if ("refused" in rule) return rule
  if (rule.vatId === "required" && buyer.vatId === null) return { refused: "vat_id_required" }
  // A home outside the union has no IDs that VIES could be asked about.
  const asked = rule.vatId !== "unchecked" && isInUnion(buyer.country)
  if (asked && buyer.vatId === "invalid") return { refused: "vat_id_invalid" }
  const { rate, treatment } = rule
  return { currency: currencyOf(buyer.country), treatment, rate_percent: rate === "home" ? home.rate_percent : 0 }
}
