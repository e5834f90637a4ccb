import type { Locale } from "../i18n/Locale.ts"
import { account, type Account } from "./account.ts"
import { type Field, field } from "./Field.ts"
import { fieldWords } from "./fieldWords.ts"
import { html, type Html, withScript } from "./html.ts"
import type { Problem } from "./Problems.ts"
import { formScriptPath } from "./scriptPaths.ts"

export interface Form {
  readonly locale: Locale
  /** Where it is sent. */
  readonly action: string
  /** What goes along unseen. */
  readonly hidden?: Readonly<Record<string, string>>
  /** Shown above the fields and not sent: whose password this is, for people and password managers. */
  readonly account?: Account
  readonly fields?: ReadonlyArray<Field>
  readonly submit: string
  /** The page's one main act, a button beside it, or an act that looks like a link. */
  readonly weight?: "first" | "second" | "link"
  /** How long it is of no use yet, in seconds from the page's arrival, and what is said meanwhile of `{time}`. */
  readonly wait?: { readonly seconds: number; readonly words: string }
  /** Other ways, below the button and a divider. */
  readonly ways?: Html
  readonly problem?: Problem | undefined
}

/** What is wrong with the whole: it is read out and takes the focus. */
export const alert = (message: string): Html =>
  html`<div class="wrong" role="alert" tabindex="-1" autofocus>${message}</div>`

/** The divider between the main act and the other ways. */
export const or = (locale: Locale): Html => html`<p class="or">${fieldWords[locale].or}</p>`

const waits = ({ wait }: Form) => wait !== undefined && html` data-wait="${wait.seconds}" data-waiting="${wait.words}"`

/** A form that is posted. What is wrong stands at the field it is about, or above it all, and there the focus is. */
export const form = (shown: Form): Html => {
  const { action, fields = [], hidden = {}, locale, problem, submit, wait, ways, weight = "first" } = shown
  const at = fields.find(({ name }) => name === problem?.field)
  const markup = html`${problem !== undefined && at === undefined && alert(problem.message)}
    <form method="post" action="${action}">
      ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${
        shown.account !== undefined &&
        html`${account(shown.account)}
          <input type="email" value="${shown.account.email}" autocomplete="username" readonly hidden />`
      }
      ${fields.map((each) => field(each === at ? { ...each, wrong: problem?.message } : each, locale))}
      <button class="${weight}" ${waits(shown)}>${submit}</button>
      ${ways}
    </form>`
  return wait === undefined ? markup : withScript(markup, formScriptPath)
}
