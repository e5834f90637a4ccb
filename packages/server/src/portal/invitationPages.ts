import type { Locale } from "../mail/Locale.ts"
import { form } from "../pages/Form.ts"
import { html } from "../pages/html.ts"
import type { PeekedInvitation } from "../team/TeamInvitations.ts"
import { actions, inLanguage, pages } from "./paths.ts"
import { notice, portalPage, type Refusal, texts } from "./PortalPage.ts"

/** What the invitation is to, and the button that accepts it. */
export const invitationPage = (
  locale: Locale,
  token: string,
  { displayName, email, orgName, tier }: PeekedInvitation,
  problem?: Refusal
) => {
  const said = texts[locale]
  return portalPage({
    locale,
    title: said.invited(orgName),
    status: problem?.status ?? 200,
    refused: problem !== undefined,
    here: pages.invitation(token),
    body: html`<p>${said.invitedWhy(orgName, email, tier === "owner")}</p>
      ${form({
        action: inLanguage(actions.acceptInvitation, locale),
        hidden: { token },
        fields: [
          {
            name: "display_name",
            label: said.displayName,
            autocomplete: "name",
            optional: true,
            maxLength: 120,
            value: displayName
          }
        ],
        submit: said.accept,
        problem
      })}`
  })
}

export const acceptedPage = (locale: Locale, consoleOrigin: string) =>
  notice(locale, { status: 200, title: texts[locale].accepted, why: texts[locale].acceptedWhy }, consoleOrigin)

export const deadInvitationPage = (locale: Locale, consoleOrigin: string) =>
  notice(
    locale,
    { status: 410, title: texts[locale].deadInvitation, why: texts[locale].deadInvitationWhy },
    consoleOrigin
  )
