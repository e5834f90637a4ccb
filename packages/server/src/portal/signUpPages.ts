import type { Locale } from "../mail/Locale.ts"
import { form } from "../pages/Form.ts"
import { html } from "../pages/html.ts"
import { actions, inLanguage, pages } from "./paths.ts"
import { hidden, type Place, portalPage, type Refusal, texts, within } from "./PortalPage.ts"

/** The founder's address. */
export const signUpPage = (
  place: Place,
  problem?: Refusal,
  given: { readonly email?: string; readonly display_name?: string } = {}
) => {
  const { interaction, locale } = place
  const said = texts[locale]
  return portalPage({
    ...within(place, problem),
    title: said.signUp,
    here: pages.signUp(interaction.id),
    body: html`${form({
        action: inLanguage(actions.signUp, locale),
        hidden: hidden(place),
        fields: [
          { name: "email", label: said.email, type: "email", autocomplete: "email", value: given.email },
          {
            name: "display_name",
            label: said.displayName,
            autocomplete: "name",
            optional: true,
            maxLength: 120,
            value: given.display_name
          }
        ],
        submit: said.sendCode,
        problem
      })}
      <p class="quiet">
        ${said.known} <a href="${inLanguage(pages.identify(interaction.id), locale)}">${said.toSignIn}</a>
      </p>`
  })
}

/** The organisation's name. */
export const organizationPage = (place: Place, problem?: Refusal, name?: string) => {
  const { interaction, locale } = place
  const said = texts[locale]
  return portalPage({
    ...within(place, problem),
    title: said.organization,
    here: pages.organization(interaction.id),
    body: form({
      action: inLanguage(actions.organization, locale),
      hidden: hidden(place),
      fields: [
        {
          name: "org_name",
          label: said.orgName,
          hint: said.orgHint,
          autocomplete: "organization",
          maxLength: 120,
          value: name
        }
      ],
      submit: said.create,
      problem
    })
  })
}

/** While sign-up is closed: the waitlist instead. */
export const closedPage = (
  locale: Locale,
  here: string | null,
  { email, problem }: { readonly email?: string | undefined; readonly problem?: Refusal } = {}
) => {
  const said = texts[locale]
  return portalPage({
    locale,
    title: said.closed,
    status: problem?.status ?? 403,
    refused: problem !== undefined,
    here,
    body: html`<p>${said.closedWhy}</p>
      ${form({
        action: inLanguage(actions.waitlist, locale),
        fields: [{ name: "email", label: said.email, type: "email", autocomplete: "email", value: email }],
        submit: said.join,
        problem
      })}`
  })
}

export const listedPage = (locale: Locale) =>
  portalPage({
    locale,
    title: texts[locale].listed,
    status: 202,
    here: null,
    body: html`<p>${texts[locale].listedWhy}</p>`
  })
