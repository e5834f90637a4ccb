import { NotFound } from "@fleet/domain/Errors"
import { McpRegistrationRequest } from "@fleet/domain/McpOAuth"
import { firstViolation } from "@fleet/domain/Violations"
import { Effect, Result, Schema } from "effect"
import { Settings } from "../../../platform/settings/Settings.ts"
import { atEndpoint, noted, oauthBody, oauthJson, reasonOf } from "./EndpointHttp.ts"
import { McpClients } from "./McpClients.ts"
import type { McpEndpoint } from "./McpEndpoints.ts"
import { refused } from "./OAuthRefused.ts"

const decode = Schema.decodeUnknownResult(McpRegistrationRequest)

const registered = Effect.fnUntraced(function* (endpoint: McpEndpoint) {
  if ((yield* Settings).mcpRegistration === "closed") return yield* new NotFound()
  const request = decode(yield* oauthBody)
  if (Result.isFailure(request)) {
    const { field } = firstViolation(request.failure.issue)
    const error = field.startsWith("redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata"
    return yield* refused(error, `${field.slice(0, 100)} is missing or not valid.`)
  }
  return yield* (yield* McpClients).register(endpoint, request.success)
})

/** Registers a client at an endpoint (RFC 7591). It gets no secret. */
export const registerHttp = atEndpoint(
  "mcp_register",
  Effect.fnUntraced(function* (endpoint) {
    const kind = "registration"
    const client = yield* registered(endpoint).pipe(
      Effect.tapError((error) =>
        noted(endpoint, { kind, ok: false, clientId: null, detail: reasonOf(error), proven: false })
      )
    )
    const { id: clientId, name: clientName } = client
    yield* noted(endpoint, { kind, ok: true, clientId, clientName, detail: null, proven: true })
    return oauthJson(
      {
        client_id: client.id,
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        client_id_issued_at: client.issuedAt,
        client_secret_expires_at: 0
      },
      201
    )
  })
)
