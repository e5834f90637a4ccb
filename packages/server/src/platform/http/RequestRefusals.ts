import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { RequestRefusals } from "@fleet/domain/api/RequestRefusals"
import { InvalidUuid, type ValidationError } from "@fleet/domain/Errors"
import { firstViolation, refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Effect, Layer, type SchemaIssue, type Types } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { Settings } from "../settings/Settings.ts"
import { requestAddress } from "./callerAddress.ts"
import { refuse } from "./Envelope.ts"
import { namedApps } from "./NamedApp.ts"
import { BodyRefused, makeRequestBodies } from "./RequestBodies.ts"
import { refusedParameters, unfitParameter } from "./RequestQuery.ts"
import { withCheckedText } from "./RequestText.ts"

/** The refusal that a failure to read the body stands for; null for any other failure. */
export const unreadBecause = (defect: unknown): BodyRefused["refusal"] | null =>
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

/** How a request that does not decode is refused; null when it is an answer of ours that does not encode. */
export const schemaRefusal = (
  error: HttpApiError.HttpApiSchemaError,
  wasEmpty: () => boolean
): ValidationError | InvalidUuid | null => {
  const { cause, kind } = error
  if (kind === "Body" || kind === "ResponseHeaders") return null
  if (kind === "Payload" && wasEmpty()) return refusalOf({ field: "body", rule: Rule.required })
  if (isNotJson(error)) return refusalOf({ field: "body", rule: Rule.json })
  if (kind === "Params" && isUuidRule(cause.issue)) return new InvalidUuid()
  return refusalOf(firstViolation(cause.issue, wholes[kind]))
}

/** A body that did not come is not waited for after the answer either: the connection ends. */
const closing = HttpEffect.appendPreResponseHandler((_, response) =>
  Effect.succeed(HttpServerResponse.setHeader(response, "connection", "close"))
)

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, ValidationError | InvalidUuid | Types.unhandled>

export const RequestRefusalsLive = Layer.effect(
  RequestRefusals,
  Effect.gen(function* () {
    const bodyOf = yield* makeRequestBodies
    const { trustedProxies } = yield* Settings
    const names = yield* namedApps

    return RequestRefusals.of(
      Effect.fnUntraced(function* (handled, { endpoint }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const bytes = Effect.suspend(() =>
          bodyOf(NodeHttpServerRequest.toIncomingMessage(request), requestAddress(request, trustedProxies))
        ).pipe(
          Effect.tapError(({ refusal }) => (refusal._tag === "bad_request" ? closing : Effect.void)),
          Effect.provideService(HttpServerRequest.HttpServerRequest, request)
        )
        const named = names(request)
        const checked = yield* withCheckedText(request, endpoint, bytes, named.body)
        if (endpoint.query !== undefined) yield* named.query()
        const unfit = endpoint.query === undefined ? null : unfitParameter(request.url)
        const read =
          unfit === null
            ? handled
            : Effect.provideService(handled, HttpServerRequest.ParsedSearchParams, refusedParameters(unfit))
        return yield* Effect.provideService(read, HttpServerRequest.HttpServerRequest, checked.request).pipe(
          Effect.catchDefect((defect): Answer => {
            const unread = unreadBecause(defect)
            if (unread === null) return Effect.die(defect)
            return unread._tag === "validation_error" ? Effect.fail(unread) : Effect.succeed(refuse(unread))
          }),
          Effect.catch((error): Answer => {
            if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
            const refused = schemaRefusal(error, checked.wasEmpty)
            return refused === null ? Effect.die(error) : Effect.fail(refused)
          })
        )
      })
    )
  })
)
