import { mcpScopes } from "@fleet/domain/Mcp"
import { NotFound } from "@fleet/domain/Errors"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { Settings } from "../../../platform/settings/Settings.ts"
import { atEndpoint, noted, oauthJson } from "./EndpointHttp.ts"
import type { McpEndpoint } from "./McpEndpoints.ts"

const notedAs = Effect.fnUntraced(function* (endpoint: McpEndpoint, kind: "document" | "missing_document") {
  const { method, url } = yield* HttpServerRequest.HttpServerRequest
  const detail = `${method} ${url.split("?", 1)[0]}`
  yield* noted(endpoint, { kind, ok: kind === "document", clientId: null, detail, proven: false })
})

/** The endpoint as a protected resource (RFC 9728). */
export const protectedResourceHttp = atEndpoint(null, (endpoint) =>
  Effect.as(
    notedAs(endpoint, "document"),
    oauthJson({
      resource: endpoint.url,
      authorization_servers: [endpoint.url],
      scopes_supported: mcpScopes,
      bearer_methods_supported: ["header"],
      resource_name: endpoint.name
    })
  )
)

/** The endpoint as its own authorization server (RFC 8414). */
export const authorizationServerHttp = atEndpoint(
  null,
  Effect.fnUntraced(function* (endpoint) {
    const { url } = endpoint
    const { mcpRegistration } = yield* Settings
    yield* notedAs(endpoint, "document")
    return oauthJson({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      ...(mcpRegistration === "open" ? { registration_endpoint: `${url}/oauth/register` } : {}),
      revocation_endpoint: `${url}/oauth/revoke`,
      scopes_supported: mcpScopes,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true
    })
  })
)

/** What is not there under an endpoint: older clients look for documents and addresses of other revisions. */
export const missingHttp = atEndpoint(
  null,
  Effect.fnUntraced(function* (endpoint) {
    yield* notedAs(endpoint, "missing_document")
    return yield* new NotFound()
  })
)
