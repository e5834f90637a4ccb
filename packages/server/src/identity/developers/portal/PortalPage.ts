import type { ApiError } from "@fleet/domain/Errors"
import type { Locale } from "../../../platform/i18n/Locale.ts"
import { account } from "../../../platform/pages/account.ts"
import { html, type Html } from "../../../platform/pages/html.ts"
import type { IconName } from "../../../platform/pages/icons.ts"
import { type Catalogue, inLocale, otherLocale } from "../../../platform/pages/Locales.ts"
import { page } from "../../../platform/pages/Page.ts"
import { type Problem, problemOf } from "../../../platform/pages/Problems.ts"
import { english, type Texts } from "./english.ts"
import { german } from "./german.ts"
import type { Interaction } from "../../oauth/Interaction.ts"
import { beginAgain, pathsAt, type Prefix } from "./paths.ts"

/** The texts of the portal's pages. */
export const texts: Catalogue<Texts> = { en: english, de: german }

/** What a page of the portal says of a refusal: to people of the organisation that is locked, if one is. */
export const portalProblem = (error: ApiError, locale: Locale): Problem =>
  error._tag === "org_locked" ? { message: texts[locale].orgLocked } : problemOf(error, locale)

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
  /** Of a demo, whose newcomers are shown where they find what they need; null elsewhere. */
  readonly demo: { readonly hasOutbox: boolean } | null
}

interface View extends Omit<Reader, "prefix"> {
  readonly icon?: IconName
  readonly title: string
  readonly lead?: Html | string
  readonly body: Html
  readonly foot?: Html | false
  readonly status?: number
  readonly refused?: boolean
  /** Where a form of the page may lead in the end. */
  readonly redirectUri?: string
}

/** A page of the platform's own. */
export const portalPage = ({ here, locale, redirectUri, ...shown }: View) =>
  page({
    locale,
    brand: { name: texts[locale].brand, logo: null, theme: null },
    ...shown,
    leadsTo: redirectUri === undefined ? [] : [redirectUri],
    ...(here === null ? {} : { other: otherLocale(here, locale) })
  })

const noticeIcons: Readonly<Record<number, IconName>> = { 200: "check", 404: "search", 410: "clock" }

/** A page of one sentence, and a way back. */
export const notice = (
  { here, locale }: Omit<Reader, "prefix">,
  { status, title, why }: { readonly status: number; readonly title: string; readonly why: string },
  consoleOrigin: string
) =>
  portalPage({
    locale,
    icon: noticeIcons[status] ?? "barred",
    title,
    lead: why,
    status,
    here,
    body: html`<a class="button" href="${consoleOrigin}">${texts[locale].toConsole}</a>`
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

/** Whose sign-in it is, once the address was proved, and the way to another: the same once more, from its beginning. */
export const accountOf = ({ interaction, locale, prefix }: Place): Html | false =>
  interaction.email !== null &&
  account({
    label: texts[locale].account,
    email: interaction.email,
    change: {
      href: inLocale(
        prefix === "/console/oauth" ? beginAgain(interaction) : pathsAt(prefix).pages.again(interaction.id),
        locale
      ),
      label: texts[locale].otherAccount
    }
  })
