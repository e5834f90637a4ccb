import type { ApiError } from "@fleet/domain/Errors"
import { Effect, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { refuse } from "../../../platform/http/Envelope.ts"
import { requestAddress } from "../../../platform/http/callerAddress.ts"
import { parseBoundedJson } from "../../../platform/json/boundedJson.ts"
import { type Bucket, RateLimits } from "../../../platform/limits/RateLimits.ts"
import { formFields } from "../../../platform/pages/FormBody.ts"
import { replaceUnstorableChars } from "../../../platform/sql/replaceUnstorableChars.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { ClientActivity, type Noted } from "./ClientActivity.ts"
import { type McpEndpoint, McpEndpoints } from "./McpEndpoints.ts"
import { OAuthRefused, statusOfRefusal } from "./OAuthRefused.ts"

type Response = HttpServerResponse.HttpServerResponse

const unkept = HttpServerResponse.setHeader("cache-control", "no-store")

/** An answer that no cache keeps. */
export const oauthJson = (body: unknown, status = 200): Response =>
  unkept(HttpServerResponse.jsonUnsafe(body, { status }))

/** A refusal: OAuth's own, or the envelope. */
export const refusedJson = (error: OAuthRefused | ApiError): Response =>
  error instanceof OAuthRefused
    ? oauthJson({ error: error.error, error_description: error.description.slice(0, 500) }, statusOfRefusal(error))
    : unkept(refuse(error))

/** Notes a request at an app's endpoint, so that developers see why a client does not connect. A browser's request does not name the program. */
export const noted = Effect.fnUntraced(function* (
  { app }: McpEndpoint,
  seen: Omit<Noted, "appId" | "userAgent">,
  by: "program" | "browser" = "program"
) {
  if (app === null) return
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const userAgent = by === "program" ? (headers["user-agent"] ?? null) : null
  yield* (yield* ClientActivity).note({ ...seen, appId: app.id, userAgent })
})

/** Why a request was refused, for the same. */
export const reasonOf = (error: OAuthRefused | ApiError): string =>
  error instanceof OAuthRefused ? `${error.error}: ${error.description}` : error._tag

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
  const read = parseBoundedJson(text)
  return read.kind === "value" ? read.value : null
}

/** The body of a form or of JSON; null where it is neither, or has text that the database does not take. */
export const oauthBody = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const text = yield* Effect.result(request.text)
  if (Result.isFailure(text)) return null
  const type = (request.headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase()
  if (type !== "application/x-www-form-urlencoded") {
    return replaceUnstorableChars(text.success) === text.success ? parsed(text.success) : null
  }
  return Result.getOrElse(formFields(text.success), () => null)
})
