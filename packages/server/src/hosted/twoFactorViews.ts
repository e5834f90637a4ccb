import type { TwoFactorChallenge, TwoFactorSetupResponse } from "@fleet/domain/ClientAuth"
import type { Field } from "../pages/Field.ts"
import { form } from "../pages/Form.ts"
import { html } from "../pages/html.ts"
import type { Problem } from "../pages/Problems.ts"
import { qrCode } from "../pages/qrCode.ts"
import type { Said } from "./Texts.ts"
import { appPage, type View } from "./View.ts"

interface Step {
  readonly challenge: string
  readonly problem?: Problem | undefined
  readonly status?: number | undefined
}

const codeField = ({ texts }: View): Field => ({
  name: "code",
  label: texts.code,
  autocomplete: "one-time-code",
  digits: 6
})

/** A code of the authenticator, or one of the recovery codes. */
export const twoFactorPage = (view: View, { challenge, problem, status }: Step) => {
  const { href, texts } = view
  const said = texts.twoFactor
  const action = href("two-factor")
  const hidden = { challenge }
  const ofRecovery = problem?.field === "recovery_code"
  const recovery: Field = {
    name: "recovery_code",
    label: said.recoveryCode,
    hint: said.recoveryHint,
    autocomplete: "off",
    verbatim: true,
    maxLength: 40
  }
  return appPage(view, {
    title: said.title,
    status,
    refused: problem !== undefined,
    body: html`<p>${said.body}</p>
      ${form({
        action,
        hidden,
        fields: [codeField(view)],
        submit: said.submit,
        problem: ofRecovery ? undefined : problem
      })}
      <details${ofRecovery && html` open`}>
        <summary>${said.byRecovery}</summary>
        ${form({
          action,
          hidden,
          fields: [recovery],
          submit: said.submit,
          second: true,
          problem: ofRecovery ? problem : undefined
        })}
      </details>`
  })
}

/** What follows a first proof that was not enough. */
export const challengePage = (
  view: View,
  { challenge, status }: TwoFactorChallenge,
  again: Omit<Step, "challenge"> = {}
) => {
  if (status === "two_factor_required") return twoFactorPage(view, { challenge })
  const { body, submit, title } = view.texts.setup.intro
  return appPage(view, {
    title,
    status: again.status,
    refused: again.problem !== undefined,
    body: html`<p>${body}</p>
      ${form({ action: view.href("two-factor/setup"), hidden: { challenge }, submit, problem: again.problem })}`
  })
}

const enterCode = (view: View, { challenge, problem }: Step) =>
  form({
    action: view.href("two-factor/setup/confirm"),
    hidden: { challenge },
    fields: [codeField(view)],
    submit: view.texts.setup.submit,
    problem
  })

/** The key of a new authenticator, to be scanned or typed. */
export const setupPage = (
  view: View,
  challenge: string,
  { otpauth_url, secret }: typeof TwoFactorSetupResponse.Type
) => {
  const said = view.texts.setup
  return appPage(view, {
    title: said.title,
    body: html`<p>${said.scan}</p>
      ${qrCode(otpauth_url, said.qr)}
      <p>${said.type}<br /><span class="secret">${secret.match(/.{1,4}/g)?.join(" ")}</span></p>
      <p>${said.enter}</p>
      ${enterCode(view, { challenge })}`
  })
}

/** After a wrong code. The key is in the authenticator app by now; it is not shown twice. */
export const setupAgainPage = (view: View, step: Step) => {
  const said = view.texts.setup
  return appPage(view, {
    title: said.title,
    status: step.status,
    refused: true,
    body: html`<p>${view.texts.twoFactor.body}</p>
      ${enterCode(view, step)}
      ${form({
        action: view.href("two-factor/setup"),
        hidden: { challenge: step.challenge },
        submit: said.afresh,
        second: true
      })}`
  })
}

/** The recovery codes, shown once: to read, to print, to keep as a file. */
export const recoveryPage = (view: View, codes: ReadonlyArray<string>, status?: number) => {
  const { body, download, file, keep, submit, title } = view.texts.recovery
  const text = `${view.app.name}\n\n${codes.join("\n")}\n`
  return appPage(view, {
    title,
    status,
    body: html`<p>${body}</p>
      <ul class="codes">
        ${codes.map((code) => html`<li>${code}</li>`)}
      </ul>
      <p class="unprinted">${keep}</p>
      <p>
        <a class="button second" download="${file}" href="data:text/plain;charset=utf-8,${encodeURIComponent(text)}"
          >${download}</a
        >
      </p>
      <p><a class="button" href="${doneHref(view, "signed_in")}">${submit}</a></p>`
  })
}

/** A sign-in that waited too long, or whose codes were wrong too often; or an app that wants no second step. */
export const deadChallengePage = (view: View, said: Said, status: number) =>
  appPage(view, {
    title: said.title,
    status,
    refused: true,
    body: html`<p>${said.body}</p>
      <p><a class="button" href="${view.href("sign-in")}">${view.texts.toSignIn}</a></p>`
  })

/** The page at the end, and what led there. */
export const doneHref = (view: View, deed: string) => {
  const href = view.href("done")
  return `${href}${href.includes("?") ? "&" : "?"}for=${deed}`
}
