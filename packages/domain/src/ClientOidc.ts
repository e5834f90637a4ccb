import { Schema } from "effect"
import { Slug } from "./Slug.ts"
import { closed, Rule, Text } from "./Wire.ts"

/** Open: unknown keys are ignored. */
export const ClientOidcStartQuery = Schema.Struct({
  app_identifier: Slug,
  /** Where the browser comes back to: its origin is one of the app's `allowed_origins`. */
  redirect_uri: Text(1, 2000),
  /** Comes back as it is, beside `code` or `error`. */
  state: Text(8, 512),
  /** S256, base64url. */
  code_challenge: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43,128}$/u, { rule: Rule.format })),
  code_challenge_method: Schema.optionalKey(Schema.Literal("S256"))
}).annotate({ identifier: "client-oidc-start-query" })
export type ClientOidcStartQuery = typeof ClientOidcStartQuery.Type

/** Open: unknown keys are ignored. */
export const ClientOidcCallbackQuery = Schema.Struct({
  state: Text(1, 512),
  code: Schema.optionalKey(Text(1, 2000)),
  error: Schema.optionalKey(Text(1, 2000)),
  error_description: Schema.optionalKey(Text(0, 2000)),
  /** The issuer, where the provider says it (RFC 9207). */
  iss: Schema.optionalKey(Text(1, 2000))
}).annotate({ identifier: "client-oidc-callback-query" })
export type ClientOidcCallbackQuery = typeof ClientOidcCallbackQuery.Type

export const ClientOidcExchangeRequest = closed({
  /** One-time, good for 60 seconds. */
  code: Text(1, 200),
  code_verifier: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_.~-]{43,128}$/u, { rule: Rule.format }))
}).annotate({ identifier: "client-oidc-exchange-request" })
export type ClientOidcExchangeRequest = typeof ClientOidcExchangeRequest.Type

/**
 * Why a sign-in through a provider failed: the `error` that the browser comes back with.
 *
 * - `no_access`: the account is blocked, the app has no default role, or the organisation is locked.
 * - `email_taken`: the address has an account that may not be joined.
 * - `email_unverified`: the provider does not say that it verified the address.
 * - `domain_not_allowed`, `registration_closed`, `quota_exceeded`, `plan_limit`: a new account is refused.
 * - `claims_incomplete`: the provider gave no subject or no e-mail address.
 * - `idp_unavailable`: the provider is not reached. `provider_misconfigured`, `provider_disabled`: its state now.
 * - `exchange_failed`: the provider's answer does not verify, or the person cancelled.
 * - `invalid_request`: the provider sent neither a code nor an error.
 */
export const ClientOidcErrorCode = Schema.Literals([
  "no_access",
  "email_taken",
  "email_unverified",
  "domain_not_allowed",
  "registration_closed",
  "quota_exceeded",
  "plan_limit",
  "claims_incomplete",
  "idp_unavailable",
  "exchange_failed",
  "provider_misconfigured",
  "provider_disabled",
  "invalid_request"
]).annotate({ identifier: "client-oidc-error-code" })
export type ClientOidcErrorCode = typeof ClientOidcErrorCode.Type
