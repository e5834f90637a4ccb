import { RequestRefusals } from "@fleet/domain/api/RequestRefusals"
import { InvalidUuid, type ValidationError } from "@fleet/domain/Errors"
import { firstViolation, refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { ByteSize, Data, Effect, Layer, type SchemaIssue, type Types } from "effect"
import { HttpIncomingMessage, HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/unstable/http"
import { HttpApiError } from "effect/unstable/httpapi"

/** The most that a JSON body may hold. */
const maxBody = ByteSize.mebibytes(2)

class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{}> {}

const refusedText = Effect.fail(new BodyTooLarge())

/** A body announced as too large is refused where it would be read: after the credential and the lookups. */
const withBoundedText = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest =>
  Number(request.headers["content-length"] ?? 0) > ByteSize.toNumberUnsafe(maxBody)
    ? Object.create(request, { text: { value: refusedText } })
    : request

const isUnreadable = (defect: unknown) =>
  HttpServerError.isHttpServerError(defect) && defect.reason._tag === "RequestParseError"

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

const tooLarge = refusalOf({ field: "body", rule: Rule.tooLarge })

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, ValidationError | InvalidUuid | Types.unhandled>

export const RequestRefusalsLive = Layer.succeed(RequestRefusals, (handled) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    handled.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, withBoundedText(request)),
      Effect.provideService(HttpIncomingMessage.MaxBodySize, maxBody),
      Effect.catchDefect((defect): Answer =>
        defect instanceof BodyTooLarge || isUnreadable(defect) ? Effect.fail(tooLarge) : Effect.die(defect)
      ),
      Effect.catch((error): Answer => {
        if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
        const refused = refusal(error, request)
        return refused === null ? Effect.die(error) : Effect.fail(refused)
      })
    )
  )
)
