import {
  type ApiError,
  BadRequest,
  envelopeOf,
  InternalError,
  NotFound,
  statusOf,
  UnsupportedMediaType
} from "@fleet/domain/Errors"
import { Cause, Effect, Random, type Types } from "effect"
import { refusalHeaders } from "./comeBackLater.ts"
import { withRetryAfter } from "./retryAfter.ts"
import { isUnavailable, logUnavailable, unavailable } from "./unavailable.ts"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"

/** A refusal as an HTTP answer, for the few places outside an endpoint's error channel. */
export const refuse = (error: ApiError): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(envelopeOf(error), { status: statusOf(error), headers: refusalHeaders(error) })

/** HttpApiBuilder answers a content type it has no decoder for by itself, in plain text. */
const isPlain415 = ({ body, status }: HttpServerResponse.HttpServerResponse) =>
  status === 415 && "contentType" in body && body.contentType === "text/plain"

/** The line of a request that no handler answered, which is answered `internal_error`. */
export const logFailed = (cause: Cause.Cause<unknown>): Effect.Effect<void> => Effect.logError("request failed", cause)

const unanswered = (cause: Cause.Cause<unknown>) =>
  isUnavailable(cause)
    ? Effect.andThen(
        logUnavailable(cause),
        Effect.map(Random.next, (random) => refuse(unavailable(random)))
      )
    : unserved(cause)

const unserved = (cause: Cause.Cause<unknown>) =>
  Effect.flatMap(HttpServerError.causeResponse(cause), ([{ status }]) => {
    if (status === 404) return Effect.succeed(refuse(new NotFound()))
    if (status === 400) return Effect.succeed(refuse(new BadRequest()))
    return Effect.as(logFailed(cause), refuse(new InternalError()))
  })

/** No name holds a NUL, and the database cannot be asked for one. */
const namesNothing = (url: string) => url.split("?", 1)[0]!.includes("%00")

/**
 * The last line of the envelope: answers that never reached a handler's error channel (an unknown route, a content type
 * no endpoint takes, a defect) still leave as `{code, message}`.
 */
export const Envelope = HttpRouter.middleware(
  Effect.fnUntraced(function* (handled: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>) {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (namesNothing(request.url)) return refuse(new NotFound())
    return yield* handled.pipe(
      Effect.map((response) => (isPlain415(response) ? refuse(new UnsupportedMediaType()) : withRetryAfter(response))),
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterruptsOnly(cause),
        (cause) => unanswered(cause)
      )
    )
  }),
  { global: true }
)
