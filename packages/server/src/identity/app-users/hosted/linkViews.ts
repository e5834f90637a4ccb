import { form } from "../../../platform/pages/Form.ts"
import { html, type Html } from "../../../platform/pages/html.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { emailField, nameField, passwordField } from "./fields.ts"
import type { Again } from "./signInViews.ts"
import { appPage, type View, way } from "./View.ts"
import { signInButton, toApp, toSignIn } from "./ways.ts"

/** A mailed link that is good, and for whom. */
export interface Link {
  readonly token: string
  readonly email: string
  readonly name?: string | null | undefined
  readonly problem?: Problem | undefined
}

export type LinkKind = "verify" | "reset" | "invite"

const linkPage = (view: View, { problem }: Link, title: string, body: Html) =>
  appPage(view, { title, body, refused: problem !== undefined })

export const verifyPage = (view: View, link: Link) => {
  const { href, texts } = view
  const { body, submit, title } = texts.verify
  const { email, problem, token } = link
  const account = { label: texts.email, email }
  const shown = html`<p>${body}</p>
    ${form({ action: href("verify"), hidden: { token }, account, submit, problem })}`
  return linkPage(view, link, title, shown)
}

export const resetPage = (view: View, link: Link) => {
  const { href, texts } = view
  const { submit, title } = texts.reset
  const { email, problem, token } = link
  const account = { label: texts.email, email }
  const fields = [passwordField(view, "new", "new_password")]
  return linkPage(
    view,
    link,
    title,
    form({ action: href("reset"), hidden: { token }, account, fields, submit, problem })
  )
}

export const invitePage = (view: View, link: Link) => {
  const { app, href, texts } = view
  const { body, submit, title } = texts.invite
  const { email, name, problem, token } = link
  const account = { label: texts.email, email }
  const fields = [...(app.passwordEnabled ? [passwordField(view, "new")] : []), nameField(view, name)]
  const shown = html`<p>${body}</p>
    ${form({ action: href("invite"), hidden: { token }, account, fields, submit, problem })}
    ${way(view, "sign-in", texts.signUp.hasAccount)}`
  return linkPage(view, link, title(app.name), shown)
}

const freshVerification = (view: View, { email, problem }: Again) =>
  form({
    action: view.href("verify/resend"),
    fields: [emailField(view, email)],
    submit: view.texts.signUp.resend,
    second: true,
    problem
  })

const freshReset = (view: View, { email, problem }: Again) =>
  form({ action: view.href("forgot"), fields: [emailField(view, email)], submit: view.texts.reset.fresh, problem })

/** A link that is spent, replaced, too old or another app's, and how to get on. */
export const deadLinkPage = (view: View, kind: LinkKind, again: Again = {}) => {
  const { body, title } = view.texts[kind].dead
  return appPage(view, {
    title,
    status: 410,
    refused: true,
    body: html`<p>${body}</p>
      ${kind !== "reset" && signInButton(view)} ${kind === "verify" && freshVerification(view, again)}
      ${kind === "reset" && [freshReset(view, again), toSignIn(view)]} ${toApp(view)}`
  })
}

export const forgotPage = (view: View, { email, problem }: Again = {}) => {
  const { href, texts } = view
  const { back, body, submit, title } = texts.forgot
  return appPage(view, {
    title,
    refused: problem !== undefined,
    body: html`<p>${body}</p>
      ${form({ action: href("forgot"), fields: [emailField(view, email)], submit, problem })}
      ${way(view, "sign-in", back)}`
  })
}

/** The same whether or not there was anybody to mail to. */
export const forgotSentPage = (view: View, { email = "" }: Again) => {
  const { href, texts } = view
  const { body, title } = texts.forgot.sent
  return appPage(view, {
    title,
    body: html`<p>${body}</p>
      ${form({
        action: href("forgot"),
        hidden: { email },
        account: { label: texts.email, email },
        submit: texts.signUp.resend,
        second: true
      })}
      <p class="quiet">${texts.noMail}</p>
      ${way(view, "forgot", texts.otherAddress)} ${way(view, "sign-in", texts.toSignIn)}`
  })
}
