import { HttpServerResponse } from "effect/http"

/** What a refusal says of when to come back, in milliseconds; null where it says nothing. */
const retryAfterMs = (body: Uint8Array): number | null => {
  const { details } = JSON.parse(Buffer.from(body).toString()) as { details?: { retry_after_ms?: unknown } }
  return typeof details?.retry_after_ms === "number" ? details.retry_after_ms : null
}

/** A 503 with the header that says when to come back, which its details say already. */
export const withRetryAfter = (
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const { body, headers, status } = response
  if (status !== 503 || headers["retry-after"] !== undefined || body._tag !== "Uint8Array") return response
  if (body.contentType !== "application/json") return response
  const ms = retryAfterMs(body.body)
  return ms === null ? response : HttpServerResponse.setHeader(response, "retry-after", String(Math.ceil(ms / 1000)))
}
