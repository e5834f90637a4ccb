import type { Field } from "../../../platform/pages/Field.ts"
import { form, or } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import { icon } from "../../../platform/pages/icons.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { notOfferedPage } from "./endViews.ts"
import { emailField, passwordField } from "./fields.ts"
import { mailAgain } from "./mailAgain.ts"
import { appPage, type View, way } from "./View.ts"
import { offersSignIn } from "./ways.ts"

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
const unproven = ({ href, locale, texts }: View, email: string) =>
  html`<div class="row">
    <p class="small">${texts.signIn.unproven}</p>
    ${form({ locale, action: href("verify/resend"), hidden: { email }, submit: texts.signUp.resend, weight: "link" })}
  </div>`

/** A button for each identity provider of the app. Where people sign in with providers only, the first is the main act. */
const providerButtons = ({ app, href, texts }: View, others: boolean) =>
  app.providers.map(
    ({ name, slug }, at) =>
      html`<a class="${others || at > 0 ? "button second" : "button"}" href="${href(`sign-in/with/${slug}`)}"
        >${icon("globe")} ${texts.provider.with(name)}</a
      >`
  )

/** The methods of the app: the first as the page's main act, the others below a divider. Without any, a page that says so. */
export const signInPage = (
  view: View,
  { denied, email, lead, problem }: Again & { readonly denied?: boolean; readonly lead?: string } = {}
) => {
  if (!offersSignIn(view)) return notOfferedPage(view, view.texts.notOffered.signIn)
  const actions = actionsOf(view)
  const { app, href, locale, texts } = view
  const text = texts.signIn
  const { emailCodeEnabled: byCode, passwordEnabled: byPassword, providers } = app
  // The same form with another address: what was typed is not typed twice.
  const codeButton =
    byCode &&
    byPassword &&
    html`<button class="second" formaction="${href(actions.code)}" formnovalidate>
      ${icon("mail")} ${text.sendCode}
    </button>`
  const hasOthers = codeButton !== false || providers.length > 0
  const others = html`<div class="ways">${codeButton} ${providerButtons(view, byPassword || byCode)}</div>`
  const password: Field = {
    ...passwordField(view, "current"),
    aside: { href: href("forgot"), label: text.forgot }
  }
  const main =
    byPassword || byCode
      ? form({
          locale,
          action: href(byPassword ? actions.password : actions.code),
          fields: [
            { ...emailField(view, email), ...(byPassword ? {} : { hint: text.byCodeHint }) },
            ...(byPassword ? [password] : [])
          ],
          submit: byPassword ? text.submit : text.sendCode,
          ...(hasOthers ? { ways: html`${or(locale)} ${others}` } : {}),
          problem
        })
      : others
  return appPage(view, {
    title: text.title(app.name),
    refused: problem !== undefined,
    ...(lead === undefined ? {} : { lead }),
    body: html`${main} ${denied === true && app.selfRegistration && email !== undefined && unproven(view, email)}`,
    foot: app.selfRegistration && html`${text.newHere} ${way(view, "sign-up", text.signUp)}`
  })
}

/** Where the mailed code is entered; the same whether or not there was anybody to mail it to. */
export const codePage = (view: View, { email = "", problem }: Again) => {
  const { href, locale, next, texts } = view
  const actions = actionsOf(view)
  const text = texts.codeSent
  return appPage(view, {
    icon: "mail",
    title: text.title,
    lead: text.body,
    refused: problem !== undefined,
    body: html`${form({
      locale,
      action: href(actions.verify),
      hidden: { email },
      account: { label: texts.email, email, change: { href: href(next ?? "sign-in"), label: texts.otherAddress } },
      fields: [{ name: "code", label: texts.code, autocomplete: "one-time-code", digits: 6, focused: true }],
      submit: text.submit,
      problem
    })}
    ${mailAgain(view, actions.code, email, text)}`
  })
}
