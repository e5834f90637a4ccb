import { form } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import type { McpConfirmation } from "../../oauth/mcp/McpConfirmation.ts"
import { visibleJson, visibleText } from "../../oauth/mcp/visibleText.ts"
import { mcpTexts } from "./mcpTexts.ts"
import { appPage, type View } from "./View.ts"

/** A command in words, and whether it may be sent. */
export const commandPage = (view: View, { command, id }: McpConfirmation, email: string) => {
  const texts = mcpTexts[view.locale]
  const text = texts.confirm
  const action = view.href(`mcp/confirm/${id}`)
  const parameters = Object.entries(command.parameters)
  return appPage(view, {
    title: text.title,
    body: html`<p>${text.lead}</p>
      <dl class="facts">
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
      <p class="account">${texts.account}<br /><strong>${email}</strong></p>
      ${form({ action, hidden: { decision: "approve" }, submit: text.approve })}
      ${form({ action, hidden: { decision: "deny" }, submit: text.deny, second: true })}`
  })
}

/** What was decided. */
export const decidedPage = (view: View, decision: "approve" | "deny") => {
  const { body, title } = mcpTexts[view.locale].confirm[decision === "approve" ? "approved" : "denied"]
  return appPage(view, { title, body: html`<p>${body}</p>` })
}
