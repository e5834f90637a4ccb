import { Api } from "@fleet/domain/api/Api"
import { type ApiError, envelopeOf, InternalError, statusOf } from "@fleet/domain/Errors"
import { Cause, Context, Effect, Exit, Fiber, Layer, Random, References } from "effect"
import { FindMyWay, HttpRouter, type HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Settings } from "../settings/Settings.ts"
import { tracing } from "../telemetry/spans.ts"
import { observeRequest } from "../telemetry/durations.ts"
import { makeAllowedOrigin, readableHeaders } from "./Cors.ts"
import {
  bearerOf,
  type DirectBody,
  DirectRequest,
  type DirectRoute,
  isDirect,
  type Handler,
  makeDirectRoute
} from "./DirectRoutes.ts"
import { logFailed } from "./Envelope.ts"
import { takeRequests } from "./Listener.ts"
import { RequestCount } from "./RequestCount.ts"
import { RequestCaller } from "./RequestCaller.ts"
import { type Answered, isLogged, logAnswered } from "./RequestLog.ts"
import { unfitParameter } from "./RequestQuery.ts"
import { routerConfig } from "./routerConfig.ts"
import { countedFrom, readerOf, UnreadAnswers } from "./UnreadAnswers.ts"
import { incomingAddress } from "./callerAddress.ts"
import { refusalHeaders } from "./comeBackLater.ts"
import { isUnavailable, logUnavailable, unavailable } from "./unavailable.ts"
import { Upgrades } from "./Upgrades.ts"

/** What HttpApiBuilder keeps of a group. */
interface GroupService {
  readonly handlers: ReadonlyMap<string, { readonly handler: Handler }>
}

const handlerOf = (
  services: Context.Context<never>,
  group: HttpApiGroup.Top,
  endpoint: HttpApiEndpoint.Top
): Handler => {
  const service = services.mapUnsafe.get(group.key) as GroupService | undefined
  const found = service?.handlers.get(endpoint.identifier)
  if (found === undefined) throw new Error(`${group.identifier}.${endpoint.identifier} has no handler.`)
  return found.handler
}

/** The routes of the API. Those that the router answers are among them, so that no other takes their requests: null. */
const routesOf = (services: Context.Context<never>): FindMyWay.Router<DirectRoute | null> => {
  const routes = FindMyWay.make<DirectRoute | null>(routerConfig)
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      if (endpoint.method !== "GET") return
      const direct = isDirect(endpoint)
        ? makeDirectRoute(group, endpoint, handlerOf(services, group, endpoint), services)
        : null
      routes.on("GET", endpoint.path as FindMyWay.PathInput, direct)
    }
  })
  return routes
}

interface Outcome {
  readonly status: number
  readonly body: DirectBody
  readonly headers?: Readonly<Record<string, string>>
}

const refused = (error: ApiError): Outcome => ({
  status: statusOf(error),
  body: JSON.stringify(envelopeOf(error)),
  headers: refusalHeaders(error)
})

/** The router answers so when it stops before a handler is done. */
const stopped: Outcome = { status: 503, body: "" }

const bytesOf = ({ body }: HttpServerResponse.HttpServerResponse): Uint8Array | string => {
  if (body._tag === "Uint8Array") return body.text ?? body.body
  if (body._tag === "Empty") return ""
  throw new Error("A direct route answers whole texts.")
}

/** The bytes of an answer. */
const lengthOf = (body: DirectBody): number =>
  typeof body === "string" ? Buffer.byteLength(body) : Number(body.headers["content-length"] ?? 0)

const write = (response: ServerResponse, outcome: Outcome, length: number, lines: Array<string>): void => {
  const { body, headers, status } = outcome
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(name, value)
  if (typeof body === "string") {
    if (body !== "") lines.push("content-type", "application/json")
    lines.push("content-length", String(length), "cache-control", "no-store")
    response.writeHead(status, lines).end(body)
    return
  }
  const bytes = bytesOf(body)
  for (const [name, value] of Object.entries(body.headers)) lines.push(name, value)
  if (!("cache-control" in body.headers)) lines.push("cache-control", "no-store")
  response.writeHead(status, lines).end(bytes)
}

/**
 * Answers reads of the API from the server's own request event: one fibre with one context a request, and none of what the
 * router, HttpApi and the middleware around them do for each. Whatever is out of the ordinary, a path that is no read's, a
 * method other than GET, a body, an unfit query, is left to the router, which would answer all of these the same.
 */
export const DirectReads = Layer.effectDiscard(
  Effect.gen(function* () {
    // Spans begin in the router.
    if (yield* tracing) return
    const { server } = yield* Upgrades
    const { slowRequestMs, trustedProxies } = yield* Settings
    const unread = yield* UnreadAnswers
    const requests = yield* RequestCount
    const random = yield* Random.Random
    const level = yield* References.MinimumLogLevel
    const annotations = yield* References.CurrentLogAnnotations
    const allowed = yield* makeAllowedOrigin
    const services = yield* Effect.context<never>()
    // Each request adds a few services to these, which are not to be copied for that.
    const shared = Context.makeUnsafe<never>(services.mapUnsafe, { maxDepth: 64 })
    const routes = routesOf(services)
    const run = Effect.runForkWith(shared)
    const underWay = new Set<Fiber.Fiber<unknown, unknown>>()
    yield* Effect.addFinalizer(() => Fiber.interruptAll(underWay))

    /** What is answered for how a route ended; a defect has its line in the log. */
    const outcomeOf = (exit: Exit.Exit<DirectBody, unknown>, context: Context.Context<never>): Outcome => {
      if (Exit.isSuccess(exit)) {
        return { status: typeof exit.value === "string" ? 200 : exit.value.status, body: exit.value }
      }
      if (Cause.hasInterruptsOnly(exit.cause)) return stopped
      const failure = exit.cause.reasons.find(Cause.isFailReason)
      if (failure !== undefined) return refused(failure.error as ApiError)
      if (isUnavailable(exit.cause)) {
        Effect.runForkWith(context)(logUnavailable(exit.cause))
        return refused(unavailable(random.nextDoubleUnsafe()))
      }
      Effect.runForkWith(context)(logFailed(exit.cause))
      return refused(new InternalError())
    }

    const take = (request: IncomingMessage, response: ServerResponse): boolean => {
      const { headers, method } = request
      const url = request.url!
      if (method !== "GET" || "content-length" in headers || "transfer-encoding" in headers) return false
      if (url.includes("%00")) return false
      const found = routes.find("GET", url)
      if (found === undefined || found.handler === null) return false
      const { answer, route, takesQuery } = found.handler
      if (takesQuery && unfitParameter(url) !== null) return false

      const began = performance.now()
      const id = randomUUID()
      const slot: RequestCaller = { caller: null, app: null }
      const { origin } = headers
      const path = url.split("?", 1)[0]!
      const asked = { bearer: bearerOf(headers.authorization), query: found.searchParams }
      const context = Context.add(
        Context.add(
          Context.add(
            Context.add(shared, References.CurrentLogAnnotations, { ...annotations, request_id: id }),
            RequestCaller,
            slot
          ),
          HttpRouter.RouteContext,
          { params: found.params, route }
        ),
        DirectRequest,
        asked
      ) as Context.Context<never>
      const lines = ["vary", "Origin", "x-request-id", id]
      const end = (exit: Exit.Exit<DirectBody, unknown>, mayBeRead: boolean) => {
        const isGone = response.destroyed || response.writableEnded
        // Nobody reads it.
        if (isGone && Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return
        let outcome = outcomeOf(exit, context)
        let length = lengthOf(outcome.body)
        if (length > countedFrom && !isGone) {
          const release = unread.bytes.admit(readerOf(slot.caller, incomingAddress(request, trustedProxies)), length)
          if (release === null) {
            outcome = refused(unread.refusal())
            length = lengthOf(outcome.body)
          } else response.once("close", release)
        }
        const ms = performance.now() - began
        observeRequest(method, outcome.status, ms / 1000)
        if (slot.caller !== null) requests.answered(slot.caller, outcome.status)
        const answered: Answered = { id, method, path, status: outcome.status, ms, slot }
        if (isLogged(answered, slowRequestMs, level)) run(logAnswered(answered, slowRequestMs))
        if (isGone) return
        if (mayBeRead) lines.push(...Object.entries(readableHeaders(origin!)).flat())
        write(response, outcome, length, lines)
      }
      const fiber = Effect.runForkWith(context)(answer)
      const settle = (exit: Exit.Exit<DirectBody, unknown>) => {
        underWay.delete(fiber)
        if (origin === undefined) return end(exit, false)
        const asking = Effect.runForkWith(context)(allowed(origin, path))
        asking.addObserver((may) =>
          Exit.isSuccess(may) ? end(exit, may.value) : end(Exit.failCause(may.cause), false)
        )
      }
      if (fiber.pollUnsafe() === undefined) {
        underWay.add(fiber)
        response.on("close", () => {
          if (!response.writableEnded) fiber.interruptUnsafe()
        })
      }
      fiber.addObserver(settle)
      return true
    }
    yield* takeRequests(server, take)
  })
)
