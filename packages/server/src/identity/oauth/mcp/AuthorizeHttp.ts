import { McpAuthorizeQuery } from "@fleet/domain/McpOAuth"
import { mcpScopes } from "@fleet/domain/Mcp"
import { firstViolation } from "@fleet/domain/Violations"
import { Effect, Result, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { uniqueParameters } from "../uniqueParameters.ts"
import { withParameters } from "../withParameters.ts"
import { CentralSignIn } from "./CentralSignIn.ts"
import { atEndpoint, noted, reasonOf, refusedJson } from "./EndpointHttp.ts"
import { type McpClient, McpClients } from "./McpClients.ts"
import type { McpEndpoint } from "./McpEndpoints.ts"
import { type McpAuthorization, McpInteractions } from "./McpInteractions.ts"
import { namesResource } from "./namesResource.ts"
import { type OAuthRefused, refused } from "./OAuthRefused.ts"
import { matchesRedirect } from "./redirectUris.ts"
import { refusedPage } from "./refusedPage.ts"
import { scopesOf } from "./scopes.ts"

type Parameters = Readonly<Record<string, string>>

const decode = Schema.decodeUnknownResult(McpAuthorizeQuery)

const redirect = (location: string) =>
  HttpServerResponse.redirect(location, {
    status: 302,
    headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
  })

/** Whether a parameter has the one character that an address can bring and the database does not take. */
const hasNul = (parameters: Parameters) => Object.values(parameters).some((value) => value.includes("\0"))

/** What is asked for, once the client and its redirect address are known to be good. */
const readAsked = (
  parameters: Parameters,
  repeated: string | undefined,
  endpoint: McpEndpoint
): Effect.Effect<Omit<McpAuthorization, "redirectUri">, OAuthRefused> => {
  if (repeated !== undefined) return Effect.fail(refused("invalid_request", `${repeated} was given more than once.`))
  const { response_type: type } = parameters
  if (type === undefined) return Effect.fail(refused("invalid_request", "response_type is missing."))
  if (type !== "code") return Effect.fail(refused("unsupported_response_type", "response_type must be code."))
  const query = decode(parameters)
  if (Result.isFailure(query)) {
    const { field } = firstViolation(query.failure.issue)
    return Effect.fail(refused("invalid_request", `${field.slice(0, 100)} is missing or not valid.`))
  }
  const { code_challenge, resource = endpoint.url, scope, state } = query.success
  if (!namesResource(endpoint, resource)) {
    return Effect.fail(refused("invalid_target", `resource must be ${endpoint.url}.`))
  }
  return Effect.succeed({ state: state ?? null, codeChallenge: code_challenge, scopes: scopesOf(scope) ?? mcpScopes })
}

const notedAs = (endpoint: McpEndpoint, client: McpClient | null, refusal: OAuthRefused | null) =>
  noted(
    endpoint,
    {
      kind: "authorize",
      ok: refusal === null,
      clientId: client?.id ?? null,
      clientName: client?.name ?? null,
      detail: refusal === null ? null : reasonOf(refusal),
      proven: client !== null
    },
    "browser"
  )

/** The client or its redirect address is not known: never a redirect. */
const refusedHere = Effect.fnUntraced(function* (
  endpoint: McpEndpoint,
  refusal: OAuthRefused,
  client: McpClient | null = null
) {
  yield* notedAs(endpoint, client, refusal)
  const request = yield* HttpServerRequest.HttpServerRequest
  return (request.headers.accept ?? "").includes("text/html") ? refusedPage(request, refusal) : refusedJson(refusal)
})

/** Begins an authorization: checks what the client asks for, and sends the browser to sign in. */
export const authorizeHttp = atEndpoint(
  "mcp_authorize",
  Effect.fnUntraced(function* (endpoint) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { parameters, repeated } = uniqueParameters(request.url)
    const { client_id, redirect_uri } = parameters
    if (hasNul(parameters)) {
      return yield* refusedHere(endpoint, refused("invalid_request", "A parameter is not valid."))
    }
    if (client_id === undefined || repeated === "client_id") {
      const refusal = refused("invalid_request", "client_id is missing or given more than once.")
      return yield* refusedHere(endpoint, refusal)
    }
    const client = yield* Effect.result((yield* McpClients).find(endpoint, client_id))
    if (Result.isFailure(client)) return yield* refusedHere(endpoint, client.failure)
    if (
      redirect_uri === undefined ||
      repeated === "redirect_uri" ||
      !matchesRedirect(client.success.redirectUris, redirect_uri)
    ) {
      const refusal = refused("invalid_redirect_uri", "redirect_uri is not one of this client.")
      return yield* refusedHere(endpoint, refusal, client.success)
    }
    const asked = yield* Effect.result(readAsked(parameters, repeated, endpoint))
    yield* notedAs(endpoint, client.success, Result.isFailure(asked) ? asked.failure : null)
    if (Result.isFailure(asked)) {
      const { description, error } = asked.failure
      const { state } = parameters
      const isKept = state !== undefined && repeated !== "state" && state.length <= 512
      return redirect(
        withParameters(redirect_uri, {
          error,
          error_description: description,
          ...(isKept ? { state } : {}),
          iss: endpoint.url
        })
      )
    }
    const { id, loginUrl } = yield* (yield* McpInteractions).open(endpoint, client.success, {
      ...asked.success,
      redirectUri: redirect_uri
    })
    if (endpoint.app !== null) return redirect(loginUrl)
    const { codeChallenge } = asked.success
    return yield* (yield* CentralSignIn).begin(request, { id, redirectUri: redirect_uri, codeChallenge })
  })
)
