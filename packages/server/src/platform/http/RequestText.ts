import { mayBeEmpty } from "@fleet/domain/EmptyBody"
import { BadRequest, UnsupportedMediaType } from "@fleet/domain/Errors"
import { unfitText } from "@fleet/domain/UnfitTexts"
import { written } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { isUtf8 } from "node:buffer"
import { exceedsJsonBounds, freeJson, type JsonBounds, parseBoundedJson } from "../json/boundedJson.ts"
import { jsonBoundsOf } from "../json/jsonBoundsOf.ts"
import { BodyRefused, maxBody, refusedBody } from "./RequestBodies.ts"

const json = "application/json"

const typeOf = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  (headers["content-type"] ?? json).split(";", 1)[0]!.trim().toLowerCase()

/** How JSON spells U+0000 or any half of a surrogate pair. */
const suspect = /\\u(?:0000|[dD][89a-fA-F])/

/** What is not JSON is refused where it is decoded. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const unfitField = (text: string): string | null => {
  if (!suspect.test(text)) return null
  const path = unfitText(parsed(text))
  return path === null ? null : written(path) || "body"
}

/** Bytes that are no text are not read as another one. */
const decoded = (bytes: Buffer) =>
  isUtf8(bytes) ? Effect.succeed(bytes.toString()) : Effect.fail(refusedBody(Rule.format))

const optional = new WeakMap<HttpApiEndpoint.Top, boolean>()

/** Whether a route takes JSON alone, and may be sent nothing. */
const takesNothing = (endpoint: HttpApiEndpoint.Top): boolean => {
  const known = optional.get(endpoint)
  if (known !== undefined) return known
  const body = endpoint.payload.size === 1 ? endpoint.payload.get(json) : undefined
  const takes = body !== undefined && mayBeEmpty(body.schemas)
  optional.set(endpoint, takes)
  return takes
}

const bounds = new WeakMap<HttpApiEndpoint.Top, JsonBounds>()

/** What a route's JSON may hold. */
const boundsOf = (endpoint: HttpApiEndpoint.Top): JsonBounds => {
  const known = bounds.get(endpoint)
  if (known !== undefined) return known
  const schemas = endpoint.payload.get(json)?.schemas ?? []
  const found = schemas.length === 1 ? jsonBoundsOf(schemas[0]!.ast) : freeJson
  bounds.set(endpoint, found)
  return found
}

/** A request whose text is checked where it is first read: after the credential and the lookups. */
export interface CheckedRequest {
  readonly request: HttpServerRequest.HttpServerRequest
  /** Whether its body was read and held nothing. */
  readonly wasEmpty: () => boolean
}

/**
 * The request with a text that holds no character which cannot be kept, and with `{}` for an empty body that the route
 * takes, whatever type it was sent with. Text that holds more than its route can mean is refused before anything else is done with
 * it. `seen` gets the text as it came. What looks for a challenge in it beforehand reads `json`.
 */
export const withCheckedText = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  endpoint: HttpApiEndpoint.Top,
  bytes: Effect.Effect<Buffer, BodyRefused>,
  seen: (text: string) => Effect.Effect<void>
) {
  const { "content-encoding": encoding = "identity", "content-length": announced = "0" } = request.headers
  const isOptional = takesNothing(endpoint)
  let empty = false

  const whole = yield* Effect.cached(
    Effect.gen(function* () {
      if (encoding.toLowerCase() !== "identity") return yield* new BodyRefused({ refusal: new UnsupportedMediaType() })
      if (Number(announced) > maxBody) return yield* refusedBody(Rule.tooLarge)
      return yield* bytes
    })
  )
  const sent = Effect.flatMap(whole, decoded).pipe(
    Effect.filterOrFail(
      (text) => typeOf(request) !== json || !exceedsJsonBounds(text, boundsOf(endpoint)),
      () => refusedBody(Rule.tooLarge)
    ),
    Effect.tap((text) => seen(text))
  )
  const text = Effect.flatMap(sent, (text) => {
    empty = text === ""
    if (empty) return Effect.succeed(isOptional ? "{}" : "")
    if (isOptional && typeOf(request) !== json) return new BodyRefused({ refusal: new UnsupportedMediaType() })
    const field = typeOf(request) === json ? unfitField(text) : null
    return field === null ? Effect.succeed(text) : Effect.fail(refusedBody(Rule.format, field))
  })
  const looked = Effect.flatMap(sent, (text) => {
    const read = parseBoundedJson(text, boundsOf(endpoint))
    return read.kind === "value" ? Effect.succeed(read.value) : new BodyRefused({ refusal: new BadRequest() })
  })
  return {
    request: Object.create(request, {
      arrayBuffer: { value: whole },
      text: { value: text },
      json: { value: looked },
      ...(isOptional ? { headers: { value: { ...request.headers, "content-type": json } } } : {})
    }),
    wasEmpty: () => empty
  } satisfies CheckedRequest as CheckedRequest
})
