import { isInUnion } from "@fleet/domain/Countries"

/** The form of each country's IDs after the prefix. */
export const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{9}B[A-Z0-9+*]{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/
}

const prefixes: Readonly<Record<string, string>> = { GR: "EL" }

/** The prefix of a country's IDs. Greece is GR in addresses. */
export const prefixOf = (country: string): string => prefixes[country] ?? country

/** Upper case and without separators, whatever the country. */
export const squeezed = (vatId: string): string => vatId.toUpperCase().replaceAll(/[\s.\-_/,:]/gu, "")

/** An ID as it is kept, and whether the country has such a form. `prefix` and `number` are what VIES is asked. */
export interface VatId {
  readonly vat_id: string
  readonly prefix: string
  readonly number: string
  readonly wellFormed: boolean
}

/** Whether it is another country's ID, prefix and all. */
const isForeign = (letters: string, prefix: string): boolean => {
  const other = prefixOf(letters.slice(0, 2))
  return other !== prefix && forms[other]?.test(letters.slice(2)) === true
}

/**
 * An ID of a country of the European Union, with or without its prefix. An address in Northern Ireland is GB, which is
 * none of them, and so an ID with XI fits no country.
 */
export const vatIdOf = (country: string, given: string): VatId => {
  const prefix = prefixOf(country)
  const letters = squeezed(given)
  const form = isInUnion(country) ? forms[prefix] : undefined
  const alias = [prefix, country].find((each) => letters.startsWith(each))
  const bare = alias === undefined ? letters : letters.slice(2)
  const fits = (number: string) => form?.test(number) === true
  // A French number may begin with the letters of a prefix, its own too.
  const number = alias !== undefined && !fits(bare) && fits(letters) ? letters : bare
  if (isForeign(letters, prefix)) return { vat_id: letters, prefix, number, wellFormed: false }
  return { vat_id: `${prefix}${number}`, prefix, number, wellFormed: fits(number) }
}
