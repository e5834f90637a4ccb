import { Schema } from "effect"
import { SessionTokens } from "./SessionTokens.ts"
import { Slug } from "./Slug.ts"
import { closed, Email, Password, Plain, Rule } from "./Wire.ts"

/** Open: unknown keys are ignored. */
export const ClientLoginRequest = Schema.Struct({
  app_identifier: Slug,
  email: Email,
  password: Password
}).annotate({ identifier: "client-login-request" })
export type ClientLoginRequest = typeof ClientLoginRequest.Type

/** Open: unknown keys are ignored. */
export const ClientRefreshRequest = Schema.Struct({ refresh_token: Plain }).annotate({
  identifier: "client-refresh-request"
})
/** Open: unknown keys are ignored. */
export const ClientLogoutRequest = Schema.Struct({ refresh_token: Plain }).annotate({
  identifier: "client-logout-request"
})

/** A sign-in that needs one more step. Lives 5 minutes and five wrong codes. */
export const TwoFactorChallenge = Schema.Struct({
  status: Schema.Literals(["two_factor_required", "two_factor_setup_required"]),
  challenge: Schema.String
}).annotate({ identifier: "twoFactorChallenge" })
export type TwoFactorChallenge = typeof TwoFactorChallenge.Type

/** Told apart by the key `status`, which only a challenge has. */
export const ClientSignInResult = Schema.Union([SessionTokens, TwoFactorChallenge]).annotate({
  identifier: "client-sign-in-result"
})
export type ClientSignInResult = typeof ClientSignInResult.Type

const TotpCode = Schema.String.check(Schema.isPattern(/^[0-9]{6}$/, { rule: Rule.format }))
const RecoveryCode = Schema.String.check(Schema.isPattern(/^[a-z2-7]{5}-[a-z2-7]{5}$/i, { rule: Rule.format }))

/** One of the two codes, never both. */
export const TwoFactorVerifyRequest = closed({
  challenge: Plain,
  code: Schema.optionalKey(TotpCode),
  recovery_code: Schema.optionalKey(RecoveryCode)
})
  .check(
    Schema.makeFilter(
      ({ code, recovery_code }) =>
        code === undefined && recovery_code === undefined ? { path: ["code"], issue: "a code is required" } : undefined,
      { rule: Rule.required }
    ),
    Schema.makeFilter(
      ({ code, recovery_code }) =>
        code !== undefined && recovery_code !== undefined
          ? { path: ["recovery_code"], issue: "only one of the two codes" }
          : undefined,
      { rule: Rule.notAllowed }
    )
  )
  .annotate({ identifier: "two-factor-verify-request" })

/** With a challenge from a sign-in, or with an app user's bearer from settings. */
export const TwoFactorSetupRequest = closed({ challenge: Schema.optionalKey(Plain) }).annotate({
  identifier: "two-factor-setup-request"
})
export const TwoFactorSetupResponse = Schema.Struct({
  /** Base32. */
  secret: Schema.String,
  otpauth_url: Schema.String
}).annotate({ identifier: "two-factor-setup-response" })
export const TwoFactorConfirmRequest = closed({ challenge: Schema.optionalKey(Plain), code: TotpCode }).annotate({
  identifier: "two-factor-confirm-request"
})
export const TwoFactorConfirmResponse = Schema.Struct({
  /** Ten, shown once. */
  recovery_codes: Schema.Array(Schema.String),
  session: SessionTokens
}).annotate({ identifier: "two-factor-confirm-response" })
