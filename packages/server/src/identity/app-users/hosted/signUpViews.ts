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
  const text = texts.signUp
  return appPage(view, {
    title: text.title,
    refused: problem !== undefined,
    body: html`${form({
      action: href("sign-up"),
      fields: [
        emailField(view, email),
        ...(app.passwordEnabled ? [passwordField(view, "new")] : []),
        nameField(view, name)
      ],
      submit: text.submit,
      problem
    })}
    ${way(view, "sign-in", text.hasAccount)}`
  })
}

/** The same for new and known addresses. */
export const signUpSentPage = (view: View, { email = "", problem }: Again) => {
  const { href, texts } = view
  const text = texts.signUp
  return appPage(view, {
    title: text.sent.title,
    refused: problem !== undefined,
    body: html`<p>${text.sent.body}</p>
      ${form({
        action: href("verify/resend"),
        hidden: { email },
        account: { label: texts.email, email },
        submit: text.resend,
        second: true,
        problem
      })}
      <p class="quiet">${texts.noMail}</p>
      ${way(view, "sign-up", texts.otherAddress)} ${way(view, "sign-in", texts.toSignIn)}`
  })
}
