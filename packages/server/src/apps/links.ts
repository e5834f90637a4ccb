/** The links that are mailed to app users, and the field of the app's settings that holds their template. */
export const linkPages = { invite: "invite_url", verify: "verify_url", reset: "reset_url" } as const
export type LinkKind = keyof typeof linkPages

/** The hosted page of a link, as a template with `{token}`. */
export const hostedTemplate = (portalUrl: string, identifier: string, kind: LinkKind): string =>
  `${portalUrl}/app/${identifier}/${kind}/{token}`

/** The link with its token: the app's own page, or the hosted one where the app names none. */
export const linkOf = (
  kind: LinkKind,
  {
    identifier,
    portalUrl,
    template,
    token
  }: {
    readonly portalUrl: string
    readonly identifier: string
    readonly template: string | null
    readonly token: string
  }
): string => (template ?? hostedTemplate(portalUrl, identifier, kind)).replace("{token}", () => token)
