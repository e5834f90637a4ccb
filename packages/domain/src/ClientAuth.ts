import { Schema } from "effect"
import { SessionTokens } from "./SessionTokens.ts"
import { Slug } from "./Slug.ts"
import { closed, DisplayName, Email, NewPassword, Password, Plain, PresentedEmail, Rule } from "./Wire.ts"

/** Open: unknown keys are ignored. */
export const ClientLoginRequest = Schema.Struct({
  app_identifier: Slug,
  email: PresentedEmail,
  password: Password
}).annotate({ identifier: "client-login-request" })
export type ClientLoginRequest = typeof ClientLoginRequest.Type

const Address = { app_identifier: Slug, email: PresentedEmail }

export const ClientProviderListQuery = closed({ app_identifier: Slug }).annotate({
  identifier: "client-provider-list-query"
})

/** How people may sign into an app: its two methods, and the enabled providers. */
export const ClientProviderListResponse = Schema.Struct({
  providers: Schema.Array(Schema.Struct({ slug: Schema.String, name: Schema.String })),
  sign_in_methods: Schema.Struct({ password: Schema.Boolean, email_code: Schema.Boolean })
}).annotate({ identifier: "client-provider-list-response" })
export type ClientProviderListResponse = typeof ClientProviderListResponse.Type

export const ClientLoginCodeRequest = closed(Address).annotate({ identifier: "client-login-code-request" })
export type ClientLoginCodeRequest = typeof ClientLoginCodeRequest.Type

/** A code as mailed: six digits, leading zeros kept. */
export const EmailCode = Schema.String.check(Schema.isPattern(/^[0-9]{6}$/u, { rule: Rule.format }))

export const ClientLoginCodeVerifyRequest = closed({ ...Address, code: EmailCode }).annotate({
  identifier: "client-login-code-verify-request"
})
export type ClientLoginCodeVerifyRequest = typeof ClientLoginCodeVerifyRequest.Type

/** The password is required while the app's password method is on, and refused while it is off. */
const NewAccount = {
  password: Schema.optionalKey(NewPassword),
  display_name: Schema.optionalKey(Schema.NullOr(DisplayName))
}

export const ClientRegisterRequest = closed({ app_identifier: Slug, email: Email, ...NewAccount }).annotate({
  identifier: "client-register-request"
})
export type ClientRegisterRequest = typeof ClientRegisterRequest.Type

export const ClientVerifyEmailRequest = closed({ token: Plain }).annotate({
  identifier: "client-verify-email-request"
})
export type ClientVerifyEmailRequest = typeof ClientVerifyEmailRequest.Type

export const ClientResendVerificationRequest = closed(Address).annotate({
  identifier: "client-resend-verification-request"
})
export type ClientResendVerificationRequest = typeof ClientResendVerificationRequest.Type

export const ClientPasswordResetRequest = closed(Address).annotate({ identifier: "client-password-reset-request" })
export type ClientPasswordResetRequest = typeof ClientPasswordResetRequest.Type

export const ClientPasswordResetConfirmRequest = closed({ token: Plain, new_password: NewPassword }).annotate({
  identifier: "client-password-reset-confirm-request"
})
export type ClientPasswordResetConfirmRequest = typeof ClientPasswordResetConfirmRequest.Type

export const ClientAcceptInvitationRequest = closed({ token: Plain, ...NewAccount }).annotate({
  identifier: "client-accept-invitation-request"
})
export type ClientAcceptInvitationRequest = typeof ClientAcceptInvitationRequest.Type

export const PasswordChangeRequest = closed({ current_password: Password, new_password: NewPassword }).annotate({
  identifier: "password-change-request"
})
export type PasswordChangeRequest = typeof PasswordChangeRequest.Type

/** Open: unknown keys are ignored. */
export const ClientRefreshRequest = Schema.Struct({ refresh_token: Plain }).annotate({
  identifier: "client-refresh-request"
})
/** Open: unknown keys are ignored. */
export const ClientLogoutRequest = Schema.Struct({ refresh_token: Plain }).annotate({
  identifier: "client-logout-request"
})

/**
 * True while the account's password opens nothing: it was chosen before the address was proved, and a mailed code proved
 * it first. A reset by mail sets a new one. Absent otherwise, and where the app takes no passwords.
 */
const PasswordReset = { password_reset_needed: Schema.optionalKey(Schema.Literal(true)) }

/** The session that a sign-in ends with. */
export const SignInTokens = Schema.Struct({ ...SessionTokens.fields, ...PasswordReset }).annotate({
  identifier: "sign-in-tokens"
})
export type SignInTokens = typeof SignInTokens.Type

/** A sign-in that needs one more step. Lives 5 minutes and five wrong codes. */
export const TwoFactorChallenge = Schema.Struct({
  status: Schema.Literals(["two_factor_required", "two_factor_setup_required"]),
  challenge: Schema.String,
  ...PasswordReset
}).annotate({ identifier: "twoFactorChallenge" })
export type TwoFactorChallenge = typeof TwoFactorChallenge.Type

/** Told apart by the key `status`, which only a challenge has. */
export const ClientSignInResult = Schema.Union([SignInTokens, TwoFactorChallenge]).annotate({
  identifier: "client-sign-in-result"
})
export type ClientSignInResult = typeof ClientSignInResult.Type

export const TotpCode = Schema.String.check(Schema.isPattern(/^[0-9]{6}$/u, { rule: Rule.format }))
export const RecoveryCode = Schema.String.check(
  Schema.isPattern(/^[A-Za-z2-7]{5}-[A-Za-z2-7]{5}$/u, { rule: Rule.format })
)

/** A closed body with a code or a recovery code, never both. */
export const withSecondFactor = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  closed({
    ...fields,
    code: Schema.optionalKey(TotpCode),
    recovery_code: Schema.optionalKey(RecoveryCode)
  }).check(
    Schema.makeFilter(
      (body: object) =>
        "code" in body || "recovery_code" in body ? undefined : { path: ["code"], issue: "a code is required" },
      { rule: Rule.required }
    ),
    Schema.makeFilter(
      (body: object) =>
        "code" in body && "recovery_code" in body
          ? { path: ["recovery_code"], issue: "only one of the two codes" }
          : undefined,
      { rule: Rule.notAllowed }
    )
  )

export const TwoFactorVerifyRequest = withSecondFactor({ challenge: Plain }).annotate({
  identifier: "two-factor-verify-request"
})

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
export const TwoFactorDeleteRequest = closed({ code: TotpCode }).annotate({ identifier: "two-factor-delete-request" })
export const TwoFactorConfirmResponse = Schema.Struct({
  /** Ten, shown once. */
  recovery_codes: Schema.Array(Schema.String),
  session: SignInTokens
}).annotate({ identifier: "two-factor-confirm-response" })
