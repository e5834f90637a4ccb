import { type ApiError, statusOf } from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Effect, Layer, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ClientActivity } from "../identity/oauth/mcp/ClientActivity.ts"
import { type McpEndpoint, McpEndpoints } from "../identity/oauth/mcp/McpEndpoints.ts"
import { resourceMetadataUrl } from "../identity/oauth/mcp/resourceMetadataUrl.ts"
import { refuse } from "../platform/http/Envelope.ts"
import { unreadBecause } from "../platform/http/RequestRefusals.ts"
import { exceedsJsonBounds, freeJson, type JsonBounds, maxJsonDepth } from "../platform/json/boundedJson.ts"
import { RateLimits } from "../platform/limits/RateLimits.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { challenge, scopeChallenge } from "./challenges.ts"
import { isStream } from "./OpenCalls.ts"
import { McpGate } from "./McpGate.ts"
import { McpHandlers } from "./McpHandlers.ts"
import type { Principal } from "./Principal.ts"
import { calledTools } from "./calledTools.ts"
import { Tools } from "./Tools.ts"
import { endpointPage, welcomePage } from "./welcomePages.ts"

const unkept = HttpServerResponse.setHeader("cache-control", "no-store")

const found = Effect.flatMap(HttpRouter.params, ({ identifier = null }) =>
  Effect.flatMap(McpEndpoints, (endpoints) => endpoints.find(identifier))
)

const refused = (error: ApiError) => unkept(refuse(error))

/** A refusal of who calls: 401 says where a token is got. */
const unproven = Effect.fnUntraced(function* (endpoint: McpEndpoint, error: ApiError, isPresented: boolean) {
  if (statusOf(error) !== 401) return refused(error)
  const metadata = resourceMetadataUrl(endpoint, (yield* Settings).baseUrl)
  return HttpServerResponse.setHeader(refused(error), "www-authenticate", challenge(metadata, isPresented))
})

/** A tool that the token's scopes do not reach is refused before it is called, saying what is needed. */
const scopeRefusal = Effect.fnUntraced(function* (principal: Principal, body: unknown) {
  const tools = yield* Tools
  const needed = yield* tools.lacking(principal, new Set(calledTools(body)))
  if (needed === null) return null
  const metadata = resourceMetadataUrl(principal.endpoint, (yield* Settings).baseUrl)
  return HttpServerResponse.jsonUnsafe(
    { code: "forbidden", message: `This needs the scope ${needed}.` },
    { status: 403, headers: { "cache-control": "no-store", "www-authenticate": scopeChallenge(metadata, needed) } }
  )
})

/** Notes a call at an app's endpoint, so that developers see why a client does not connect. `detail` is why it was refused, or what was called. */
const noted = Effect.fnUntraced(function* ({ app }: McpEndpoint, clientId: string | null, ok: boolean, detail: string) {
  if (app === null) return
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const userAgent = headers["user-agent"] ?? null
  const activity = yield* ClientActivity
  yield* activity.note({ appId: app.id, clientId, userAgent, kind: "call", ok, detail, proven: true })
})

/** The methods that are called, as far as they are read. */
const methodsOf = (body: unknown): string =>
  (Array.isArray(body) ? body : [body])
    .map((message: { readonly method?: unknown } | null) =>
      typeof message?.method === "string" ? message.method : "?"
    )
    .join(", ")

/** How many messages a batch of an older revision may hold. */
const maxBatch = 20

const tooMany = HttpServerResponse.jsonUnsafe(
  { jsonrpc: "2.0", error: { code: -32600, message: `A batch holds at most ${maxBatch} messages.` }, id: null },
  { status: 400, headers: { "cache-control": "no-store" } }
)

/**
 * What the messages of a call may hold: the arguments of a tool as much as the body of a route of REST, and around them a
 * batch, a message and its parameters.
 */
const messageBounds: JsonBounds = { ...freeJson, depth: maxJsonDepth + 3 }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the library answered. Only a stream is passed on as one: that costs several times as much. */
const answered = Effect.fnUntraced(function* (response: Response) {
  if (isStream(response)) return unkept(HttpServerResponse.fromWeb(response))
  const { headers, status } = response
  const body = yield* Effect.promise(() => response.bytes())
  const whole =
    body.length === 0 ? HttpServerResponse.empty({ status }) : HttpServerResponse.uint8Array(body, { status })
  return unkept(HttpServerResponse.setHeaders(whole, [...headers]))
})

/** Who calls, then the protocol: all refusals of the caller are HTTP. */
const post = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const endpoint = yield* Effect.result(found)
  if (Result.isFailure(endpoint)) return refused(endpoint.failure)
  const { authorization, origin } = request.headers
  const query = new URLSearchParams(request.url.split("?")[1] ?? "")
  const admitted = yield* Effect.result((yield* McpGate).admit(endpoint.success, { authorization, origin, query }))
  if (Result.isFailure(admitted)) {
    const why = authorization === undefined ? "no token" : admitted.failure._tag
    yield* noted(endpoint.success, null, false, why)
    return yield* unproven(endpoint.success, admitted.failure, authorization !== undefined)
  }
  const principal = admitted.success
  const counted = yield* Effect.result((yield* RateLimits).take("mcp_call", principal.caller.id))
  if (Result.isFailure(counted)) {
    yield* noted(endpoint.success, principal.clientId, false, counted.failure._tag)
    return refused(counted.failure)
  }
  const text = yield* Effect.result(request.text)
  if (Result.isFailure(text)) {
    const unread = unreadBecause(text.failure)
    return unread === null ? yield* Effect.die(text.failure) : refused(unread)
  }
  if (exceedsJsonBounds(text.success, messageBounds)) {
    yield* noted(endpoint.success, principal.clientId, false, "too_large")
    return refused(refusalOf({ field: "body", rule: Rule.tooLarge }))
  }
  const body = parsed(text.success)
  if (Array.isArray(body) && body.length > maxBatch) return tooMany
  const lacking = yield* scopeRefusal(principal, body)
  yield* noted(
    endpoint.success,
    principal.clientId,
    lacking === null,
    lacking === null ? methodsOf(body) : "insufficient_scope"
  )
  if (lacking !== null) return lacking
  const asked = { url: request.url, headers: request.headers, text: text.success, body }
  const token = authorization!.split(" ").at(-1)!
  const answer = yield* Effect.result((yield* McpHandlers).fetch(principal, asked, token))
  if (Result.isFailure(answer)) return refused(answer.failure)
  return yield* answered(answer.success)
})

/** Only POST is served. A browser that opens the address is shown what it is. */
const other = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const endpoint = yield* Effect.result(found)
  if (Result.isFailure(endpoint)) return refused(endpoint.failure)
  if (request.method === "GET" && (request.headers.accept ?? "").includes("text/html")) {
    return HttpServerResponse.setHeader(endpointPage(request, endpoint.success), "allow", "POST")
  }
  return HttpServerResponse.jsonUnsafe(
    { jsonrpc: "2.0", error: { code: -32000, message: "Only POST is served here." }, id: null },
    { status: 405, headers: { allow: "POST", "cache-control": "no-store" } }
  )
})

const endpointAt = <const Path extends `/${string}`>(path: Path) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      yield* router.add("POST", path, post)
      yield* router.add("GET", path, other)
      yield* router.add("DELETE", path, other)
    })
  )

const Welcome = HttpRouter.add(
  "GET",
  "/mcp/welcome",
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(Settings, ({ baseUrl }) => welcomePage(request, baseUrl))
  )
)

/** The endpoints of apps and of developers, and help for people who came by a browser. */
export const McpHttp = Layer.mergeAll(endpointAt("/mcp/:identifier"), endpointAt("/mcp"), Welcome)
