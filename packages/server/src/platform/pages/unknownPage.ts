import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { html, type Html } from "./html.ts"
import { type Catalogue, hereOf, localeOf, otherLocale } from "./Locales.ts"
import { page } from "./Page.ts"

/** Paths below which only what is documented exists: also a browser is answered there as any client. */
const reserved =
  /^\/(?:api|app|mcp|console|accept-invite|\.well-known|docs|examples|asyncapi|dev|pages|assets|healthz|readyz|metrics|openapi\.json|realtime|bridge|media)(?:\/|$)/

const texts: Catalogue<{
  readonly unknown: string
  readonly nothing: string
  readonly about: string
  readonly reference: string
  readonly document: string
}> = {
  en: {
    unknown: "There is no page here",
    nothing: "The address may be misspelled, or what it named is gone.",
    about: "This is the address of the service: robots, apps and consoles speak to it.",
    reference: "API reference",
    document: "OpenAPI document"
  },
  de: {
    unknown: "Hier ist keine Seite",
    nothing: "Vielleicht ist die Adresse falsch geschrieben, oder es gibt nicht mehr, was sie nannte.",
    about: "Dies ist die Adresse des Dienstes: Roboter, Apps und Konsolen sprechen mit ihm.",
    reference: "API-Referenz",
    document: "OpenAPI-Dokument"
  }
}

export const isReserved = (path: string): boolean => reserved.test(path)

/** Whether a browser asks, that shows what it gets. */
export const wantsPage = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  /\btext\/html\b/i.test(headers["accept"] ?? "")

/** An address of the service that names no page, where it has no console. `/` says what is here. */
export const unknownPage = (request: HttpServerRequest.HttpServerRequest): HttpServerResponse.HttpServerResponse => {
  const locale = localeOf(request)
  const isStart = request.url.split("?", 1)[0] === "/"
  const { about, document, nothing, reference, unknown } = texts[locale]
  const links: Html = html`<ul>
    <li><a href="/docs">${reference}</a></li>
    <li><a href="/openapi.json">${document}</a></li>
  </ul>`
  return page({
    locale,
    brand: { name: "Robot Fleet Cloud", logo: null, theme: null },
    title: isStart ? "Robot Fleet Cloud" : unknown,
    body: html`<p>${isStart ? about : nothing}</p>
      ${links}`,
    status: isStart ? 200 : 404,
    other: otherLocale(hereOf(request) ?? "/", locale)
  })
}
