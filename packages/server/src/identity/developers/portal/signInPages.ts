import { account } from "../../../platform/pages/account.ts"
import { form } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { passkeyForm } from "./passkeyForm.ts"
import { inLanguage, pathsAt } from "./paths.ts"
import { accountOf, hidden, type Place, portalPage, texts, within } from "./PortalPage.ts"

const onPage = (problem: Problem | undefined, ...fields: ReadonlyArray<string>) =>
  problem?.field === undefined || fields.includes(problem.field) ? problem : undefined

/** The e-mail address or a passkey. A passkey's `problem` is shown at its button. */
export const identifyPage = (place: Place, problem?: Problem, email?: string) => {
  const { interaction, locale } = place
  const text = texts[locale]
  const ofPasskey = problem?.field === "credential" ? problem : undefined
  const isOfProgram = place.prefix === "/mcp/oauth"
  return portalPage({
    ...within(place, problem),
    title: isOfProgram ? text.signInForProgram : text.signIn,
    lead: isOfProgram ? text.signInForProgramLead : text.signInLead,
    body: html`${form({
      locale,
      action: inLanguage(pathsAt(place.prefix).actions.identify, locale),
      hidden: hidden(place),
      fields: [{ name: "email", label: text.email, type: "email", autocomplete: "username", value: email }],
      submit: text.sendCode,
      problem: onPage(problem, "email")
    })}
    ${passkeyForm(place, {
      does: "get",
      action: pathsAt(place.prefix).actions.passkey,
      options: pathsAt(place.prefix).actions.passkeyOptions,
      page: pathsAt(place.prefix).pages.identify(interaction.id),
      submit: text.withPasskey,
      problem: ofPasskey
    })}
    ${place.demo !== null && html`<p class="quiet">${text.demo} <a href="/dev">${text.demoAccounts}</a></p>`}`,
    foot:
      !isOfProgram &&
      html`${text.newHere}
        <a href="${inLanguage(pathsAt(place.prefix).pages.signUp(interaction.id), locale)}">${text.found}</a>`
  })
}

/** The mailed code, of a sign-in or a sign-up. */
export const codePage = (place: Place, purpose: "sign_in" | "sign_up", problem?: Problem) => {
  const { interaction, locale } = place
  const text = texts[locale]
  const email = interaction.email ?? ""
  const isSignUp = purpose === "sign_up"
  const [action, again, back] = isSignUp
    ? [
        pathsAt(place.prefix).actions.signUpCode,
        pathsAt(place.prefix).actions.signUp,
        pathsAt(place.prefix).pages.signUp(interaction.id)
      ]
    : [
        pathsAt(place.prefix).actions.code,
        pathsAt(place.prefix).actions.identify,
        pathsAt(place.prefix).pages.identify(interaction.id)
      ]
  const name: Readonly<Record<string, string>> =
    isSignUp && interaction.display_name !== null ? { display_name: interaction.display_name } : {}
  return portalPage({
    ...within(place, problem),
    icon: "mail",
    title: text.checkMail,
    lead: isSignUp ? text.codeSent : text.codeMailed,
    body: html`${account({ label: text.email, email, change: { href: inLanguage(back, locale), label: text.otherAddress } })}
      ${form({
        locale,
        action: inLanguage(action, locale),
        hidden: hidden(place),
        fields: [{ name: "code", label: text.code, autocomplete: "one-time-code", digits: 6, focused: true }],
        submit: text.enter,
        problem
      })}
      <div class="row">
        ${
          place.demo?.hasOutbox === true
            ? html`<p class="small">
                ${text.demo} <a href="/dev/outbox" target="_blank" rel="noopener">${text.demoOutbox}</a>
              </p>`
            : html`<p class="small">${text.noMail}</p>`
        }
        ${form({
          locale,
          action: inLanguage(again, locale),
          hidden: { ...hidden(place), email, ...name },
          submit: text.newCode,
          weight: "link",
          wait: { seconds: 60, words: text.newCodeIn }
        })}
      </div>`
  })
}

/** An authenticator's code or a passkey, as the person has them. */
export const twoFactorPage = (
  place: Place,
  choices: { readonly authenticator: boolean; readonly passkeys: number },
  problem?: Problem
) => {
  const { interaction, locale } = place
  const text = texts[locale]
  const ofPasskey = problem?.field === "credential" ? problem : undefined
  return portalPage({
    ...within(place, problem),
    icon: "shield",
    title: text.second,
    lead: text.secondLead,
    body: html`${accountOf(place)}
    ${
      choices.authenticator &&
      form({
        locale,
        action: inLanguage(pathsAt(place.prefix).actions.twoFactor, locale),
        hidden: hidden(place),
        fields: [
          {
            name: "code",
            focused: true,
            label: text.authenticatorCode,
            autocomplete: "one-time-code",
            digits: 6
          }
        ],
        submit: text.enter,
        problem: onPage(problem, "code")
      })
    }
    ${
      choices.passkeys > 0 &&
      html`${passkeyForm(place, {
          does: "get",
          action: pathsAt(place.prefix).actions.passkey,
          options: pathsAt(place.prefix).actions.passkeyOptions,
          page: pathsAt(place.prefix).pages.twoFactor(interaction.id),
          submit: text.passkeySecond,
          first: !choices.authenticator,
          problem: ofPasskey
        })}
        <p class="quiet" data-without-passkey>${text.passkeyNeedsScript}</p>`
    }`,
    foot: html`<a href="${inLanguage(pathsAt(place.prefix).pages.recovery(interaction.id), locale)}"
      >${text.withRecovery}</a
    >`
  })
}

/** One of the ten recovery codes. */
export const recoveryPage = (place: Place, problem?: Problem) => {
  const { interaction, locale } = place
  const text = texts[locale]
  return portalPage({
    ...within(place, problem),
    icon: "codes",
    title: text.recovery,
    body: html`${accountOf(place)}
    ${form({
      locale,
      action: inLanguage(pathsAt(place.prefix).actions.twoFactor, locale),
      hidden: hidden(place),
      fields: [
        {
          name: "recovery_code",
          label: text.recovery,
          hint: text.recoveryHint,
          autocomplete: "off",
          verbatim: true,
          maxLength: 40
        }
      ],
      submit: text.enter,
      problem
    })}`,
    foot: html`<a href="${inLanguage(pathsAt(place.prefix).pages.twoFactor(interaction.id), locale)}"
      >${text.otherFactor}</a
    >`
  })
}
