import { type Field, field } from "./Field.ts"
import { html, type Html } from "./html.ts"
import type { Problem } from "./Problems.ts"

export interface Form {
  /** Where it is sent. */
  readonly action: string
  /** What goes along unseen. */
  readonly hidden?: Readonly<Record<string, string>>
  /** Said above the fields and not sent: whose password this is, for people and password managers. */
  readonly account?: { readonly label: string; readonly email: string }
  readonly fields?: ReadonlyArray<Field>
  readonly submit: string
  /** A form beside the page's main one. */
  readonly second?: boolean
  readonly problem?: Problem | undefined
}

/** What is wrong with the whole: it is read out and takes the focus. */
export const alert = (message: string): Html =>
  html`<div class="wrong" role="alert" tabindex="-1" autofocus>${message}</div>`

/** A form that is posted. What is wrong stands at the field it is about, or above it all, and there the focus is. */
export const form = ({ account, action, fields = [], hidden = {}, problem, second, submit }: Form): Html => {
  const at = fields.find(({ name }) => name === problem?.field)
  return html`${problem !== undefined && at === undefined && alert(problem.message)}
    <form method="post" action="${action}">
      ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${
        account !== undefined &&
        html`<p class="account">${account.label}<br /><strong>${account.email}</strong></p>
          <input type="email" value="${account.email}" autocomplete="username" readonly hidden />`
      }
      ${fields.map((shown) => field(shown === at ? { ...shown, wrong: problem?.message } : shown))}
      <button class="${second === true ? "second" : "first"}">${submit}</button>
    </form>`
}
