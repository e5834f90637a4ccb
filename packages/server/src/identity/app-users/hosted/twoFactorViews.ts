import type { TwoFactorSetupResponse } from "@fleet/domain/ClientAuth"
import { account, type Account } from "../../../platform/pages/account.ts"
import type { Field } from "../../../platform/pages/Field.ts"
import { form } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { qrCode } from "../../../platform/pages/qrCode.ts"
import { recoveryCodeList } from "../../../platform/pages/recoveryCodeList.ts"
import { doneHref } from "./endViews.ts"
import type { HostedAction } from "./Texts.ts"
import { appPage, type View } from "./View.ts"

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

const accountOf = ({ href, texts }: View, { email }: Step): Account => ({
  label: texts.twoFactor.account,
  email,
  change: { href: href("sign-in"), label: texts.twoFactor.otherAccount }
})

/** A code of the authenticator, or one of the recovery codes. */
export const twoFactorPage = (view: View, step: Step) => {
  const { href, locale, texts } = view
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
    icon: "shield",
    title: text.title,
    lead: text.body,
    refused: problem !== undefined,
    body: html`${account(accountOf(view, step))}
      ${form({
        locale,
        action,
        hidden,
        fields: [{ ...codeField(view), focused: !ofRecovery }],
        submit: text.submit,
        problem: ofRecovery ? undefined : problem
      })}
      <details${ofRecovery && html` open`}>
        <summary>${text.byRecovery}</summary>
        ${form({
          locale,
          action,
          hidden,
          fields: [recovery],
          submit: text.submit,
          weight: "second",
          problem: ofRecovery ? problem : undefined
        })}
      </details>`
  })
}

/** The page before a set-up. */
export const setupIntroPage = (view: View, step: Step) => {
  const { challenge, problem } = step
  const { body, submit, title } = view.texts.setup.intro
  return appPage(view, {
    icon: "shield",
    title,
    lead: body,
    refused: problem !== undefined,
    body: html`${account(accountOf(view, step))}
    ${form({
      locale: view.locale,
      action: view.href("two-factor/setup"),
      hidden: { challenge },
      submit,
      problem
    })}`
  })
}

/** The key of a new authenticator, to be scanned or typed; the same after a wrong code. */
export const setupPage = (view: View, step: Step) => {
  const { challenge, key = null, problem } = step
  if (key === null) return setupIntroPage(view, step)
  const text = view.texts.setup
  return appPage(view, {
    title: text.title,
    lead: text.scan,
    refused: problem !== undefined,
    body: html`${account(accountOf(view, step))} ${qrCode(key.otpauth_url, text.qr)}
      <div class="ways">
        <p class="small">${text.type}</p>
        <p class="secret">${key.secret.match(/.{1,4}/g)?.join(" ")}</p>
      </div>
      ${form({
        locale: view.locale,
        action: view.href("two-factor/setup/confirm"),
        hidden: { challenge },
        fields: [{ ...codeField(view), label: text.enter }],
        submit: text.submit,
        problem
      })}`
  })
}

/** The recovery codes, shown once: to read, to print, to copy, to keep as a file. */
export const recoveryPage = (view: View, codes: ReadonlyArray<string>, action: HostedAction = "signed_in") => {
  const { body, submit, title } = view.texts.recovery
  return appPage(view, {
    icon: "codes",
    title,
    lead: body,
    body: html`${recoveryCodeList({ codes, of: view.app.name, locale: view.locale })}
      <a class="button" href="${doneHref(view, action)}">${submit}</a>`
  })
}
