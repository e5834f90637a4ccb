import { Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Locale } from "../mail/Locale.ts"

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

/** What a language calls itself. */
export const localeNames: Catalogue<string> = { en: "English", de: "Deutsch" }
