import { account } from "../../../platform/pages/account.ts"
import { alert, form } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import { emailField, nameField, passwordField } from "./fields.ts"
import { mailAgain } from "./mailAgain.ts"
import type { Again } from "./signInViews.ts"
import { appPage, type View } from "./View.ts"
import { toSignInInstead } from "./ways.ts"

export const signUpPage = (
  view: View,
  { email, name, problem }: Again & { readonly name?: string | undefined } = {}
) => {
  const { app, href, locale, texts } = view
  const text = texts.signUp
  return appPage(view, {
    title: text.title,
    refused: problem !== undefined,
    body: form({
      locale,
      action: href("sign-up"),
      fields: [
        emailField(view, email),
        ...(app.passwordEnabled ? [passwordField(view, "new")] : []),
        nameField(view, name)
      ],
      submit: text.submit,
      problem
    }),
    foot: toSignInInstead(view)
  })
}

/** The same for new and known addresses. */
export const signUpSentPage = (view: View, { email = "", problem }: Again) => {
  const { href, texts } = view
  const text = texts.signUp
  return appPage(view, {
    icon: "mail",
    title: text.sent.title,
    lead: text.sent.body,
    refused: problem !== undefined,
    body: html`${problem !== undefined && alert(problem.message)}
    ${account({ label: texts.email, email, change: { href: href("sign-up"), label: texts.otherAddress } })}
    ${mailAgain(view, "verify/resend", email, texts.linkAgain)}`,
    foot: toSignInInstead(view)
  })
}
