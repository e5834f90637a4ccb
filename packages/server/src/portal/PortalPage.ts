import { type ApiError, statusOf } from "@fleet/domain/Errors"
import type { Locale } from "../mail/Locale.ts"
import { html, type Html } from "../pages/html.ts"
import { type Catalogue, localeNames } from "../pages/Locales.ts"
import { page } from "../pages/Page.ts"
import type { Problem } from "../pages/Problems.ts"
import { english, type Texts } from "./english.ts"
import { german } from "./german.ts"
import type { Interaction } from "./Interactions.ts"
import { inLanguage } from "./paths.ts"

/** What the portal's pages say. */
export const texts: Catalogue<Texts> = { en: english, de: german }

/** Whose page it is, and in which language. */
export interface Place {
  readonly locale: Locale
  readonly interaction: Interaction
}

/** What was refused: the sentence above the form, and the status it is answered with. */
export interface Refusal extends Problem {
  readonly status: number
}

/** A sentence of the portal's own for a refusal. */
export const refusal = (error: ApiError, message: string, field?: string): Refusal => ({
  status: statusOf(error),
  message,
  ...(field === undefined ? {} : { field })
})

interface View {
  readonly locale: Locale
  readonly title: string
  readonly body: Html
  /** Its own address, for the link to the other language; null after a POST. */
  readonly here: string | null
  readonly status?: number
  readonly refused?: boolean
  /** Where a form of the page may lead in the end. */
  readonly redirectUri?: string
  readonly script?: string
}

/** A page of the platform's own. */
export const portalPage = ({ body, here, locale, redirectUri, refused = false, script, status = 200, title }: View) => {
  const other = locale === "en" ? "de" : "en"
  return page({
    locale,
    brand: { name: texts[locale].brand, logo: null, theme: null },
    title,
    body,
    status,
    refused,
    leadsTo: redirectUri === undefined ? [] : [new URL(redirectUri).origin],
    ...(script === undefined ? {} : { script }),
    ...(here === null ? {} : { other: { href: inLanguage(here, other), name: localeNames[other], locale: other } })
  })
}

/** A page of one sentence, and a way back. */
export const notice = (
  locale: Locale,
  { status, title, why }: { readonly status: number; readonly title: string; readonly why: string },
  consoleOrigin: string
) =>
  portalPage({
    locale,
    title,
    status,
    here: null,
    body: html`<p>${why}</p>
      <p><a class="button" href="${consoleOrigin}">${texts[locale].toConsole}</a></p>`
  })

/** The fields of every form of an interaction. */
export const hidden = ({ interaction }: Place) => ({ interaction: interaction.id })

/** What is the same on every page of an interaction. */
export const within = ({ interaction, locale }: Place, refused: Refusal | undefined) => ({
  locale,
  redirectUri: interaction.redirect_uri,
  refused: refused !== undefined,
  status: refused?.status ?? 200
})
