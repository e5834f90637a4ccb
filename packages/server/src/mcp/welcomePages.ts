import type { McpEndpoint } from "../identity/oauth/mcp/McpEndpoints.ts"
import { html } from "../platform/pages/html.ts"
import { hereOf, localeOf, otherLocale } from "../platform/pages/Locales.ts"
import { page } from "../platform/pages/Page.ts"
import { quirks } from "./doctorQuirks.ts"
import { welcomeTexts } from "./welcomeTexts.ts"

type Request = Parameters<typeof localeOf>[0]

const brand = (name: string) => ({ name, logo: null, theme: null })

const otherOf = (request: Request, locale: "en" | "de") => {
  const here = hereOf(request)
  return here === null ? {} : { other: otherLocale(here, locale) }
}

/** What a browser is shown that opens an endpoint. */
export const endpointPage = (request: Request, { name, url }: McpEndpoint) => {
  const locale = localeOf(request)
  const text = welcomeTexts[locale].endpoint
  return page({
    locale,
    brand: brand(name),
    title: text.title,
    status: 405,
    wide: true,
    icon: "program",
    lead: text.body,
    body: html`<p><code class="line">${url}</code></p>
      <p><a href="/mcp/welcome?lang=${locale}">${text.help}</a></p>`,
    ...otherOf(request, locale)
  })
}

/** A line that lists an endpoint's tools with the protocol's own inspector, which registers itself and has the person sign in. */
export const inspectorLine = (endpoint: string): string =>
  `npx @modelcontextprotocol/inspector --cli ${endpoint} --transport http --method tools/list`

/** How a program is connected, and what to look at where that fails. */
export const welcomePage = (request: Request, baseUrl: string) => {
  const locale = localeOf(request)
  const text = welcomeTexts[locale].welcome
  return page({
    locale,
    brand: brand("Robot Fleet Cloud"),
    title: text.title,
    wide: true,
    icon: "program",
    lead: text.lead,
    body: html`<p><code class="line">${baseUrl}/mcp/${text.identifier}</code></p>
      <h2>${text.connect}</h2>
      <ol>
        ${text.steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      <h2>${text.trouble}</h2>
      <dl class="answers">
        ${text.answers.map(
          ([question, answer]) =>
            html`<dt>${question}</dt>
              <dd>${answer}</dd>`
        )}
      </dl>
      <h2>${text.known}</h2>
      <dl class="answers">
        ${quirks.map(
          ({ client, message }) =>
            html`<dt>${client}</dt>
              <dd>${message[locale]}</dd>`
        )}
      </dl>
      <h2>${text.developers}</h2>
      <p>${text.doctor}</p>
      <p><code class="line">GET ${baseUrl}/api/apps/{id}/mcp/clients</code></p>
      <p>${text.inspector}</p>
      <p><code class="line">${inspectorLine(`${baseUrl}/mcp/${text.identifier}`)}</code></p>`,
    ...otherOf(request, locale)
  })
}
