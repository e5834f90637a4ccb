import type { McpScope } from "@fleet/domain/Mcp"
import { account } from "../../../platform/pages/account.ts"
import { html, type Html } from "../../../platform/pages/html.ts"
import { inLocale } from "../../../platform/pages/Locales.ts"
import { consentFacts } from "../../oauth/mcp/consentFacts.ts"
import type { McpInteraction } from "../../oauth/mcp/McpInteraction.ts"
import { mcpTexts } from "./mcpTexts.ts"
import { decisionForms } from "./decisionForms.ts"
import { appPage, type View } from "./View.ts"
import { waysOn } from "./ways.ts"

const clientOf = ({ locale }: View, { client_name }: McpInteraction) => client_name ?? mcpTexts[locale].unnamed

/** Why somebody is asked to sign in. */
export const mcpLead = (view: View, interaction: McpInteraction): string =>
  mcpTexts[view.locale].lead(clientOf(view, interaction), view.app.name)

/** What is asked of a person: by whom, what for, and where the answer goes. */
const consentDetails = (text: (typeof mcpTexts)["en"], interaction: McpInteraction, isKnown: boolean): Html => {
  const { answersTo, describedAt, opensApp, staysHere } = consentFacts(interaction)
  const { client_name, scopes } = interaction
  return html`<dl class="facts">
      <dt>${text.client}</dt>
      <dd><strong>${client_name ?? text.unnamed}</strong> <small>${text.unverified}</small></dd>
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
          ${scopes.map((scope: McpScope) => html`<li>${text.scope[scope]}</li>`)}
        </ul>
      </dd>
    </dl>
    ${staysHere && html`<p class="caution" role="note">${text.loopback}</p>`}
    ${opensApp && html`<p class="caution" role="note">${text.app(answersTo)}</p>`}
    ${isKnown && html`<p>${text.known}</p>`}
    <p class="small">${text.role}</p>`
}

/** Asks the signed-in person whether a client may act for them. */
export const consentPage = (view: View, interaction: McpInteraction, email: string, isKnown: boolean) => {
  const text = mcpTexts[view.locale]
  const here = `mcp/${interaction.id}`
  const action = view.href(`${here}/consent`)
  const other = inLocale(`/app/${view.app.identifier}/${here}?account=other`, view.locale)
  return appPage(view, {
    icon: "program",
    title: text.title,
    lead: text.asks(view.app.name),
    leadsTo: [interaction.redirect_uri],
    body: html`${consentDetails(text, interaction, isKnown)}
    ${account({ label: text.account, email, change: { href: other, label: text.otherAccount } })}
    ${decisionForms(view, action, text)}`
  })
}

/** A request that was decided, or waited too long. */
export const deadInteractionPage = (view: View) => {
  const { body, title } = mcpTexts[view.locale].dead
  return appPage(view, { icon: "clock", title, lead: body, status: 410, refused: true, body: waysOn(view) })
}
