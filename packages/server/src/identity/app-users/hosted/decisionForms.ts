import { form } from "../../../platform/pages/Form.ts"
import { html, type Html } from "../../../platform/pages/html.ts"
import type { View } from "./View.ts"

/** What is asked for is allowed or refused. */
export const decisionForms = (
  { locale }: View,
  action: string,
  { approve, deny }: { readonly approve: string; readonly deny: string }
): Html =>
  html`<div class="ways">
    ${form({ locale, action, hidden: { decision: "approve" }, submit: approve })}
    ${form({ locale, action, hidden: { decision: "deny" }, submit: deny, weight: "second" })}
  </div>`
