import { McpCodeRequest, McpRefreshRequest, McpRevokeRequest } from "@fleet/domain/McpOAuth"
import { firstViolation } from "@fleet/domain/Violations"
import { Effect, Result, Schema } from "effect"
import { atEndpoint, oauthBody, oauthJson } from "./EndpointHttp.ts"
import { McpTokens } from "./McpTokens.ts"
import { refused } from "./OAuthRefused.ts"

/** A body that fits, or the first field that does not. */
const read = <A>(schema: Schema.Codec<A, unknown>, body: unknown) => {
  const decoded = Schema.decodeUnknownResult(schema)(body)
  if (Result.isSuccess(decoded)) return Effect.succeed(decoded.success)
  const { field } = firstViolation(decoded.failure.issue)
  return Effect.fail(refused("invalid_request", `${field.slice(0, 100)} is missing or not valid.`))
}

const grantType = (body: unknown) =>
  typeof body === "object" && body !== null && "grant_type" in body ? body.grant_type : undefined

/** Tokens for a code or a refresh token. */
export const tokenHttp = atEndpoint(
  "mcp_token",
  Effect.fnUntraced(function* (endpoint) {
    const tokens = yield* McpTokens
    const body = yield* oauthBody
    switch (grantType(body)) {
      case "authorization_code":
        return oauthJson(yield* tokens.exchange(endpoint, yield* read(McpCodeRequest, body)))
      case "refresh_token":
        return oauthJson(yield* tokens.refresh(endpoint, yield* read(McpRefreshRequest, body)))
      case undefined:
        return yield* refused("invalid_request", "grant_type is missing or not valid.")
      default:
        return yield* refused("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.")
    }
  })
)

/** Ends the session of a token (RFC 7009). */
export const revokeHttp = atEndpoint(
  "mcp_token",
  Effect.fnUntraced(function* (endpoint) {
    yield* (yield* McpTokens).revoke(endpoint, yield* read(McpRevokeRequest, yield* oauthBody))
    return oauthJson({})
  })
)
