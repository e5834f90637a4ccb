import { form } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import { emailField, nameField, passwordField } from "./fields.ts"
import type { Again } from "./signInViews.ts"
import { appPage, type View, way } from "./View.ts"

export const signUpPage = (
  view: View,
  { email, name, problem }: Again & { readonly name?: string | undefined } = {}
) => {
  const { app, href, texts } = view
  const said = texts.signUp
  return appPage(view, {
    title: said.title,
    refused: problem !== undefined,
    body: html`${form({
      action: href("sign-up"),
      fields: [
        emailField(view, email),
        ...(app.passwordEnabled ? [passwordField(view, "new")] : []),
        nameField(view, name)
      ],
      submit: said.submit,
      problem
    })}
    ${way(view, "sign-in", said.hasAccount)}`
  })
}

/** The same for new and known addresses. */
export const signUpSentPage = (view: View, { email = "", problem }: Again) => {
  const { href, texts } = view
  const said = texts.signUp
  return appPage(view, {
    title: said.sent.title,
    refused: problem !== undefined,
    body: html`<p>${said.sent.body}</p>
      ${form({
        action: href("verify/resend"),
        hidden: { email },
        account: { label: texts.email, email },
        submit: said.resend,
        second: true,
        problem
      })}
      <p class="quiet">${texts.noMail}</p>
      ${way(view, "sign-up", texts.otherAddress)} ${way(view, "sign-in", texts.toSignIn)}`
  })
}
