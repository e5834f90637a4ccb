import { form } from "../pages/Form.ts"
import { html } from "../pages/html.ts"
import { qrCode } from "../pages/qrCode.ts"
import { passkeyForm } from "./passkeyForm.ts"
import { passkeyScriptPath } from "./passkeyScript.ts"
import { actions, inLanguage, pages } from "./paths.ts"
import { hidden, type Place, portalPage, type Refusal, texts, within } from "./PortalPage.ts"

/** The choice of a first second factor. */
export const setupPage = (place: Place, problem?: Refusal) => {
  const { interaction, locale } = place
  const said = texts[locale]
  return portalPage({
    ...within(place, problem),
    title: said.setup,
    here: pages.setup(interaction.id),
    script: passkeyScriptPath,
    body: html`<p>${said.setupWhy}</p>
      <h2>${said.authenticator}</h2>
      ${form({ action: inLanguage(actions.totp, locale), hidden: hidden(place), submit: said.setupTotp, problem })}
      ${passkeyForm(place, {
        does: "create",
        action: actions.newPasskey,
        options: actions.newPasskeyOptions,
        page: pages.setup(interaction.id),
        submit: said.setupPasskey,
        named: true
      })}`
  })
}

const confirmForm = (place: Place, problem?: Refusal) =>
  form({
    action: inLanguage(actions.totpConfirm, place.locale),
    hidden: hidden(place),
    fields: [
      {
        name: "code",
        label: texts[place.locale].authenticatorCode,
        hint: texts[place.locale].authenticatorHint,
        autocomplete: "one-time-code",
        digits: 6
      }
    ],
    submit: texts[place.locale].confirm,
    problem
  })

const otherWay = ({ interaction, locale }: Place) =>
  html`<p class="quiet"><a href="${inLanguage(pages.setup(interaction.id), locale)}">${texts[locale].otherWay}</a></p>`

/** The key of a new authenticator, to be scanned. */
export const totpPage = (place: Place, key: { readonly secret: string; readonly otpauth_url: string }) => {
  const said = texts[place.locale]
  return portalPage({
    ...within(place, undefined),
    title: said.scan,
    here: null,
    body: html`${qrCode(key.otpauth_url, said.qr)}
      <p>${said.typed}<br /><span class="secret">${key.secret.replace(/.{4}(?=.)/g, "$& ")}</span></p>
      <p>${said.thenCode}</p>
      ${confirmForm(place)} ${otherWay(place)}`
  })
}

/** The code again: the key was shown, and stays. */
export const totpAgainPage = (place: Place, problem: Refusal) => {
  const said = texts[place.locale]
  return portalPage({
    ...within(place, problem),
    title: said.authenticator,
    here: null,
    body: html`${confirmForm(place, problem)}
    ${form({
      action: inLanguage(actions.totp, place.locale),
      hidden: hidden(place),
      submit: said.qrAgain,
      second: true
    })}
    ${otherWay(place)}`
  })
}

/** Once the factor is there: the recovery codes where they were just made, and the way on. */
export const enrolledPage = (place: Place, codes: ReadonlyArray<string> | null, problem?: Refusal) => {
  const { interaction, locale } = place
  const said = texts[locale]
  return portalPage({
    ...within(place, problem),
    title: codes === null ? said.enrolled : said.codes,
    here: pages.setup(interaction.id),
    body: html`<p>${codes === null ? said.enrolledWhy : said.codesWhy}</p>
      ${
        codes !== null &&
        html`<ul class="codes">
          ${codes.map((code) => html`<li>${code}</li>`)}
        </ul>`
      }
      ${form({
        action: inLanguage(actions.setupDone, locale),
        hidden: hidden(place),
        submit: codes === null ? said.onward : said.codesKept,
        problem
      })}`
  })
}
