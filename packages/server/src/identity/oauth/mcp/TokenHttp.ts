import type { ApiError } from "@fleet/domain/Errors"
import { McpCodeRequest, McpRefreshRequest, McpRevokeRequest } from "@fleet/domain/McpOAuth"
import { firstViolation } from "@fleet/domain/Violations"
import { Effect, Result, Schema } from "effect"
import { atEndpoint, noted, oauthBody, oauthJson, reasonOf } from "./EndpointHttp.ts"
import type { McpEndpoint } from "./McpEndpoints.ts"
import { McpTokens } from "./McpTokens.ts"
import { type OAuthRefused, refused } from "./OAuthRefused.ts"

/** A body that fits, or the first field that does not. */
const read = <A>(schema: Schema.Codec<A, unknown>, body: unknown) => {
  const decoded = Schema.decodeUnknownResult(schema)(body)
  if (Result.isSuccess(decoded)) return Effect.succeed(decoded.success)
  const { field } = firstViolation(decoded.failure.issue)
  return Effect.fail(refused("invalid_request", `${field.slice(0, 100)} is missing or not valid.`))
}

const grantType = (body: unknown) =>
  typeof body === "object" && body !== null && "grant_type" in body ? body.grant_type : undefined

const clientOf = (body: unknown) =>
  typeof body === "object" && body !== null && "client_id" in body && typeof body.client_id === "string"
    ? body.client_id.slice(0, 2000)
    : null

const notedAs = <A, E extends OAuthRefused | ApiError, R>(
  endpoint: McpEndpoint,
  kind: "token" | "refresh",
  clientId: string | null,
  work: Effect.Effect<A, E, R>
) =>
  work.pipe(
    Effect.tap(() => noted(endpoint, { kind, ok: true, clientId, detail: null, proven: true })),
    // Who was refused may be anybody.
    Effect.tapError((error) => {
      const isUnknown = error._tag === "OAuthRefused" && error.error === "invalid_client"
      const named = isUnknown ? null : clientId
      return noted(endpoint, { kind, ok: false, clientId: named, detail: reasonOf(error), proven: false })
    })
  )

/** Tokens for a code or a refresh token. */
export const tokenHttp = atEndpoint(
  "mcp_token",
  Effect.fnUntraced(function* (endpoint) {
    const tokens = yield* McpTokens
    const body = yield* oauthBody
    const clientId = clientOf(body)
    switch (grantType(body)) {
      case "authorization_code": {
        const work = Effect.flatMap(read(McpCodeRequest, body), (request) => tokens.exchange(endpoint, request))
        return oauthJson(yield* notedAs(endpoint, "token", clientId, work))
      }
      case "refresh_token": {
        const work = Effect.flatMap(read(McpRefreshRequest, body), (request) => tokens.refresh(endpoint, request))
        return oauthJson(yield* notedAs(endpoint, "refresh", clientId, work))
      }
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
