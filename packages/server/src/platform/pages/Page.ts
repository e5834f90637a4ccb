import { HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import type { Locale } from "../i18n/Locale.ts"
import { html, Html } from "./html.ts"
import { type IconName, tile } from "./icons.ts"
import type { Catalogue } from "./Locales.ts"
import { letterMark, platformMark } from "./mark.ts"
import { passkeyScriptPath } from "./scriptPaths.ts"

/** Whose page it is: the platform's own, or an app's with its logo and accent. */
export interface Brand {
  readonly name: string
  /** The address of the image; null shows the name beside a mark. */
  readonly logo: string | null
  /** A style sheet that sets the accent; null is the neutral one. */
  readonly theme: string | null
  /** Whether the mark without an image is the name's first letter; else it is the platform's. */
  readonly isApp?: boolean
}

export interface Page {
  readonly locale: Locale
  readonly brand: Brand
  /** What the page is about, above the title. */
  readonly icon?: IconName
  readonly title: string
  /** The sentence below the title. */
  readonly lead?: Html | string
  readonly body: Html
  /** Below the box: where those go who are wrong here. */
  readonly foot?: Html | false
  readonly status?: number
  /** Something was refused: the title says so first. */
  readonly refused?: boolean
  /** Addresses of other origins that a form's redirect may lead to. */
  readonly leadsTo?: ReadonlyArray<string>
  /** Whether it is there to be read, with longer lines than a form has. */
  readonly wide?: boolean
  /** Shown in a frame of another origin, and without effect: forms do nothing. Its style follows that of every page. */
  readonly preview?: { readonly framedBy: string; readonly style: string }
  /** The page in the other language; absent where it answers a POST. */
  readonly other?: { readonly href: string; readonly name: string; readonly locale: Locale }
}

/** Where the style, the font and the icon of every page are. */
export const stylePath = "/pages/style.css"
export const fontPath = "/pages/inter.woff2"
export const iconPath = "/pages/icon.svg"

/** The origin of an address as a policy can name it: of IPv6 and of an app's own scheme it can name the scheme alone. */
const formTarget = (address: string) => {
  const { origin, protocol } = new URL(address)
  return origin === "null" || origin.includes("[") ? protocol : origin
}

const previewPolicy = ({ framedBy, style }: NonNullable<Page["preview"]>) =>
  [
    "default-src 'none'",
    `style-src 'self' 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
    // Of its own origin, which its font is asked for by. Nothing runs in it.
    "sandbox allow-same-origin"
  ].join("; ")

const policy = ({ leadsTo = [] }: Page, scripts: ReadonlyArray<string>) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ...(scripts.length === 0 ? [] : ["script-src 'self'"]),
    ...(scripts.includes(passkeyScriptPath) ? ["connect-src 'self'"] : []),
    `form-action ${["'self'", ...leadsTo.map(formTarget)].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const headersOf = (page: Page, scripts: ReadonlyArray<string>) => ({
  "content-security-policy": page.preview === undefined ? policy(page, scripts) : previewPolicy(page.preview),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  ...(page.preview === undefined ? { "x-frame-options": "DENY", "cross-origin-opener-policy": "same-origin" } : {}),
  "permissions-policy": "camera=(), geolocation=(), microphone=()"
})

const refusedTitle: Catalogue<string> = { en: "Error: ", de: "Fehler: " }

const brandOf = ({ isApp, logo, name }: Brand) =>
  logo === null
    ? html`<p class="brand">${isApp === true ? letterMark(name) : platformMark}<span>${name}</span></p>`
    : html`<p class="brand"><img src="${logo}" alt="${name}" /></p>`

const markup = (page: Page): Html =>
  html`<div class="column">
      <header>${brandOf(page.brand)}</header>
      <main>
        <div class="box">
          <div class="head">
            ${page.icon !== undefined && tile(page.icon)}
            <h1>${page.title}</h1>
            ${page.lead !== undefined && html`<p class="lead">${page.lead}</p>`}
          </div>
          ${page.body}
        </div>
        ${page.foot !== undefined && page.foot !== false && html`<p class="foot">${page.foot}</p>`}
      </main>
    </div>
    <footer>
      ${
        page.other !== undefined &&
        html`<a href="${page.other.href}" hreflang="${page.other.locale}" lang="${page.other.locale}"
          >${page.other.name}</a
        >`
      }
    </footer>`

const text = (page: Page, body: Html): Html =>
  html`<!doctype html>
    <html lang="${page.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.refused === true && refusedTitle[page.locale]}${page.title} – ${page.brand.name}</title>
        <link rel="icon" href="${iconPath}" />
        <link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="${stylePath}" />
        ${page.brand.theme !== null && html`<link rel="stylesheet" href="${page.brand.theme}" />`}
        ${page.preview !== undefined && new Html(`<style>${page.preview.style}</style>`)}
        ${page.preview === undefined && body.scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
      </head>
      <body class="${page.wide === true ? "wide" : ""}">
        ${body}
      </body>
    </html>`

/** A whole page: one column, no script but the modules its parts need, never framed, never kept. */
export const page = (page: Page): HttpServerResponse.HttpServerResponse => {
  const body = markup(page)
  return HttpServerResponse.text(text(page, body).text, {
    status: page.status ?? 200,
    contentType: "text/html; charset=utf-8",
    headers: headersOf(page, body.scripts)
  })
}
