import { account } from "../../../platform/pages/account.ts"
import { form, or } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { emailField, nameField, passwordField } from "./fields.ts"
import { mailAgain } from "./mailAgain.ts"
import type { Again } from "./signInViews.ts"
import { appPage, type View, way } from "./View.ts"
import { signInButton, toApp, toSignIn, toSignInInstead, waysOn } from "./ways.ts"

/** A mailed link that is good, and for whom. */
export interface Link {
  readonly token: string
  readonly email: string
  readonly name?: string | null | undefined
  readonly problem?: Problem | undefined
}

export type LinkKind = "verify" | "reset" | "invite"

type Shown = Parameters<typeof appPage>[1]

const linkPage = (view: View, { problem }: Link, shown: Shown) =>
  appPage(view, { ...shown, refused: problem !== undefined })

export const verifyPage = (view: View, link: Link) => {
  const { href, locale, texts } = view
  const { body, submit, title } = texts.verify
  const { email, problem, token } = link
  const account = { label: texts.email, email }
  return linkPage(view, link, {
    icon: "mail",
    title,
    lead: body,
    body: form({ locale, action: href("verify"), hidden: { token }, account, submit, problem })
  })
}

export const resetPage = (view: View, link: Link) => {
  const { href, locale, texts } = view
  const { submit, title } = texts.reset
  const { email, problem, token } = link
  const account = { label: texts.email, email }
  const fields = [passwordField(view, "new", "new_password")]
  return linkPage(view, link, {
    icon: "key",
    title,
    body: form({ locale, action: href("reset"), hidden: { token }, account, fields, submit, problem })
  })
}

export const invitePage = (view: View, link: Link) => {
  const { app, href, locale, texts } = view
  const { body, submit, title } = texts.invite
  const { email, name, problem, token } = link
  const account = { label: texts.email, email }
  const fields = [...(app.passwordEnabled ? [passwordField(view, "new")] : []), nameField(view, name)]
  return linkPage(view, link, {
    icon: "people",
    title: title(app.name),
    lead: body,
    body: form({ locale, action: href("invite"), hidden: { token }, account, fields, submit, problem }),
    foot: toSignInInstead(view)
  })
}

const freshVerification = (view: View, { email, problem }: Again, weight: "first" | "second") =>
  form({
    locale: view.locale,
    action: view.href("verify/resend"),
    fields: [emailField(view, email)],
    submit: view.texts.signUp.resend,
    weight,
    problem
  })

const freshReset = (view: View, { email, problem }: Again) =>
  form({
    locale: view.locale,
    action: view.href("forgot"),
    fields: [emailField(view, email)],
    submit: view.texts.reset.fresh,
    problem
  })

/** Another link: below the sign-in where an address may be confirmed already, else as the page's main act. */
const fresh = (view: View, kind: "verify" | "reset", again: Again) => {
  if (kind === "reset") return freshReset(view, again)
  const signIn = signInButton(view)
  return signIn === false
    ? freshVerification(view, again, "first")
    : html`${signIn} ${or(view.locale)} ${freshVerification(view, again, "second")}`
}

/** A link that is spent, replaced, too old or another app's, and how to get on. */
export const deadLinkPage = (view: View, kind: LinkKind, again: Again = {}) => {
  const { body, title } = view.texts[kind].dead
  return appPage(view, {
    icon: "clock",
    title,
    lead: body,
    status: 410,
    refused: true,
    body: kind === "invite" ? waysOn(view) : html`${fresh(view, kind, again)} ${toApp(view)}`,
    foot: kind === "reset" && toSignIn(view)
  })
}

export const forgotPage = (view: View, { email, problem }: Again = {}) => {
  const { href, locale, texts } = view
  const { back, body, submit, title } = texts.forgot
  return appPage(view, {
    icon: "key",
    title,
    lead: body,
    refused: problem !== undefined,
    body: form({ locale, action: href("forgot"), fields: [emailField(view, email)], submit, problem }),
    foot: way(view, "sign-in", back)
  })
}

/** The same whether or not there was anybody to mail to. */
export const forgotSentPage = (view: View, { email = "" }: Again) => {
  const { href, texts } = view
  const { back, sent } = texts.forgot
  return appPage(view, {
    icon: "mail",
    title: sent.title,
    lead: sent.body,
    body: html`${account({ label: texts.email, email, change: { href: href("forgot"), label: texts.otherAddress } })}
    ${mailAgain(view, "forgot", email, texts.linkAgain)}`,
    foot: way(view, "sign-in", back)
  })
}
