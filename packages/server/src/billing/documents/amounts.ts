import type { Locale } from "../../platform/i18n/Locale.ts"
import { DateTime } from "effect"

/** Cents with two decimals, as `-12.05`. */
export const decimal = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const signs = { eur: "€", usd: "$" } as const

/** Spaces within an amount do not break. */
const gap = "\u{a0}"

/** An amount as people write it: `€1,234.50`, in German `1.234,50 €`. The minus is a minus sign. */
export const money = (cents: number, currency: "eur" | "usd", locale: Locale): string => {
  const [whole = "", fraction = ""] = decimal(Math.abs(cents)).split(".")
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, locale === "de" ? "." : ",")
  const minus = cents < 0 ? "\u{2212}" : ""
  return locale === "de"
    ? `${minus}${grouped},${fraction}${gap}${signs[currency]}`
    : `${minus}${signs[currency]}${grouped}.${fraction}`
}

const berlin = DateTime.zoneMakeNamedUnsafe("Europe/Berlin")

/** The day in Berlin at that moment, as `2026-11-28`. */
export const berlinDay = (at: DateTime.Utc): string => DateTime.formatIsoDate(DateTime.setZone(at, berlin))

/** The last day of a period that ends before the day `end`. */
export const dayBefore = (end: string): string =>
  DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.makeUnsafe(`${end}T12:00:00Z`), { days: 1 }))

const months: Readonly<Record<Locale, ReadonlyArray<string>>> = {
  en: "January February March April May June July August September October November December".split(" "),
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ")
}

/** A day as people write it: `28 November 2026`, in German `28. November 2026`. */
export const longDay = (day: string, locale: Locale): string => {
  const [year = "", month = "", date = ""] = day.split("-")
  return `${Number(date)}${locale === "de" ? "." : ""}${gap}${months[locale][Number(month) - 1]}${gap}${year}`
}

/** A period as people write it, its last day included. */
export const longPeriod = ({ end, start }: { readonly start: string; readonly end: string }, locale: Locale): string =>
  `${longDay(start, locale)} – ${longDay(dayBefore(end), locale)}`
