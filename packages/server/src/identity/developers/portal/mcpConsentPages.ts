import type { McpScope } from "@fleet/domain/Mcp"
import { consentFacts } from "../../oauth/mcp/consentFacts.ts"
import type { McpInteraction } from "../../oauth/mcp/McpInteraction.ts"
import { form } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import type { Catalogue } from "../../../platform/pages/Locales.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { inLanguage, pathsAt } from "./paths.ts"
import { accountOf, hidden, type Place, portalPage, within } from "./PortalPage.ts"

interface Texts {
  readonly title: string
  readonly asks: string
  readonly client: string
  readonly unnamed: string
  readonly unverified: string
  readonly described: string
  readonly answer: string
  readonly opens: string
  readonly scopes: string
  readonly scope: Readonly<Record<McpScope, string>>
  readonly loopback: string
  readonly app: (scheme: string) => string
  readonly approve: string
  readonly deny: string
}

const texts: Catalogue<Texts> = {
  en: {
    title: "Let this program in?",
    asks: "A program asks to act for you in the whole organisation, as an AI assistant does.",
    client: "Program",
    unnamed: "A program without a name",
    unverified: "The program says so itself. Nobody has verified this name.",
    described: "It is described at",
    answer: "The answer goes to",
    opens: "The answer opens an app on this device, by addresses of",
    scopes: "It asks to",
    scope: {
      "robots:read": "read all robots, drafts of configurations, apps and the audit trail",
      "robots:control": "command all robots, and change and publish their configurations"
    },
    loopback:
      "The answer goes to this computer. Any program that runs here can call itself by this name: allow it only if you began this just now, in a program that you trust.",
    app: (scheme) =>
      `Allowing or refusing opens an app on this device: the one that takes addresses that begin with ${scheme} Any app that is installed here can take them. Allow it only if you began this just now, in an app that you trust.`,
    approve: "Allow",
    deny: "Refuse"
  },
  de: {
    title: "Dieses Programm zulassen?",
    asks: "Ein Programm möchte in der ganzen Organisation für Sie handeln, wie es ein KI-Assistent tut.",
    client: "Programm",
    unnamed: "Ein Programm ohne Namen",
    unverified: "Das sagt das Programm von sich selbst. Niemand hat diesen Namen geprüft.",
    described: "Beschrieben ist es unter",
    answer: "Die Antwort geht an",
    opens: "Die Antwort öffnet eine App auf diesem Gerät, mit Adressen von",
    scopes: "Es möchte",
    scope: {
      "robots:read": "alle Roboter, Entwürfe von Konfigurationen, Apps und das Protokoll lesen",
      "robots:control": "allen Robotern Befehle geben, ihre Konfigurationen ändern und veröffentlichen"
    },
    loopback:
      "Die Antwort geht an diesen Computer. Jedes Programm, das hier läuft, kann sich so nennen: Erlauben Sie es nur, wenn Sie dies eben selbst begonnen haben, in einem Programm, dem Sie vertrauen.",
    app: (scheme) =>
      `Erlauben und Ablehnen öffnen eine App auf diesem Gerät: diejenige, die Adressen annimmt, die mit ${scheme} beginnen. Jede App, die hier installiert ist, kann sie annehmen. Erlauben Sie es nur, wenn Sie dies eben selbst begonnen haben, in einer App, der Sie vertrauen.`,
    approve: "Erlauben",
    deny: "Ablehnen"
  }
}

/** Asks a developer whether a client may act for them. */
export const mcpConsentPage = (place: Place, asked: McpInteraction, problem?: Problem) => {
  const { locale } = place
  const text = texts[locale]
  const action = inLanguage(pathsAt(place.prefix).actions.consent, locale)
  const { answersTo, describedAt, opensApp, staysHere } = consentFacts(asked)
  return portalPage({
    ...within(place, problem),
    icon: "program",
    title: text.title,
    lead: text.asks,
    body: html`<dl class="facts">
        <dt>${text.client}</dt>
        <dd><strong>${asked.client_name ?? text.unnamed}</strong> <small>${text.unverified}</small></dd>
        ${
          describedAt !== null &&
          html`<dt>${text.described}</dt>
            <dd><strong>${describedAt}</strong></dd>`
        }
        <dt>${opensApp ? text.opens : text.answer}</dt>
        <dd><strong>${answersTo}</strong></dd>
        <dt>${text.scopes}</dt>
        <dd>
          <ul>
            ${asked.scopes.map((scope) => html`<li>${text.scope[scope]}</li>`)}
          </ul>
        </dd>
      </dl>
      ${staysHere && html`<p class="caution" role="note">${text.loopback}</p>`}
      ${opensApp && html`<p class="caution" role="note">${text.app(answersTo)}</p>`} ${accountOf(place)}
      <div class="ways">
        ${form({ locale, action, hidden: { ...hidden(place), decision: "approve" }, submit: text.approve, problem })}
        ${form({ locale, action, hidden: { ...hidden(place), decision: "deny" }, submit: text.deny, weight: "second" })}
      </div>`
  })
}
