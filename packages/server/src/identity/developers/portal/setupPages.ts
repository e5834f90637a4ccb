import { form } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { qrCode } from "../../../platform/pages/qrCode.ts"
import { recoveryCodeList } from "../../../platform/pages/recoveryCodeList.ts"
import { passkeyForm } from "./passkeyForm.ts"
import { inLanguage, pathsAt } from "./paths.ts"
import { accountOf, hidden, type Place, portalPage, texts, within } from "./PortalPage.ts"

/** The choice of a first second factor. */
export const setupPage = (place: Place, problem?: Problem) => {
  const { interaction, locale } = place
  const text = texts[locale]
  return portalPage({
    ...within(place, problem),
    icon: "shield",
    title: text.setup,
    lead: text.setupWhy,
    body: html`${accountOf(place)}
    ${form({ locale, action: inLanguage(pathsAt(place.prefix).actions.totp, locale), hidden: hidden(place), submit: text.setupTotp, problem })}
    ${passkeyForm(place, {
      does: "create",
      action: pathsAt(place.prefix).actions.newPasskey,
      options: pathsAt(place.prefix).actions.newPasskeyOptions,
      page: pathsAt(place.prefix).pages.setup(interaction.id),
      submit: text.setupPasskey,
      named: true
    })}`
  })
}

const confirmForm = (place: Place, problem?: Problem) =>
  form({
    locale: place.locale,
    action: inLanguage(pathsAt(place.prefix).actions.totpConfirm, place.locale),
    hidden: hidden(place),
    fields: [
      {
        name: "code",
        label: texts[place.locale].authenticatorCode,
        autocomplete: "one-time-code",
        digits: 6
      }
    ],
    submit: texts[place.locale].confirm,
    problem
  })

const otherWay = ({ interaction, locale, prefix }: Place) =>
  html`<a href="${inLanguage(pathsAt(prefix).pages.setup(interaction.id), locale)}">${texts[locale].otherWay}</a>`

/** The key of a new authenticator, to be scanned; the same after a wrong code. */
export const totpPage = (
  place: Place,
  key: { readonly secret: string; readonly otpauth_url: string },
  problem?: Problem
) => {
  const text = texts[place.locale]
  return portalPage({
    ...within(place, problem),
    title: text.scan,
    body: html`${accountOf(place)} ${qrCode(key.otpauth_url, text.qr)}
      <div class="ways">
        <p class="small">${text.typed}</p>
        <p class="secret">${key.secret.replace(/.{4}(?=.)/g, "$& ")}</p>
      </div>
      ${confirmForm(place, problem)}`,
    foot: otherWay(place)
  })
}

/** Once the factor is there: the recovery codes where they were just made, and the way on. */
export const enrolledPage = (place: Place, codes: ReadonlyArray<string> | null, problem?: Problem) => {
  const { locale } = place
  const text = texts[locale]
  return portalPage({
    ...within(place, problem),
    icon: codes === null ? "check" : "codes",
    title: codes === null ? text.enrolled : text.codes,
    lead: codes === null ? text.enrolledWhy : text.codesWhy,
    body: html`${codes !== null && recoveryCodeList({ codes, locale, of: text.brand })}
    ${form({
      locale,
      action: inLanguage(pathsAt(place.prefix).actions.setupDone, locale),
      hidden: hidden(place),
      submit: codes === null ? text.onward : text.codesKept,
      problem
    })}`
  })
}
