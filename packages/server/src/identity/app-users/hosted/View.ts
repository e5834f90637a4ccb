import { createHash } from "node:crypto"
import type { Locale } from "../../../platform/i18n/Locale.ts"
import { html, type Html } from "../../../platform/pages/html.ts"
import type { IconName } from "../../../platform/pages/icons.ts"
import { askedLocale, hereOf, localeOf, otherLocale } from "../../../platform/pages/Locales.ts"
import { page } from "../../../platform/pages/Page.ts"
import { startButton } from "../../../platform/pages/startButton.ts"
import type { PageApp } from "../signin/SignInPages.ts"
import { catalogue } from "./catalogue.ts"
import type { Texts } from "./Texts.ts"
import { themeCss } from "../../../platform/pages/Theme.ts"

/** An app's pages for one reader. */
export interface View {
  readonly app: PageApp
  readonly locale: Locale
  readonly texts: Texts
  /** The address of another page of the app. */
  readonly href: (path: string) => string
  /** The address of this page without its language; null where it answers a POST. */
  readonly here: string | null
  /** The page of the app that a sign-in goes on to: of an MCP client that waits for a decision. Null for the last page. */
  readonly next: string | null
  /** Set where the page is only looked at: the origin that may frame it, and the scheme that was asked for. */
  readonly preview?: { readonly framedBy: string; readonly theme: "light" | "dark" | undefined }
}

type Request = Parameters<typeof localeOf>[0]

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
const nextPage = new RegExp(`^mcp/(?:confirm/)?${uuid}$`)

const askedNext = ({ url }: Request) => {
  const next = new URLSearchParams(url.split("?")[1] ?? "").get("next")
  return next !== null && nextPage.test(next) ? next : null
}

/** A language that was asked for in the address stays for the pages that follow, and so does where a sign-in goes on. */
export const viewOf = (app: PageApp, request: Request, next: string | null = askedNext(request)): View => {
  const locale = localeOf(request)
  const kept = new URLSearchParams({
    ...(askedLocale(request) === undefined ? {} : { lang: locale }),
    ...(next === null ? {} : { next })
  })
  const suffix = kept.size === 0 ? "" : `?${kept}`
  const href = (path: string) => `/app/${app.identifier}/${path}${suffix}`
  return { app, locale, texts: catalogue[locale], href, here: hereOf(request), next }
}

/** The page that a sign-in goes on to. */
export const nextHref = ({ app, locale }: View, next: string): string => `/app/${app.identifier}/${next}?lang=${locale}`

/** Changes with the accent, and with how colours are made of it. */
export const themeVersion = (accent: string | null): string =>
  createHash("sha256").update(themeCss(accent)).digest("base64url").slice(0, 16)

const brandOf = ({ app: { accent, identifier, logoHash, name }, preview }: View) => ({
  name,
  logo: logoHash === null ? null : `/app/${identifier}/logo?v=${encodeURIComponent(logoHash)}`,
  theme: accent === null || preview !== undefined ? null : `/app/${identifier}/theme.css?v=${themeVersion(accent)}`,
  isApp: true
})

interface Shown {
  readonly icon?: IconName
  readonly title: string
  readonly lead?: Html | string
  readonly body: Html
  readonly foot?: Html | false
  readonly status?: number | undefined
  readonly refused?: boolean
  /** Origins that a form of the page may lead to in the end. */
  readonly leadsTo?: ReadonlyArray<string>
}

const otherOf = (here: string | null, locale: Locale) => (here === null ? {} : { other: otherLocale(here, locale) })

/** The style of a preview: the accent may be one that is not stored, and the scheme another than the browser's. */
const previewOf = ({ accent }: PageApp, { framedBy, theme }: NonNullable<View["preview"]>) => ({
  framedBy,
  style: `${theme === undefined ? "" : `:root { color-scheme: ${theme}; }\n`}${themeCss(accent)}`
})

/** A page in the app's name, logo and accent. */
export const appPage = (view: View, { status, ...shown }: Shown) =>
  page({
    locale: view.locale,
    brand: brandOf(view),
    ...shown,
    ...(view.preview === undefined ? {} : { preview: previewOf(view.app, view.preview) }),
    ...(status === undefined ? {} : { status }),
    ...otherOf(view.here, view.locale)
  })

/** A page for an address under which there is no app. */
export const unknownApp = (request: Request) => {
  const locale = localeOf(request)
  const { body, title } = catalogue[locale].unknownApp
  const brand = { name: "Robot Fleet Cloud", logo: null, theme: null }
  return page({
    locale,
    brand,
    icon: "search",
    title,
    lead: body,
    status: 404,
    refused: true,
    body: startButton(locale),
    ...otherOf(hereOf(request), locale)
  })
}

/** A link to another page of the app. */
export const way = ({ href }: View, path: string, label: string): Html => html`<a href="${href(path)}">${label}</a>`
