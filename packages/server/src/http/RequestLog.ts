import { Clock, Effect } from "effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/unstable/http"
import { randomUUID } from "node:crypto"
import { RequestCaller } from "../auth/RequestCaller.ts"

const withHeaders = (id: string, path: string) => (_: unknown, response: HttpServerResponse.HttpServerResponse) => {
  const named = HttpServerResponse.setHeader(response, "x-request-id", id)
  const mayBeKept = !path.startsWith("/api/") || "cache-control" in response.headers
  return Effect.succeed(mayBeKept ? named : HttpServerResponse.setHeader(named, "cache-control", "no-store"))
}

/** Reads that went well are many and say little. */
const isQuiet = (method: string, status: number) => (method === "GET" || method === "OPTIONS") && status < 400

/**
 * Gives each request an id, in the answer as `x-request-id` and on every log line it causes, and writes one line when it
 * is answered. What `/api` answers is for its caller alone: nothing on the way keeps it, unless the answer says so.
 */
export const RequestLog = HttpRouter.middleware(
  (handled) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const path = request.url.split("?", 1)[0]!
      const id = randomUUID()
      const slot: RequestCaller = { caller: null }
      yield* HttpEffect.appendPreResponseHandler(withHeaders(id, path))

      const logged = Effect.gen(function* () {
        const began = yield* Clock.currentTimeMillis
        const response = yield* handled
        yield* Effect.annotateLogs(
          isQuiet(request.method, response.status) ? Effect.logDebug("answered") : Effect.logInfo("answered"),
          {
            method: request.method,
            path,
            status: response.status,
            duration_ms: (yield* Clock.currentTimeMillis) - began,
            caller: slot.caller === null ? null : `${slot.caller.kind}:${slot.caller.id}`
          }
        )
        return response
      })
      return yield* logged.pipe(Effect.annotateLogs({ request_id: id }), Effect.provideService(RequestCaller, slot))
    }),
  { global: true }
)
