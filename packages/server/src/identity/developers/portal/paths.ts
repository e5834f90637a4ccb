import type { Locale } from "../../../platform/i18n/Locale.ts"

/** Where sign-ins are: of the console, and of clients of the central MCP endpoint. */
export type Prefix = "/console/oauth" | "/mcp/oauth"

/** Whose sign-in a path belongs to. */
export const prefixOf = (path: string): Prefix => (path.startsWith("/mcp/") ? "/mcp/oauth" : "/console/oauth")

/** Where each step is posted. */
const actionsAt = (prefix: Prefix) => ({
  identify: `${prefix}/identify`,
  code: `${prefix}/code`,
  passkey: `${prefix}/passkey`,
  passkeyOptions: `${prefix}/passkey/options`,
  twoFactor: `${prefix}/two-factor`,
  totp: `${prefix}/two-factor/setup/totp`,
  totpConfirm: `${prefix}/two-factor/setup/totp/confirm`,
  newPasskey: `${prefix}/two-factor/setup/passkey`,
  newPasskeyOptions: `${prefix}/two-factor/setup/passkey/options`,
  setupDone: `${prefix}/two-factor/setup/done`,
  signUp: `${prefix}/signup`,
  signUpCode: `${prefix}/signup/code`,
  organization: `${prefix}/signup/organization`,
  waitlist: `${prefix}/waitlist`,
  consent: `${prefix}/consent`,
  acceptInvitation: "/api/org/invitations/accept"
})

/** Where each page of an interaction is, and that of an invitation. */
const pagesAt = (prefix: Prefix) => ({
  identify: (id: string) => `${prefix}/interaction/${id}`,
  again: (id: string) => `${prefix}/again/${id}`,
  code: (id: string) => `${prefix}/code/${id}`,
  twoFactor: (id: string) => `${prefix}/two-factor/${id}`,
  recovery: (id: string) => `${prefix}/two-factor/${id}/recovery`,
  setup: (id: string) => `${prefix}/two-factor/setup/${id}`,
  signUp: (id: string) => `${prefix}/signup/${id}`,
  signUpCode: (id: string) => `${prefix}/signup/code/${id}`,
  organization: (id: string) => `${prefix}/signup/organization/${id}`,
  invitation: (token: string) => `/accept-invite/${encodeURIComponent(token)}`,
  consent: (id: string) => `${prefix}/consent/${id}`,
  result: (id: string) => `${prefix}/result/${id}`
})

const paths = {
  "/console/oauth": { actions: actionsAt("/console/oauth"), pages: pagesAt("/console/oauth") },
  "/mcp/oauth": { actions: actionsAt("/mcp/oauth"), pages: pagesAt("/mcp/oauth") }
}

/** The steps and pages of a sign-in. */
export const pathsAt = (prefix: Prefix) => paths[prefix]

/** Where the same sign-in begins once more, with nothing proven. */
export const beginAgain = ({
  code_challenge,
  redirect_uri,
  state
}: {
  readonly redirect_uri: string
  readonly state: string
  readonly code_challenge: string
}): string =>
  `/console/oauth/authorize?${new URLSearchParams({
    response_type: "code",
    client_id: "console",
    redirect_uri,
    state,
    code_challenge,
    code_challenge_method: "S256"
  })}`

/** Keeps the language from page to page. */
export const inLanguage = (path: string, locale: Locale) => `${path}?lang=${locale}`

/** Where a sign-in goes on. */
export type Stop = "code" | "twoFactor" | "setup" | "signUpCode" | "organization"

/** The `next` of a JSON answer: a step without a page of its own in the contract is named by its action. */
export const nextOf = (stop: Stop, id: string, prefix: Prefix): string => {
  const { actions, pages } = pathsAt(prefix)
  return stop === "twoFactor" || stop === "setup" ? pages[stop](id) : actions[stop]
}
