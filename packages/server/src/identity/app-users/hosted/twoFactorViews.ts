import type { TwoFactorSetupResponse } from "@fleet/domain/ClientAuth"
import type { Field } from "../../../platform/pages/Field.ts"
import { form } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { qrCode } from "../../../platform/pages/qrCode.ts"
import { recoveryCodeList } from "../../../platform/pages/recoveryCodeList.ts"
import { doneHref } from "./endViews.ts"
import type { HostedAction } from "./Texts.ts"
import { appPage, type View, way } from "./View.ts"

/** A sign-in that waits for its second step. */
export interface Step {
  readonly challenge: string
  /** Whose it is: the first step proved that. */
  readonly email: string
  /** The key of its set-up, once that began. */
  readonly key?: typeof TwoFactorSetupResponse.Type | null
  readonly problem?: Problem | undefined
}

const codeField = ({ texts }: View): Field => ({
  name: "code",
  label: texts.code,
  autocomplete: "one-time-code",
  digits: 6
})

const accountOf = ({ texts }: View, { email }: Step) =>
  html`<p class="account">${texts.twoFactor.account}<br /><strong>${email}</strong></p>`

const otherAccount = (view: View) => way(view, "sign-in", view.texts.twoFactor.otherAccount)

/** A code of the authenticator, or one of the recovery codes. */
export const twoFactorPage = (view: View, step: Step) => {
  const { href, texts } = view
  const { challenge, problem } = step
  const text = texts.twoFactor
  const action = href("two-factor")
  const hidden = { challenge }
  const ofRecovery = problem?.field === "recovery_code"
  const recovery: Field = {
    name: "recovery_code",
    label: text.recoveryCode,
    hint: text.recoveryHint,
    autocomplete: "off",
    verbatim: true,
    maxLength: 40
  }
  return appPage(view, {
    title: text.title,
    refused: problem !== undefined,
    body: html`${accountOf(view, step)}
      <p>${text.body}</p>
      ${form({
        action,
        hidden,
        fields: [codeField(view)],
        submit: text.submit,
        problem: ofRecovery ? undefined : problem
      })}
      <details${ofRecovery && html` open`}>
        <summary>${text.byRecovery}</summary>
        ${form({
          action,
          hidden,
          fields: [recovery],
          submit: text.submit,
          second: true,
          problem: ofRecovery ? problem : undefined
        })}
      </details>
      ${otherAccount(view)}`
  })
}

/** The page before a set-up. */
export const setupIntroPage = (view: View, step: Step) => {
  const { challenge, problem } = step
  const { body, submit, title } = view.texts.setup.intro
  return appPage(view, {
    title,
    refused: problem !== undefined,
    body: html`${accountOf(view, step)}
      <p>${body}</p>
      ${form({ action: view.href("two-factor/setup"), hidden: { challenge }, submit, problem })} ${otherAccount(view)}`
  })
}

/** The key of a new authenticator, to be scanned or typed; the same after a wrong code. */
export const setupPage = (view: View, step: Step) => {
  const { challenge, key = null, problem } = step
  if (key === null) return setupIntroPage(view, step)
  const text = view.texts.setup
  return appPage(view, {
    title: text.title,
    refused: problem !== undefined,
    body: html`${accountOf(view, step)}
      <p>${text.scan}</p>
      ${qrCode(key.otpauth_url, text.qr)}
      <p>${text.type}<br /><span class="secret">${key.secret.match(/.{1,4}/g)?.join(" ")}</span></p>
      <p>${text.enter}</p>
      ${form({
        action: view.href("two-factor/setup/confirm"),
        hidden: { challenge },
        fields: [codeField(view)],
        submit: text.submit,
        problem
      })}
      ${otherAccount(view)}`
  })
}

/** The recovery codes, shown once: to read, to print, to keep as a file. */
export const recoveryPage = (view: View, codes: ReadonlyArray<string>, action: HostedAction = "signed_in") => {
  const { body, download, file, keep, submit, title } = view.texts.recovery
  return appPage(view, {
    title,
    body: html`<p>${body}</p>
      ${recoveryCodeList({ codes, of: view.app.name, keep, download, file })}
      <p><a class="button" href="${doneHref(view, action)}">${submit}</a></p>`
  })
}
