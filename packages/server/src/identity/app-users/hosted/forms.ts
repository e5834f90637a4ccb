import { type ApiError, NotFound, statusOf } from "@fleet/domain/Errors"
import { Effect, Option, type Schema } from "effect"
import type { Bucket } from "../../../platform/limits/RateLimits.ts"
import { isResponse, type Response } from "../../../platform/pages/Answers.ts"
import { exchange, type Given } from "../../../platform/pages/Exchange.ts"
import { type Facts, factsOf, resultOf, showResult } from "../../../platform/pages/FormResults.ts"
import type { localeOf } from "../../../platform/pages/Locales.ts"
import { type Problem, problemOf } from "../../../platform/pages/Problems.ts"
import { SignInPages } from "../signin/SignInPages.ts"
import { expiredPage, notOfferedPage, unreadPage } from "./endViews.ts"
import { unknownApp, type View, viewOf } from "./View.ts"

type Request = Parameters<typeof localeOf>[0]

/** A refusal of a form, in the reader's language. `given` has the fields that may be shown again. */
export interface Refused {
  readonly tag: ApiError["_tag"]
  readonly problem: Problem
  readonly given: Facts
}

/** The pages of a form's results. */
interface Shown {
  /** After success, where it does not redirect. */
  readonly page?: (view: View, facts: Facts) => Effect.Effect<Response> | Response
  /** The form again, or a page with links to begin anew. */
  readonly refused: (view: View, refused: Refused) => Effect.Effect<Response> | Response
}

/** A form of an app's pages: the service call behind it, and the pages of its results. */
export interface HostedForm<A, R, E extends ApiError> extends Shown {
  readonly body: Schema.Codec<A, unknown>
  readonly bucket?: Bucket
  readonly handle: (view: View, body: A, address: string) => Effect.Effect<R, E>
  readonly json: (result: R) => Response
  /** The redirect after success, or the facts for its own page. */
  readonly taken: (view: View, result: R, given: Given) => Effect.Effect<Response | Facts> | Facts
  /** Puts onto the answer of a success what the browser is to keep. */
  readonly finish?: (view: View, result: R, answer: Response) => Effect.Effect<Response>
  /** The facts for its page where the same form succeeded just before. */
  readonly takenBefore?: (view: View, error: ApiError, given: Given) => Facts | undefined
}

/** The message of a refusal, with the hosted pages' own texts first. */
const problemIn = ({ locale, texts: { refusals } }: View, error: ApiError, given: Facts): Problem => {
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
const isUnread = (error: ApiError, given: Facts) =>
  error._tag === "forbidden" ||
  error._tag === "bad_request" ||
  (error._tag === "rate_limited" && Object.keys(given).length === 0) ||
  (error._tag === "validation_error" && "field" in error.details && error.details.field === "body")

const refusalPage = (view: View, { refused }: Shown, error: ApiError, given: Facts) => {
  const { notOffered } = view.texts
  if (error._tag === "registration_closed") return notOfferedPage(view, notOffered.signUp)
  if (error._tag === "method_not_allowed") return notOfferedPage(view, notOffered.method)
  const problem = problemIn(view, error, given)
  return isUnread(error, given) ? unreadPage(view, problem) : refused(view, { tag: error._tag, problem, given })
}

const effectOf = <A>(value: Effect.Effect<A> | A): Effect.Effect<A> =>
  Effect.isEffect(value) ? value : Effect.succeed(value)

const ownerOf = ({ app }: View) => `app ${app.id}`

/** Answers a form of the app with this identifier: by its page, which a GET shows. */
export const answerForm = Effect.fnUntraced(function* <A, R, E extends ApiError>(
  request: Request,
  identifier: string,
  name: string,
  form: HostedForm<A, R, E>,
  next?: string
) {
  const app = Option.getOrUndefined(yield* (yield* SignInPages).app(identifier))
  const view = app === undefined ? undefined : viewOf(app, request, next)
  const { body, bucket, finish, json, taken, takenBefore } = form
  const work = (body: A, address: string): Effect.Effect<R, E | NotFound> =>
    view === undefined ? Effect.fail(new NotFound()) : form.handle(view, body, address)
  const show = (view: View, facts: Facts, error: ApiError | null) =>
    showResult(ownerOf(view), (id) => view.href(`result/${id}`), { form: name, facts, error })

  return yield* exchange({
    body,
    ...(bucket === undefined ? {} : { bucket }),
    scope: view === undefined ? Effect.fail(new NotFound()) : Effect.void,
    handle: work,
    json,
    page: Effect.fnUntraced(function* (result, given) {
      if (view === undefined) return unknownApp(request)
      const led = yield* effectOf<Response | Facts>(taken(view, result, given))
      const answer = isResponse(led) ? led : yield* show(view, led, null)
      return finish === undefined ? answer : yield* finish(view, result, answer)
    }),
    refused: Effect.fnUntraced(function* (error, given) {
      if (view === undefined) return unknownApp(request)
      if (error._tag === "forbidden") return unreadPage(view, problemOf(error, view.locale), statusOf(error))
      const before = takenBefore?.(view, error, given)
      return yield* before === undefined ? show(view, factsOf(given), error) : show(view, before, null)
    })
  })
})

/** The page of a form's result. */
export const resultPage = Effect.fnUntraced(function* (view: View, id: string, forms: Readonly<Record<string, Shown>>) {
  const result = Option.getOrUndefined(yield* resultOf(ownerOf(view), id))
  const form = result && forms[result.form]
  if (form === undefined) return expiredPage(view)
  const { error, facts } = result!
  if (error !== null) return yield* effectOf<Response>(refusalPage(view, form, error, facts))
  return form.page === undefined ? expiredPage(view) : yield* effectOf(form.page(view, facts))
})

/** Keeps the types of a form while it is written. */
export const hostedForm = <A, R, E extends ApiError>(form: HostedForm<A, R, E>): HostedForm<A, R, E> => form
