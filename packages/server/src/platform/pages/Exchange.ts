import { mayBeEmpty } from "@fleet/domain/EmptyBody"
import {
  type ApiError,
  Forbidden,
  type RateLimited,
  UnsupportedMediaType,
  type ValidationError
} from "@fleet/domain/Errors"
import { firstViolation, refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Effect, Result, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { type Bucket, RateLimits } from "../limits/RateLimits.ts"
import { refuse } from "../http/Envelope.ts"
import { unreadBecause } from "../http/RequestRefusals.ts"
import { parseBoundedJson } from "../json/boundedJson.ts"
import { CurrentLocale } from "../i18n/Locale.ts"
import { Settings } from "../settings/Settings.ts"
import { requestAddress } from "../http/callerAddress.ts"
import { formFields } from "./FormBody.ts"
import { localeOf } from "./Locales.ts"
import { normalizeCodes } from "./normalizeCodes.ts"

/** What was filled in, to be shown again beside a refusal. Never show a password again. */
export type Given = Readonly<Record<string, string>>

type Response = HttpServerResponse.HttpServerResponse

/** A POST of a page: JSON is answered with JSON, a form with the same fields with a page. */
export interface Exchange<A, R, E extends ApiError, Deps> {
  readonly body: Schema.Codec<A, unknown>
  /** Counted by address before anything is looked at. */
  readonly bucket?: Bucket
  /** A route of the API too, where no cookie speaks for the caller: JSON comes from any origin that CORS lets in. */
  readonly isApi?: boolean
  /** What the path names must be there: asked before the body is read. */
  readonly scope?: Effect.Effect<unknown, E, Deps>
  /** `address` is where the call comes from, as limits count it. */
  readonly handle: (body: A, address: string) => Effect.Effect<R, E, Deps>
  readonly json: (result: R) => Response
  readonly page: (result: R, given: Given) => Effect.Effect<Response, never, Deps> | Response
  /** The form again with what is wrong, or a page that says where to begin anew; with the refusal's status. */
  readonly refused: (error: ApiError, given: Given) => Effect.Effect<Response, never, Deps> | Response
}

const formType = "application/x-www-form-urlencoded"

const effectOf = <R>(value: Effect.Effect<Response, never, R> | Response): Effect.Effect<Response, never, R> =>
  Effect.isEffect(value) ? value : Effect.succeed(value)

/** Browsers say what kind of request it is to addresses they trust: https, and this computer. */
const isTrusted = ({ hostname, protocol }: URL) =>
  protocol === "https:" || /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/**
 * A page without referrer sends `Origin: null` with its own forms; that it is its own says the browser beside it. `own`
 * are the addresses of this service, the portal's first.
 */
const isForeign = (
  { origin, "sec-fetch-site": site }: Readonly<Record<string, string | undefined>>,
  own: readonly [string, ...ReadonlyArray<string>]
) => {
  if (own.some((address) => origin === new URL(address).origin)) return false
  const isOwn = site === undefined ? !isTrusted(new URL(own[0])) : site === "same-origin" || site === "none"
  return origin === undefined ? site !== undefined && !isOwn : origin !== "null" || !isOwn
}

const parsed = (text: string): Effect.Effect<unknown, ValidationError> => {
  const read = parseBoundedJson(text)
  if (read.kind === "value") return Effect.succeed(read.value)
  const rule = text === "" ? Rule.required : read.kind === "too_large" ? Rule.tooLarge : Rule.json
  return Effect.fail(refusalOf({ field: "body", rule }))
}

/** The body's text; a body that is too large is a refusal of this route like any other. */
const textOf = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.catch(request.text, (failure) => {
    const unread = unreadBecause(failure)
    return unread === null ? Effect.die(failure) : Effect.fail(unread)
  })

/** Only a browser's own form is answered with pages; the type decides, without its parameters. */
const typeOf = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  (headers["content-type"] ?? "application/json").split(";", 1)[0]!.trim().toLowerCase()

const unkept = HttpServerResponse.setHeader("cache-control", "no-store")

/**
 * Answers a POST of a page: rate limit, origin, what the path names, body, then the work. The body is at most what JSON
 * bodies may be. No answer is kept.
 */
export const exchange = Effect.fnUntraced(function* <A, R, E extends ApiError, Deps>({
  body,
  bucket,
  handle,
  isApi = false,
  json,
  page,
  refused,
  scope
}: Exchange<A, R, E, Deps>) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { baseUrl, portalUrl, trustedProxies } = yield* Settings
  const address = requestAddress(request, trustedProxies)
  const limits = yield* RateLimits
  const type = typeOf(request)
  const asPage = type === formType
  const optional = mayBeEmpty([body])
  let given: Given = {}

  const work = Effect.gen(function* () {
    if (bucket !== undefined) yield* limits.take(bucket, address)
    if ((asPage || !isApi) && isForeign(request.headers, [portalUrl, baseUrl])) return yield* new Forbidden()
    if (scope !== undefined) yield* scope
    const isKnown = asPage || type === "application/json"
    if (!isKnown && !optional) return yield* new UnsupportedMediaType()
    const sent = yield* textOf(request)
    if (!isKnown && sent !== "") return yield* new UnsupportedMediaType()
    const text = sent === "" && optional && !asPage ? "{}" : sent
    if (asPage) given = normalizeCodes(yield* Effect.fromResult(formFields(text)))
    const decoded = Schema.decodeUnknownResult(body)(asPage ? given : yield* parsed(text))
    if (Result.isFailure(decoded)) return yield* refusalOf(firstViolation(decoded.failure.issue))
    return yield* handle(decoded.success, address)
  }).pipe(Effect.provideService(CurrentLocale, localeOf(request)))

  const result = yield* Effect.result(work)
  if (Result.isSuccess(result))
    return yield* asPage ? effectOf(page(result.success, given)) : Effect.succeed(unkept(json(result.success)))
  const error = result.failure as E | RateLimited | ValidationError
  return yield* asPage ? effectOf(refused(error, given)) : Effect.succeed(unkept(refuse(error)))
})
