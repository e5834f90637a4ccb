import { form } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { inLocale } from "../../../platform/pages/Locales.ts"
import { beginAgain, inLanguage, pathsAt } from "./paths.ts"
import { accountOf, hidden, notice, type Place, portalPage, type Reader, texts, within } from "./PortalPage.ts"

/** The founder's address. */
export const signUpPage = (
  place: Place,
  problem?: Problem,
  given: { readonly email?: string; readonly display_name?: string } = {}
) => {
  const { interaction, locale } = place
  const text = texts[locale]
  return portalPage({
    ...within(place, problem),
    title: text.signUp,
    lead: text.signUpLead,
    body: form({
      locale,
      action: inLanguage(pathsAt(place.prefix).actions.signUp, locale),
      hidden: hidden(place),
      fields: [
        { name: "email", label: text.email, type: "email", autocomplete: "email", value: given.email },
        {
          name: "display_name",
          label: text.displayName,
          autocomplete: "name",
          optional: true,
          maxLength: 120,
          value: given.display_name
        }
      ],
      submit: text.sendCode,
      problem
    }),
    foot: html`${text.known}
      <a href="${inLanguage(pathsAt(place.prefix).pages.identify(interaction.id), locale)}">${text.toSignIn}</a>`
  })
}

/** The organisation's name. */
export const organizationPage = (place: Place, problem?: Problem, name?: string) => {
  const { locale } = place
  const text = texts[locale]
  return portalPage({
    ...within(place, problem),
    icon: "people",
    title: text.organization,
    body: html`${accountOf(place)}
    ${form({
      locale,
      action: inLanguage(pathsAt(place.prefix).actions.organization, locale),
      hidden: hidden(place),
      fields: [
        {
          name: "org_name",
          label: text.orgName,
          hint: text.orgHint,
          autocomplete: "organization",
          maxLength: 120,
          value: name
        }
      ],
      submit: text.create,
      problem
    })}`
  })
}

/** The founder's address got an account since the code was mailed: nothing is founded with it any more. */
export const hasAccountPage = (place: Place) => {
  const { interaction, locale } = place
  const text = texts[locale]
  return portalPage({
    ...within(place, undefined),
    icon: "person",
    title: text.hasAccount,
    lead: text.hasAccountWhy,
    refused: true,
    body: html`${accountOf(place)}
      <a class="button" href="${inLocale(beginAgain(interaction), locale)}">${text.toSignIn}</a>`
  })
}

/** While sign-up is closed: the waitlist instead, and where those sign in who have an account. */
export const closedPage = (
  { here, locale }: Reader,
  signIn: string,
  { email, problem }: { readonly email?: string | undefined; readonly problem?: Problem } = {}
) => {
  const text = texts[locale]
  return portalPage({
    here,
    locale,
    icon: "clock",
    title: text.closed,
    lead: text.closedWhy,
    status: 403,
    refused: problem !== undefined,
    body: form({
      locale,
      action: inLanguage(pathsAt("/console/oauth").actions.waitlist, locale),
      fields: [{ name: "email", label: text.email, type: "email", autocomplete: "email", value: email }],
      submit: text.join,
      problem
    }),
    foot: html`${text.known} <a href="${signIn}">${text.toSignIn}</a>`
  })
}

/** Once the address is on the waitlist. */
export const listedPage = (reader: Reader, consoleOrigin: string) => {
  const { listed: title, listedWhy: why } = texts[reader.locale]
  return notice(reader, { status: 200, title, why }, consoleOrigin)
}
