import { RequestRefusals } from "@fleet/domain/api/RequestRefusals"
import { InvalidUuid, type ValidationError } from "@fleet/domain/Errors"
import { firstViolation, refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { ByteSize, Data, Effect, Layer, type SchemaIssue, type Types } from "effect"
import { HttpIncomingMessage, HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/unstable/http"
import { HttpApiError } from "effect/unstable/httpapi"

/** The most that a JSON body may hold. */
const maxBody = ByteSize.mebibytes(2)

/** Why a body is refused before it is parsed; a defect, because HttpApi takes no failure there. */
class BodyRefused extends Data.TaggedError("BodyRefused")<{ readonly rule: string }> {}

/** JSON's spelling of the one character that the database cannot keep. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/

const storable = (text: string) =>
  nul.test(text) ? Effect.fail(new BodyRefused({ rule: Rule.format })) : Effect.succeed(text)

/**
 * Checks the text where it is read: after the credential and the lookups. A body announced as too large is not read at
 * all, so that the caller gets an answer instead of a closed connection.
 */
const withCheckedText = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
  const announced = Number(request.headers["content-length"] ?? 0)
  const text =
    announced > ByteSize.toNumberUnsafe(maxBody)
      ? Effect.fail(new BodyRefused({ rule: Rule.tooLarge }))
      : Effect.flatMap(request.text, storable)
  return Object.create(request, { text: { value: text } })
}

const checkingBody = <A, E, R>(handled: Effect.Effect<A, E, R>, request: HttpServerRequest.HttpServerRequest) =>
  handled.pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, withCheckedText(request)),
    Effect.provideService(HttpIncomingMessage.MaxBodySize, maxBody)
  )

/** The rule that a defect of reading the body stands for; null for any other defect. */
const ruleOf = (defect: unknown): string | null => {
  if (defect instanceof BodyRefused) return defect.rule
  const unread = HttpServerError.isHttpServerError(defect) && defect.reason._tag === "RequestParseError"
  return unread ? Rule.tooLarge : null
}

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

export const RequestRefusalsLive = Layer.succeed(RequestRefusals, (handled) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    (request.method === "GET" ? handled : checkingBody(handled, request)).pipe(
      Effect.catchDefect((defect): Answer => {
        const rule = ruleOf(defect)
        return rule === null ? Effect.die(defect) : Effect.fail(refusalOf({ field: "body", rule }))
      }),
      Effect.catch((error): Answer => {
        if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
        const refused = refusal(error, request)
        return refused === null ? Effect.die(error) : Effect.fail(refused)
      })
    )
  )
)
