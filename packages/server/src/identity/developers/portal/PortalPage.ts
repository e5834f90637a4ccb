import type { Locale } from "../../../platform/i18n/Locale.ts"
import { html, type Html } from "../../../platform/pages/html.ts"
import { type Catalogue, inLocale, otherLocale } from "../../../platform/pages/Locales.ts"
import { page } from "../../../platform/pages/Page.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { english, type Texts } from "./english.ts"
import { german } from "./german.ts"
import type { Interaction } from "../../oauth/Interaction.ts"
import { beginAgain, type Prefix } from "./paths.ts"

/** The texts of the portal's pages. */
export const texts: Catalogue<Texts> = { en: english, de: german }

/** Who reads a page. */
export interface Reader {
  readonly locale: Locale
  /** The page's own address without its language; null where it answers a POST. */
  readonly here: string | null
  /** Whose sign-in the page is of. */
  readonly prefix: Prefix
}

/** Whose page it is, and who reads it. */
export interface Place extends Reader {
  readonly interaction: Interaction
}

interface View extends Omit<Reader, "prefix"> {
  readonly title: string
  readonly body: Html
  readonly status?: number
  readonly refused?: boolean
  /** Where a form of the page may lead in the end. */
  readonly redirectUri?: string
  readonly script?: string
}

/** A page of the platform's own. */
export const portalPage = ({ body, here, locale, redirectUri, refused = false, script, status = 200, title }: View) => {
  return page({
    locale,
    brand: { name: texts[locale].brand, logo: null, theme: null },
    title,
    body,
    status,
    refused,
    leadsTo: redirectUri === undefined ? [] : [redirectUri],
    ...(script === undefined ? {} : { script }),
    ...(here === null ? {} : { other: otherLocale(here, locale) })
  })
}

/** A page of one sentence, and a way back. */
export const notice = (
  { here, locale }: Omit<Reader, "prefix">,
  { status, title, why }: { readonly status: number; readonly title: string; readonly why: string },
  consoleOrigin: string
) =>
  portalPage({
    locale,
    title,
    status,
    here,
    body: html`<p>${why}</p>
      <p><a class="button" href="${consoleOrigin}">${texts[locale].toConsole}</a></p>`
  })

/** The fields of every form of an interaction. */
export const hidden = ({ interaction }: Place) => ({ interaction: interaction.id })

/** What is the same on every page of an interaction. */
export const within = ({ here, interaction, locale }: Place, refused: Problem | undefined) => ({
  here,
  locale,
  redirectUri: interaction.redirect_uri,
  refused: refused !== undefined
})

/** Whose sign-in it is, once the address was proved. */
export const accountOf = ({ interaction: { email }, locale }: Place): Html | false =>
  email !== null && html`<p class="account">${texts[locale].account}<br /><strong>${email}</strong></p>`

/** The way to a sign-in with another account: the same once more, from its beginning. */
export const otherAccount = ({ interaction, locale, prefix }: Place): Html | false =>
  prefix === "/console/oauth" &&
  html`<p class="quiet"><a href="${inLocale(beginAgain(interaction), locale)}">${texts[locale].otherAccount}</a></p>`
