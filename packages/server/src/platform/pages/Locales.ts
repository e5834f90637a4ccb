import { Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Locale } from "../i18n/Locale.ts"

const isLocale = Schema.is(Locale)

/** The texts of a feature's pages, each in every language. A function takes what stands inside its sentence. */
export type Catalogue<Texts> = Readonly<Record<Locale, Texts>>

/** The languages a header names, the most wanted first; `q=0` is not wanted at all. */
const preferred = (header: string): Locale | undefined =>
  header
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))
      return { locale: tag.split("-")[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((left, right) => right.weight - left.weight)
    .map(({ locale }) => locale)
    .find(isLocale)

/** The language that `?lang=` asks for. */
export const askedLocale = ({ url }: HttpServerRequest.HttpServerRequest): Locale | undefined => {
  const asked = new URLSearchParams(url.split("?")[1] ?? "").get("lang")
  return isLocale(asked) ? asked : undefined
}

/** The language of a page: `?lang=`, else what the browser asks for, else English. */
export const localeOf = (request: HttpServerRequest.HttpServerRequest): Locale =>
  askedLocale(request) ?? preferred(request.headers["accept-language"] ?? "") ?? "en"

/** An address of ours in a language. */
export const inLocale = (href: string, locale: Locale): string =>
  `${href}${href.includes("?") ? "&" : "?"}lang=${locale}`

/** The address of the page that is asked for, without a language; null where a form was sent. */
export const hereOf = ({ method, url }: HttpServerRequest.HttpServerRequest): string | null => {
  if (method === "POST") return null
  const [path = "", query = ""] = url.split("?", 2)
  const asked = new URLSearchParams(query)
  const kept = new URLSearchParams(["for", "next"].flatMap((name) => asked.getAll(name).map((value) => [name, value])))
  // Two slashes would name another host.
  return `/${path.replace(/^\/+/, "")}${kept.size === 0 ? "" : `?${kept}`}`
}

/** The link from a page to the same in the other language. */
export const otherLocale = (here: string, locale: Locale) => {
  const other: Locale = locale === "en" ? "de" : "en"
  return { href: inLocale(here, other), name: localeNames[other], locale: other }
}

/** What a language calls itself. */
export const localeNames: Catalogue<string> = { en: "English", de: "Deutsch" }
