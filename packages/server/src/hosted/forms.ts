import { type ApiError, NotFound, statusOf } from "@fleet/domain/Errors"
import { Effect, Option, type Schema } from "effect"
import type { Bucket } from "../auth/RateLimits.ts"
import type { asJson } from "../pages/Answers.ts"
import { exchange, type Given } from "../pages/Exchange.ts"
import type { localeOf } from "../pages/Locales.ts"
import { type Problem, problemOf } from "../pages/Problems.ts"
import { SignInPages } from "../signin/SignInPages.ts"
import { notOfferedPage, unreadPage } from "./endViews.ts"
import { unknownApp, type View, viewOf } from "./View.ts"

type Response = ReturnType<typeof asJson>
type Request = Parameters<typeof localeOf>[0]

/** A refusal of a form, said in the reader's language, with its status. */
export interface Refused {
  readonly tag: ApiError["_tag"]
  readonly problem: Problem
  readonly status: number
  readonly given: Given
}

/** A form of an app's pages. The rules are the services'; this says which, and what is shown of it. */
export interface HostedForm<A, R, E extends ApiError> {
  readonly body: Schema.Codec<A, unknown>
  readonly bucket?: Bucket
  readonly handle: (view: View, body: A, address: string) => Effect.Effect<R, E>
  readonly json: (result: R) => Response
  readonly page: (view: View, result: R, given: Given) => Effect.Effect<Response> | Response
  /** The form again, or where to begin anew. */
  readonly refused: (view: View, refused: Refused) => Effect.Effect<Response> | Response
}

/** What is wrong, where the hosted pages have a word of their own for it. */
const problemIn = ({ locale, texts: { refusals } }: View, error: ApiError, given: Given): Problem => {
  switch (error._tag) {
    case "domain_not_allowed":
      return { field: "email", message: refusals.domain }
    case "email_taken":
      return { message: refusals.taken }
    case "quota_exceeded":
    case "plan_limit":
    case "target_state_conflict":
      return { message: refusals.full }
    case "token_spent":
      return { field: "code", message: refusals.gone }
    case "invalid_code": {
      const { message } = problemOf(error, locale)
      return { field: given["recovery_code"] === undefined ? "code" : "recovery_code", message }
    }
    default:
      return problemOf(error, locale)
  }
}

/** A body that was not read holds nothing to show again. */
const isUnread = (error: ApiError, given: Given) =>
  error._tag === "forbidden" ||
  error._tag === "bad_request" ||
  (error._tag === "rate_limited" && Object.keys(given).length === 0) ||
  (error._tag === "validation_error" && "field" in error.details && error.details.field === "body")

const refusal = <A, R, E extends ApiError>(view: View, form: HostedForm<A, R, E>, error: ApiError, given: Given) => {
  const { notOffered } = view.texts
  if (error._tag === "registration_closed") return notOfferedPage(view, notOffered.signUp)
  if (error._tag === "method_not_allowed") return notOfferedPage(view, notOffered.method)
  const problem = problemIn(view, error, given)
  if (isUnread(error, given)) return unreadPage(view, problem, statusOf(error))
  return form.refused(view, { tag: error._tag, problem, status: statusOf(error), given })
}

/** Answers a form of the app with this identifier. */
export const answerForm = Effect.fnUntraced(function* <A, R, E extends ApiError>(
  request: Request,
  identifier: string,
  form: HostedForm<A, R, E>
) {
  const app = Option.getOrUndefined(yield* (yield* SignInPages).app(identifier))
  const view = app === undefined ? undefined : viewOf(app, request)
  const { body, bucket, json } = form
  const work = (body: A, address: string): Effect.Effect<R, E | NotFound> =>
    view === undefined ? Effect.fail(new NotFound()) : form.handle(view, body, address)
  return yield* exchange({
    body,
    ...(bucket === undefined ? {} : { bucket }),
    scope: view === undefined ? Effect.fail(new NotFound()) : Effect.void,
    handle: work,
    json,
    page: (result, given) => (view === undefined ? unknownApp(request) : form.page(view, result, given)),
    refused: (error, given) => (view === undefined ? unknownApp(request) : refusal(view, form, error, given))
  })
})

/** Keeps the types of a form while it is written. */
export const hostedForm = <A, R, E extends ApiError>(form: HostedForm<A, R, E>): HostedForm<A, R, E> => form
