import { form } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import type { PeekedInvitation } from "../team/TeamInvitations.ts"
import { inLanguage, pathsAt } from "./paths.ts"
import { notice, portalPage, type Reader, texts } from "./PortalPage.ts"

/** What the invitation is to, and the button that accepts it. */
export const invitationPage = (
  { here, locale }: Reader,
  token: string,
  { displayName, email, orgName, tier }: PeekedInvitation,
  consoleOrigin: string,
  problem?: Problem
) => {
  const text = texts[locale]
  return portalPage({
    here,
    locale,
    icon: "people",
    title: text.invited(orgName),
    lead: text.invitedWhy(tier === "owner"),
    refused: problem !== undefined,
    body: form({
      locale,
      action: inLanguage(pathsAt("/console/oauth").actions.acceptInvitation, locale),
      hidden: { token },
      account: { label: text.email, email },
      fields: [
        {
          name: "display_name",
          label: text.displayName,
          autocomplete: "name",
          optional: true,
          maxLength: 120,
          value: displayName
        }
      ],
      submit: text.accept,
      problem
    }),
    foot: html`${text.known} <a href="${consoleOrigin}">${text.toSignIn}</a>`
  })
}

export const acceptedPage = (reader: Reader, consoleOrigin: string) => {
  const { accepted: title, acceptedWhy: why } = texts[reader.locale]
  return notice(reader, { status: 200, title, why }, consoleOrigin)
}

export const deadInvitationPage = (reader: Reader, consoleOrigin: string) => {
  const { deadInvitation: title, deadInvitationWhy: why } = texts[reader.locale]
  return notice(reader, { status: 410, title, why }, consoleOrigin)
}
