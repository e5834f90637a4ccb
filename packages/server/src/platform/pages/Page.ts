import { HttpServerResponse } from "effect/http"
import type { Locale } from "../i18n/Locale.ts"
import { html, type Html } from "./html.ts"
import type { Catalogue } from "./Locales.ts"

/** Whose page it is: the platform's own, or an app's with its logo and accent. */
export interface Brand {
  readonly name: string
  /** The address of the image; null shows the name. */
  readonly logo: string | null
  /** A style sheet that sets the accent; null is the neutral one. */
  readonly theme: string | null
}

export interface Page {
  readonly locale: Locale
  readonly brand: Brand
  readonly title: string
  readonly body: Html
  readonly status?: number
  /** Something was refused: the title says so first. */
  readonly refused?: boolean
  /** Addresses of other origins that a form's redirect may lead to. */
  readonly leadsTo?: ReadonlyArray<string>
  /** Whether it is there to be read, with longer lines than a form has. */
  readonly wide?: boolean
  /** A module of this origin, where a page cannot do without one. */
  readonly script?: string
  /** The page in the other language; absent where it answers a POST. */
  readonly other?: { readonly href: string; readonly name: string; readonly locale: Locale }
}

/** Where the style and the icon of every page are. */
export const stylePath = "/pages/style.css"
export const iconPath = "/pages/icon.svg"

/** The origin of an address as a policy can name it: of IPv6 and of an app's own scheme it can name the scheme alone. */
const formTarget = (address: string) => {
  const { origin, protocol } = new URL(address)
  return origin === "null" || origin.includes("[") ? protocol : origin
}

const policy = ({ leadsTo = [], script }: Page) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    `form-action ${["'self'", ...leadsTo.map(formTarget)].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const headersOf = (page: Page) => ({
  "content-security-policy": policy(page),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()"
})

const refusedTitle: Catalogue<string> = { en: "Error: ", de: "Fehler: " }

const brandOf = ({ logo, name }: Brand) =>
  logo === null ? html`<p class="brand">${name}</p>` : html`<p class="brand"><img src="${logo}" alt="${name}" /></p>`

const text = (page: Page): Html =>
  html`<!doctype html>
    <html lang="${page.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.refused === true && refusedTitle[page.locale]}${page.title} – ${page.brand.name}</title>
        <link rel="icon" href="${iconPath}" />
        <link rel="stylesheet" href="${stylePath}" />
        ${page.brand.theme !== null && html`<link rel="stylesheet" href="${page.brand.theme}" />`}
        ${page.script !== undefined && html`<script type="module" src="${page.script}"></script>`}
      </head>
      <body class="${page.wide === true ? "wide" : ""}">
        <header>${brandOf(page.brand)}</header>
        <main>
          <h1>${page.title}</h1>
          ${page.body}
        </main>
        <footer>
          ${
            page.other !== undefined &&
            html`<a href="${page.other.href}" hreflang="${page.other.locale}" lang="${page.other.locale}"
              >${page.other.name}</a
            >`
          }
        </footer>
      </body>
    </html>`

/** A whole page: one column, no script unless named, never framed, never kept. */
export const page = (page: Page): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(text(page).text, {
    status: page.status ?? 200,
    contentType: "text/html; charset=utf-8",
    headers: headersOf(page)
  })
