import { Effect, LogLevel, References, type Types } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { Settings } from "../settings/Settings.ts"
import { observeRequest } from "../telemetry/durations.ts"
import { RequestCount } from "./RequestCount.ts"
import { RequestCaller } from "./RequestCaller.ts"
import { makeWholeAnswers } from "./WholeAnswers.ts"
import { loggedPath } from "./loggedPath.ts"

/** What `/api` answers is for its caller alone: nothing on the way keeps it, unless the answer says so. */
const named = (response: HttpServerResponse.HttpServerResponse, id: string, path: string) => {
  const answer = HttpServerResponse.setHeader(response, "x-request-id", id)
  const mayBeKept = !path.startsWith("/api/") || "cache-control" in response.headers
  return mayBeKept ? answer : HttpServerResponse.setHeader(answer, "cache-control", "no-store")
}

/**
 * Waits as the caller of the request asked to: the time is no part of the request's duration, neither in its log line nor in
 * the metrics.
 */
export const waitAsAsked = <A, E, R>(wait: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(RequestCaller, (slot) => {
    const began = performance.now()
    return Effect.ensuring(
      wait,
      Effect.sync(() => {
        if (slot !== null) slot.waitedMs = (slot.waitedMs ?? 0) + performance.now() - began
      })
    )
  })

/** A request that was answered. `ms` is without what its caller asked it to wait. */
export interface Answered {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly slot: RequestCaller
}

/** Successful reads, waits for something to read, and files that bridges upload, are many and say little. */
const isRoutine = ({ method, path, slot, status }: Answered) =>
  status < 400 &&
  (method === "GET" || method === "OPTIONS" || path === "/api/bridge/assets" || slot.waitedMs !== undefined)

const isSlow = ({ ms }: Answered, slowRequestMs: number) => slowRequestMs > 0 && ms >= slowRequestMs

/** Whether a request has a line in a log that holds this level and those above. */
export const isLogged = (answered: Answered, slowRequestMs: number, level: LogLevel.LogLevel): boolean =>
  !isRoutine(answered) || isSlow(answered, slowRequestMs) || LogLevel.isLessThanOrEqualTo(level, "Debug")

/** Writes the line of a request, and another where it was slow. */
export const logAnswered = Effect.fnUntraced(function* (answered: Answered, slowRequestMs: number) {
  const { id, method, ms, path, slot, status } = answered
  const line = Effect.annotateLogs({
    request_id: id,
    method,
    path: loggedPath(path),
    status,
    duration_ms: Math.round(ms),
    caller: slot.caller === null ? null : `${slot.caller.kind}:${slot.caller.id}`
  })
  yield* line(isRoutine(answered) ? Effect.logDebug("request answered") : Effect.logInfo("request answered"))
  if (isSlow(answered, slowRequestMs)) yield* line(Effect.logWarning("slow request"))
})

/** A span of the request, where spans are collected. The path is as it may be logged; the router adds the route. */
const traced = (
  handled: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>,
  method: string,
  path: string,
  id: string
) =>
  Effect.useSpan(
    method,
    {
      kind: "server",
      attributes: { "http.request.method": method, "url.path": loggedPath(path), request_id: id }
    },
    (span) =>
      Effect.tap(Effect.withParentSpan(handled, span), ({ status }) =>
        Effect.sync(() => span.attribute("http.response.status_code", status))
      )
  )

/**
 * Gives each request an id, in the answer as `x-request-id` and on every log line it causes, measures it, and writes one
 * line when a change or a refusal is answered; successful reads and uploads of bridges at the level `debug`. A slow request of any
 * kind has a line of its own.
 */
export const RequestLog = HttpRouter.middleware(
  Effect.gen(function* () {
    const { slowRequestMs } = yield* Settings
    const counted = yield* makeWholeAnswers
    const requests = yield* RequestCount
    return Effect.fnUntraced(function* (
      handled: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>
    ) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { method } = request
      const path = request.url.split("?", 1)[0]!
      const id = randomUUID()
      const slot: RequestCaller = { caller: null, app: null }
      const began = performance.now()
      const logged = handled.pipe(Effect.annotateLogs("request_id", id), Effect.provideService(RequestCaller, slot))
      const answer = yield* (yield* References.TracerEnabled) ? traced(logged, method, path, id) : logged
      const response = counted(answer, request, slot)
      const ms = performance.now() - began - (slot.waitedMs ?? 0)
      observeRequest(method, response.status, ms / 1000)
      if (slot.caller !== null) requests.answered(slot.caller, response.status)
      const answered: Answered = { id, method, path, status: response.status, ms, slot }
      if (isLogged(answered, slowRequestMs, yield* References.MinimumLogLevel)) {
        yield* logAnswered(answered, slowRequestMs)
      }
      return named(response, id, path)
    })
  }),
  { global: true }
)
