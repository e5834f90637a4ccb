import { type ConsoleOAuthError, ConsoleTokenRequest } from "@fleet/domain/Portal"
import { firstViolation } from "@fleet/domain/Violations"
import { Effect, Result, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { refuse } from "../../../platform/http/Envelope.ts"
import { parseBoundedJson } from "../../../platform/json/boundedJson.ts"
import { formFields } from "../../../platform/pages/FormBody.ts"
import { oauthError } from "./AuthorizeHttp.ts"
import { ConsoleTokens } from "./ConsoleTokens.ts"

const decode = Schema.decodeUnknownResult(ConsoleTokenRequest)

const parsed = (text: string): unknown => {
  const read = parseBoundedJson(text)
  return read.kind === "value" ? read.value : null
}

const bodyOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const text = yield* Effect.result(request.text)
  if (Result.isFailure(text)) return null
  const type = (request.headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase()
  if (type !== "application/x-www-form-urlencoded") return parsed(text.success)
  return Result.getOrElse(formFields(text.success), () => null)
})

const problemOf = (body: unknown, violated: { readonly field: string }): ConsoleOAuthError => {
  const { client_id, grant_type } = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>
  if (typeof grant_type === "string" && grant_type !== "authorization_code") {
    return { error: "unsupported_grant_type", error_description: "grant_type must be authorization_code." }
  }
  if (typeof client_id === "string" && client_id !== "console") {
    return { error: "invalid_client", error_description: "client_id is not known." }
  }
  return { error: "invalid_request", error_description: `${violated.field.slice(0, 100)} is missing or not valid.` }
}

/** The console's token exchange: JSON or a form in, JSON out. */
export const tokenHttp = Effect.gen(function* () {
  const body = yield* bodyOf(yield* HttpServerRequest.HttpServerRequest)
  const request = decode(body)
  if (Result.isFailure(request)) {
    const problem = problemOf(body, firstViolation(request.failure.issue))
    return oauthError(problem, problem.error === "invalid_client" ? 401 : 400)
  }
  const tokens = yield* Effect.result((yield* ConsoleTokens).exchange(request.success))
  if (Result.isFailure(tokens)) {
    return tokens.failure._tag === "org_locked"
      ? refuse(tokens.failure)
      : oauthError({ error: "invalid_grant", error_description: "The code is not good, or not for this." })
  }
  return HttpServerResponse.jsonUnsafe(tokens.success, { headers: { "cache-control": "no-store" } })
})
