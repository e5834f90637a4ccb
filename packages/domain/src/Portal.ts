import { Schema } from "effect"
import { EmailCode, TotpCode, withSecondFactor } from "./ClientAuth.ts"
import { AnyMap, closed, DisplayName, Email, Name, PresentedEmail, Rule, Text, Uuid } from "./Wire.ts"

/** A sign-in to the console under way. Every step names it, and comes from the browser that began it. */
const Step = { interaction: Uuid }

export const PortalStepRequest = closed(Step).annotate({ identifier: "portal-step-request" })

export const PortalIdentifyRequest = closed({ ...Step, email: PresentedEmail }).annotate({
  identifier: "portal-identify-request"
})

export const PortalCodeRequest = closed({ ...Step, code: EmailCode }).annotate({ identifier: "portal-code-request" })

/** WebAuthn's JSON form of a credential. A form carries its text. */
const Credential = Schema.Union([AnyMap, Schema.fromJsonString(AnyMap)]).annotate({ rule: Rule.type })

export const PortalPasskeyRequest = closed({ ...Step, credential: Credential }).annotate({
  identifier: "portal-passkey-request"
})

export const PortalTwoFactorRequest = withSecondFactor(Step).annotate({ identifier: "portal-two-factor-request" })

export const PortalTotpConfirmRequest = closed({ ...Step, code: TotpCode }).annotate({
  identifier: "portal-totp-confirm-request"
})

export const PortalNewPasskeyRequest = closed({ ...Step, name: Name(80), credential: Credential }).annotate({
  identifier: "portal-new-passkey-request"
})

export const PortalSignUpRequest = closed({
  ...Step,
  email: Email,
  display_name: Schema.optionalKey(DisplayName)
}).annotate({ identifier: "portal-sign-up-request" })

export const PortalOrganizationRequest = closed({ ...Step, org_name: Name(120) }).annotate({
  identifier: "portal-organization-request"
})

/** `next` is where the sign-in goes on. */
export const PortalNext = Schema.Struct({ next: Schema.String }).annotate({ identifier: "portal-next" })
/** The end of the flow: the console's redirect_uri with code, state and iss. */
export const PortalEnd = Schema.Struct({ redirect_to: Schema.String }).annotate({ identifier: "portal-end" })
export const PortalSignUpResponse = Schema.Struct({ next: Schema.String, email: Schema.String }).annotate({
  identifier: "portal-sign-up-response"
})
/** WebAuthn's JSON form of options. The challenge lives 5 minutes. */
export const PortalPasskeyOptions = Schema.Struct({ options: AnyMap }).annotate({
  identifier: "portal-passkey-options"
})
/** Ten, shown once; null when codes already stand. */
export const PortalRecoveryCodes = Schema.Struct({
  recovery_codes: Schema.NullOr(Schema.Array(Schema.String))
}).annotate({ identifier: "portal-recovery-codes" })

/** Open: unknown parameters are ignored. */
export const ConsoleAuthorizeQuery = Schema.Struct({
  response_type: Schema.Literal("code"),
  client_id: Schema.Literal("console"),
  /** Exactly one of the configured ones. */
  redirect_uri: Text(1, 2000),
  state: Text(8, 512),
  code_challenge: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43,128}$/u, { rule: Rule.format })),
  code_challenge_method: Schema.Literal("S256"),
  /** Begins with the page of sign-up. */
  prompt: Schema.optionalKey(Schema.Literal("create"))
}).annotate({ identifier: "console-authorize-query" })

/** Open: unknown keys are ignored. */
export const ConsoleTokenRequest = Schema.Struct({
  grant_type: Schema.Literal("authorization_code"),
  code: Text(1, 500),
  redirect_uri: Text(1, 2000),
  client_id: Schema.Literal("console"),
  code_verifier: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_.~-]{43,128}$/u, { rule: Rule.format }))
}).annotate({ identifier: "console-token-request" })
export type ConsoleTokenRequest = typeof ConsoleTokenRequest.Type

/** OAuth's own refusal, flat. */
export const ConsoleOAuthError = Schema.Struct({
  error: Schema.Literals([
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unsupported_grant_type",
    "unsupported_response_type"
  ]),
  error_description: Schema.optionalKey(Text(1, 500)),
  state: Schema.optionalKey(
    Schema.String.annotate({ description: "The `state` of the request, as the client sent it." })
  )
})
export type ConsoleOAuthError = typeof ConsoleOAuthError.Type
