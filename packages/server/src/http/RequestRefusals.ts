import { NodeHttpServerRequest } from "@effect/platform-node"
import { RequestRefusals } from "@fleet/domain/api/RequestRefusals"
import { InvalidUuid, UnsupportedMediaType, type ValidationError } from "@fleet/domain/Errors"
import { firstViolation, refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Effect, Layer, type SchemaIssue, type Types } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { isUtf8 } from "node:buffer"
import { Settings } from "../Settings.ts"
import { requestAddress } from "../settings/callerAddress.ts"
import { refuse } from "./Envelope.ts"
import { BodyRefused, makeRequestBodies, maxBody, refusedBody } from "./RequestBodies.ts"

const nul = String.raw`\u0000`

/** Whether JSON spells the one character that the database cannot keep; after an escaped backslash it does not. */
const holdsNul = (text: string): boolean => {
  for (let at = text.indexOf(nul); at !== -1; at = text.indexOf(nul, at + nul.length)) {
    let first = at
    while (text[first - 1] === "\\") first--
    if ((at - first) % 2 === 0) return true
  }
  return false
}

/** Bytes that are no text are not read as another one. */
const textOf = (bytes: Uint8Array) => {
  if (!isUtf8(bytes)) return Effect.fail(refusedBody(Rule.format))
  const text = Buffer.from(bytes).toString()
  return holdsNul(text) ? Effect.fail(refusedBody(Rule.format)) : Effect.succeed(text)
}

/** Checks the text where it is first read: after the credential and the lookups, or by what looks for a challenge in it. */
const withCheckedText = (
  request: HttpServerRequest.HttpServerRequest,
  bytes: Effect.Effect<Buffer, BodyRefused>
): Effect.Effect<HttpServerRequest.HttpServerRequest> => {
  const { "content-encoding": encoding = "identity", "content-length": announced = "0" } = request.headers
  const text = Effect.gen(function* () {
    if (encoding.toLowerCase() !== "identity") return yield* new BodyRefused({ refusal: new UnsupportedMediaType() })
    if (Number(announced) > maxBody) return yield* refusedBody(Rule.tooLarge)
    return yield* textOf(yield* bytes)
  })
  return Effect.map(Effect.cached(text), (text) => Object.create(request, { text: { value: text } }))
}

/** The refusal that a failure to read the body stands for; null for any other failure. */
export const unreadBecause = (defect: unknown): ValidationError | UnsupportedMediaType | null =>
  defect instanceof BodyRefused ? defect.refusal : null

/** Every id of a path is a uuid; the only other typed path parts are refused as fields. */
const isUuidRule = (issue: SchemaIssue.Issue): boolean => {
  switch (issue._tag) {
    case "Filter":
      return issue.filter.annotations?.rule === "uuid"
    case "Composite":
      return isUuidRule(issue.issues[0])
    case "Pointer":
    case "Encoding":
      return isUuidRule(issue.issue)
    default:
      return false
  }
}

/** What HttpApi says of a body that is not JSON: a bare invalid value where the body should be. */
const isNotJson = ({ cause, kind }: HttpApiError.HttpApiSchemaError) =>
  kind === "Payload" && cause.issue._tag === "InvalidValue"

const wholes = { Payload: "body", Query: "query", Params: "path", Headers: "headers" } as const

const hasBody = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  (headers["content-length"] ?? "0") !== "0" || "transfer-encoding" in headers

/** How a request that does not decode is refused; null when it is an answer of ours that does not encode. */
const refusal = (
  error: HttpApiError.HttpApiSchemaError,
  request: HttpServerRequest.HttpServerRequest
): ValidationError | InvalidUuid | null => {
  const { cause, kind } = error
  if (kind === "Body" || kind === "ResponseHeaders") return null
  if (kind === "Payload" && !hasBody(request)) return refusalOf({ field: "body", rule: Rule.required })
  if (isNotJson(error)) return refusalOf({ field: "body", rule: Rule.json })
  if (kind === "Params" && isUuidRule(cause.issue)) return new InvalidUuid()
  return refusalOf(firstViolation(cause.issue, wholes[kind]))
}

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, ValidationError | InvalidUuid | Types.unhandled>

export const RequestRefusalsLive = Layer.effect(
  RequestRefusals,
  Effect.gen(function* () {
    const bodyOf = yield* makeRequestBodies
    const { trustedProxies } = yield* Settings

    return RequestRefusals.of((handled) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const bytes = Effect.suspend(() =>
          bodyOf(NodeHttpServerRequest.toIncomingMessage(request), requestAddress(request, trustedProxies))
        )
        return Effect.provideServiceEffect(
          handled,
          HttpServerRequest.HttpServerRequest,
          withCheckedText(request, bytes)
        ).pipe(
          Effect.catchDefect((defect): Answer => {
            const unread = unreadBecause(defect)
            if (unread === null) return Effect.die(defect)
            return unread._tag === "validation_error" ? Effect.fail(unread) : Effect.succeed(refuse(unread))
          }),
          Effect.catch((error): Answer => {
            if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
            const refused = refusal(error, request)
            return refused === null ? Effect.die(error) : Effect.fail(refused)
          })
        )
      })
    )
  })
)
