import { account } from "../../../platform/pages/account.ts"
import { html } from "../../../platform/pages/html.ts"
import type { McpConfirmation } from "../../oauth/mcp/McpConfirmation.ts"
import { visibleJson, visibleText } from "../../oauth/mcp/visibleText.ts"
import { mcpTexts } from "./mcpTexts.ts"
import { decisionForms } from "./decisionForms.ts"
import { appPage, type View } from "./View.ts"
import { toApp } from "./ways.ts"

/** A command in words, and whether it may be sent. */
export const commandPage = (view: View, { command, id }: McpConfirmation, email: string) => {
  const texts = mcpTexts[view.locale]
  const text = texts.confirm
  const action = view.href(`mcp/confirm/${id}`)
  const parameters = Object.entries(command.parameters)
  return appPage(view, {
    icon: "program",
    title: text.title,
    lead: text.lead,
    body: html`<dl class="facts">
        <dt>${texts.client}</dt>
        <dd>
          <strong>${command.client === null ? texts.unnamed : visibleText(command.client)}</strong>
          <small>${texts.unverified}</small>
        </dd>
        <dt>${text.robot}</dt>
        <dd><strong>${visibleText(command.robot)}</strong></dd>
        <dt>${text.tool[command.tool]}</dt>
        <dd><strong>${command.slug}</strong></dd>
        ${
          parameters.length > 0 &&
          html`<dt>${text.parameters}</dt>
            ${parameters.map(([name, value]) => html`<dd><code>${visibleText(name)} = ${visibleJson(value)}</code></dd>`)}`
        }
      </dl>
      <p class="caution" role="note">${text.warning}</p>
      ${account({ label: texts.account, email })} ${decisionForms(view, action, text)}`
  })
}

/** What was decided. */
export const decidedPage = (view: View, decision: "approve" | "deny") => {
  const { body, title } = mcpTexts[view.locale].confirm[decision === "approve" ? "approved" : "denied"]
  return appPage(view, {
    icon: decision === "approve" ? "check" : "barred",
    title,
    lead: body,
    body: html`${toApp(view, "first")}`
  })
}
