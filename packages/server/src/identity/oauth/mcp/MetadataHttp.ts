import { mcpScopes } from "@fleet/domain/Mcp"
import { Effect } from "effect"
import { Settings } from "../../../platform/settings/Settings.ts"
import { atEndpoint, oauthJson } from "./EndpointHttp.ts"

/** The endpoint as a protected resource (RFC 9728). */
export const protectedResourceHttp = atEndpoint(null, ({ name, url }) =>
  Effect.succeed(
    oauthJson({
      resource: url,
      authorization_servers: [url],
      scopes_supported: mcpScopes,
      bearer_methods_supported: ["header"],
      resource_name: name
    })
  )
)

/** The endpoint as its own authorization server (RFC 8414). */
export const authorizationServerHttp = atEndpoint(null, ({ url }) =>
  Effect.map(Settings, ({ mcpRegistration }) =>
    oauthJson({
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
  )
)
