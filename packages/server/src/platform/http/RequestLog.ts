import { Clock, Effect, LogLevel, References, type Types } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { RequestCaller } from "./RequestCaller.ts"
import { loggedPath } from "./loggedPath.ts"

/** What `/api` answers is for its caller alone: nothing on the way keeps it, unless the answer says so. */
const named = (response: HttpServerResponse.HttpServerResponse, id: string, path: string) => {
  const answer = HttpServerResponse.setHeader(response, "x-request-id", id)
  const mayBeKept = !path.startsWith("/api/") || "cache-control" in response.headers
  return mayBeKept ? answer : HttpServerResponse.setHeader(answer, "cache-control", "no-store")
}

/** Reads that went well are many and say little. */
const isQuiet = (method: string, status: number) => (method === "GET" || method === "OPTIONS") && status < 400

/**
 * Gives each request an id, in the answer as `x-request-id` and on every log line it causes, and writes one line when a
 * change or a refusal is answered; reads that went well are told at the level `debug`.
 */
export const RequestLog = HttpRouter.middleware(
  Effect.fnUntraced(function* (handled: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const path = request.url.split("?", 1)[0]!
    const id = randomUUID()
    const slot: RequestCaller = { caller: null, app: null }
    const began = yield* Clock.currentTimeMillis
    const response = yield* handled.pipe(
      Effect.annotateLogs("request_id", id),
      Effect.provideService(RequestCaller, slot)
    )
    const quiet = isQuiet(request.method, response.status)
    if (!quiet || LogLevel.isLessThanOrEqualTo(yield* References.MinimumLogLevel, "Debug")) {
      yield* Effect.annotateLogs(quiet ? Effect.logDebug("answered") : Effect.logInfo("answered"), {
        request_id: id,
        method: request.method,
        path: loggedPath(path),
        status: response.status,
        duration_ms: (yield* Clock.currentTimeMillis) - began,
        caller: slot.caller === null ? null : `${slot.caller.kind}:${slot.caller.id}`
      })
    }
    return named(response, id, path)
  }),
  { global: true }
)
