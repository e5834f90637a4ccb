import { form } from "../../../platform/pages/Form.ts"
import { html, type Html } from "../../../platform/pages/html.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { emailField, passwordField } from "./fields.ts"
import { appPage, type View, way } from "./View.ts"

/** What a form is shown again with. */
export interface Again {
  readonly problem?: Problem | undefined
  readonly email?: string | undefined
}

/** Where the forms of a sign-in are sent: beside the page that it goes on to, where that is one of an MCP client. */
const actionsOf = ({ next }: View) => {
  const own = next !== null && !next.startsWith("mcp/confirm/") ? next : null
  return own === null
    ? { password: "sign-in", code: "sign-in/code", verify: "sign-in/code/verify" }
    : { password: `${own}/password`, code: `${own}/code`, verify: `${own}/code/verify` }
}

/** After every refusal alike: an account whose address is not verified is refused like an unknown one. */
const unproven = ({ href, texts }: View, email: string) =>
  html`<p>${texts.signIn.unproven}</p>
    ${form({ action: href("verify/resend"), hidden: { email }, submit: texts.signUp.resend, second: true })}`

/** A button for each identity provider of the app. */
const providerButtons = ({ app, href, texts }: View) =>
  app.providers.map(
    ({ name, slug }) =>
      html`<p><a class="button second" href="${href(`sign-in/with/${slug}`)}">${texts.provider.with(name)}</a></p>`
  )

/** The methods of the app: a password, a mailed code, or one form for each. */
export const signInPage = (
  view: View,
  { denied, email, lead, problem }: Again & { readonly denied?: boolean; readonly lead?: Html } = {},
  by: "password" | "code" = "password"
) => {
  const actions = actionsOf(view)
  const { app, href, texts } = view
  const text = texts.signIn
  const both = app.passwordEnabled && app.emailCodeEnabled
  const ofCode = by === "code" || !app.passwordEnabled
  const byPassword = form({
    action: href(actions.password),
    fields: [emailField(view, ofCode ? undefined : email), passwordField(view, "current")],
    submit: text.submit,
    problem: ofCode ? undefined : problem
  })
  const byCode = form({
    action: href(actions.code),
    fields: [
      { ...emailField(view, ofCode ? email : undefined), ...(both ? { id: "code-email" } : {}), hint: text.byCodeHint }
    ],
    submit: text.sendCode,
    second: both,
    problem: ofCode ? problem : undefined
  })
  return appPage(view, {
    title: text.title,
    refused: problem !== undefined,
    body: html`${lead} ${app.passwordEnabled && byPassword} ${app.passwordEnabled && way(view, "forgot", text.forgot)}
    ${denied === true && app.selfRegistration && email !== undefined && unproven(view, email)}
    ${both && html`<h2>${text.byCode}</h2>`} ${app.emailCodeEnabled && byCode} ${providerButtons(view)}
    ${app.selfRegistration && way(view, "sign-up", text.signUp)}`
  })
}

/** Where the mailed code is entered; the same whether or not there was anybody to mail it to. */
export const codePage = (view: View, { email = "", problem }: Again) => {
  const { href, next, texts } = view
  const actions = actionsOf(view)
  const text = texts.codeSent
  return appPage(view, {
    title: text.title,
    refused: problem !== undefined,
    body: html`<p>${text.body}</p>
      ${form({
        action: href(actions.verify),
        hidden: { email },
        account: { label: texts.email, email },
        fields: [{ name: "code", label: texts.code, autocomplete: "one-time-code", digits: 6 }],
        submit: text.submit,
        problem
      })}
      ${form({ action: href(actions.code), hidden: { email }, submit: text.again, second: true })}
      <p class="quiet">${texts.noMail}</p>
      ${way(view, next ?? "sign-in", texts.otherAddress)}`
  })
}
