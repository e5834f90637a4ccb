import type { Locale } from "../../../platform/i18n/Locale.ts"

const prefix = "/console/oauth"

/** Where each step is posted. */
export const actions = {
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
  acceptInvitation: "/api/org/invitations/accept"
} as const

/** Where each page of an interaction is, and that of an invitation. */
export const pages = {
  identify: (id: string) => `${prefix}/interaction/${id}`,
  code: (id: string) => `${prefix}/code/${id}`,
  twoFactor: (id: string) => `${prefix}/two-factor/${id}`,
  recovery: (id: string) => `${prefix}/two-factor/${id}/recovery`,
  setup: (id: string) => `${prefix}/two-factor/setup/${id}`,
  signUp: (id: string) => `${prefix}/signup/${id}`,
  signUpCode: (id: string) => `${prefix}/signup/code/${id}`,
  organization: (id: string) => `${prefix}/signup/organization/${id}`,
  invitation: (token: string) => `/accept-invite/${encodeURIComponent(token)}`,
  result: (id: string) => `${prefix}/result/${id}`
} as const

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
  `${prefix}/authorize?${new URLSearchParams({
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
export const nextOf = (stop: Stop, id: string): string =>
  stop === "twoFactor" || stop === "setup" ? pages[stop](id) : actions[stop]
