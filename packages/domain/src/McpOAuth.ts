import { Schema } from "effect"
import { Rule, Text } from "./Wire.ts"

const Challenge = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43,128}$/u, { rule: Rule.format }))
const Verifier = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_.~-]{43,128}$/u, { rule: Rule.format }))

/** The query that asks for a person's consent, but for `response_type` and the client. Open. */
export const McpAuthorizeQuery = Schema.Struct({
  code_challenge: Challenge,
  code_challenge_method: Schema.Literal("S256"),
  state: Schema.optionalKey(
    Text(1, 512).annotate({ description: "The `state` of the request, as the client sent it." })
  ),
  /** Separated by spaces; unknown ones are left out, and all are asked for when none is left. */
  scope: Schema.optionalKey(Schema.String),
  /** The endpoint, when present; a final `/` and a query are ignored. */
  resource: Schema.optionalKey(Schema.String)
})
export type McpAuthorizeQuery = typeof McpAuthorizeQuery.Type

/** A client that registers itself (RFC 7591). Open: it gets no secret, whatever method of authentication it names. */
export const McpRegistrationRequest = Schema.Struct({
  redirect_uris: Schema.Array(Text(1, 2000)).check(Schema.isMinLength(1), Schema.isMaxLength(5)),
  client_name: Schema.optionalKey(Text(1, 200))
})
export type McpRegistrationRequest = typeof McpRegistrationRequest.Type

/** An authorization code, with what it was asked for. Open. */
export const McpCodeRequest = Schema.Struct({
  grant_type: Schema.Literal("authorization_code"),
  code: Text(1, 500),
  redirect_uri: Text(1, 2000),
  client_id: Text(1, 2000),
  code_verifier: Verifier,
  resource: Schema.optionalKey(Schema.String)
})
export type McpCodeRequest = typeof McpCodeRequest.Type

/** A refresh token. `scope` may only be narrower; absent, or without a known one, it is as before. Open. */
export const McpRefreshRequest = Schema.Struct({
  grant_type: Schema.Literal("refresh_token"),
  refresh_token: Text(1, 2000),
  client_id: Text(1, 2000),
  resource: Schema.optionalKey(Schema.String),
  scope: Schema.optionalKey(Schema.String)
})
export type McpRefreshRequest = typeof McpRefreshRequest.Type

/** A token of either kind, which is to end. Open. */
export const McpRevokeRequest = Schema.Struct({ token: Text(1, 4000), client_id: Text(1, 2000) })
export type McpRevokeRequest = typeof McpRevokeRequest.Type

export const OAuthErrorCode = Schema.Literals([
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_response_type",
  "invalid_scope",
  "invalid_target",
  "access_denied",
  "server_error",
  "temporarily_unavailable",
  "invalid_redirect_uri",
  "invalid_client_metadata"
])
export type OAuthErrorCode = typeof OAuthErrorCode.Type
