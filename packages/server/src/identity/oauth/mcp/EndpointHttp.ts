import type { ApiError } from "@fleet/domain/Errors"
import { Effect, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { refuse } from "../../../platform/http/Envelope.ts"
import { requestAddress } from "../../../platform/http/callerAddress.ts"
import { type Bucket, RateLimits } from "../../../platform/limits/RateLimits.ts"
import { formFields } from "../../../platform/pages/FormBody.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { type McpEndpoint, McpEndpoints } from "./McpEndpoints.ts"
import { OAuthRefused, statusOfRefusal } from "./OAuthRefused.ts"

type Response = HttpServerResponse.HttpServerResponse

const unkept = HttpServerResponse.setHeader("cache-control", "no-store")

/** An answer that nobody keeps. */
export const oauthJson = (body: unknown, status = 200): Response =>
  unkept(HttpServerResponse.jsonUnsafe(body, { status }))

/** A refusal: OAuth's own, or the envelope. */
export const refusedJson = (error: OAuthRefused | ApiError): Response =>
  error instanceof OAuthRefused
    ? oauthJson({ error: error.error, error_description: error.description.slice(0, 500) }, statusOfRefusal(error))
    : unkept(refuse(error))

/** Counts the call where a bucket is named, finds the endpoint that the path names, and answers with what comes of it. */
export const atEndpoint = <R>(
  bucket: Bucket | null,
  answer: (endpoint: McpEndpoint) => Effect.Effect<Response, OAuthRefused | ApiError, R>
) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { trustedProxies } = yield* Settings
    if (bucket !== null) yield* (yield* RateLimits).take(bucket, requestAddress(request, trustedProxies))
    const { identifier = null } = yield* HttpRouter.params
    return yield* answer(yield* (yield* McpEndpoints).find(identifier))
  }).pipe(Effect.result, Effect.map(Result.match({ onFailure: refusedJson, onSuccess: (response) => response })))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The body of a form or of JSON; null where it is neither. */
export const oauthBody = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const text = yield* Effect.result(request.text)
  if (Result.isFailure(text)) return null
  const type = (request.headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase()
  if (type !== "application/x-www-form-urlencoded") return parsed(text.success)
  return Result.getOrElse(formFields(text.success), () => null)
})
