import type { Locale } from "../i18n/Locale.ts"
import { html, type Html } from "./html.ts"
import type { Catalogue } from "./Locales.ts"

const toStart: Catalogue<string> = { en: "To the start page", de: "Zur Startseite" }

/** The way on from a page that belongs to nothing: the service's own first page. */
export const startButton = (locale: Locale): Html => html`<a class="button" href="/">${toStart[locale]}</a>`
