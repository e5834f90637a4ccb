import type { ApiError } from "@fleet/domain/Errors"
import { statusOf } from "@fleet/domain/Errors"
import { Effect, Option, Result, type Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Bucket } from "../../../platform/limits/RateLimits.ts"
import { seeOther } from "../../../platform/pages/Answers.ts"
import { exchange } from "../../../platform/pages/Exchange.ts"
import { type Facts, factsOf, showResult } from "../../../platform/pages/FormResults.ts"
import { hereOf, localeOf } from "../../../platform/pages/Locales.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import type { Sealing } from "../../../platform/crypto/Sealing.ts"
import { browserOf } from "./BrowserHttp.ts"
import { overPage } from "./endPages.ts"
import type { Step } from "../../oauth/Interaction.ts"
import { type BrowserBinding, Interactions } from "../../oauth/Interactions.ts"
import { inLanguage, pathsAt, type Prefix, prefixOf } from "./paths.ts"
import type { Place, Reader } from "./PortalPage.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Who reads the request's answer. */
export const currentReader = Effect.map(HttpServerRequest.HttpServerRequest, (request): Reader => ({
  locale: localeOf(request),
  here: hereOf(request),
  prefix: prefixOf(request.url)
}))

/** Why there is no form to show any more, and the way to begin again. */
export const endPage = Effect.fnUntraced(function* (error: ApiError, status = statusOf(error)) {
  return overPage(yield* currentReader, error, (yield* Settings).consoleOrigin, status)
})

const currentPage = ({ interaction: { id, step }, prefix }: Place): string => {
  const { pages } = pathsAt(prefix)
  switch (step) {
    case "two_factor":
      return pages.twoFactor(id)
    case "setup":
    case "enrolled":
      return pages.setup(id)
    case "organization":
      return pages.organization(id)
    case "consent":
      return pages.consent(id)
    default:
      return pages.identify(id)
  }
}

/** Redirects to the page of the interaction's current step. */
export const toCurrent = (place: Place) => seeOther(inLanguage(currentPage(place), place.locale))

type Shown<R> = Effect.Effect<Response, never, R> | Response

/** What every answer may ask for. */
type Base = Settings | Sealing | Interactions | HttpServerRequest.HttpServerRequest

const shownAs = <R>(shown: Shown<R>): Effect.Effect<Response, never, R> =>
  Effect.isEffect(shown) ? shown : Effect.succeed(shown)

/** A page of the interaction as it is now; one that ended has none. */
const placed = Effect.fnUntraced(function* <R = never>(
  id: string,
  show: (place: Place) => Shown<R>,
  otherwise: (lost: ApiError) => Effect.Effect<Response, never, Base> = endPage
) {
  const reader = yield* currentReader
  const interactions = yield* Interactions
  const settings = yield* Settings
  const demo = settings.demo ? { hasOutbox: Option.isNone(settings.mailUrl) } : null
  const found = yield* Effect.result(interactions.look(yield* browserOf(id)))
  return yield* Result.isFailure(found)
    ? otherwise(found.failure)
    : shownAs(show({ interaction: found.success, demo, ...reader }))
})

/** A page of an interaction, for the browser it belongs to and the steps it is of; else the page where it is. */
export const interactionPage = <R = never>(from: ReadonlyArray<Step>, show: (place: Place) => Shown<R>) =>
  Effect.flatMap(HttpRouter.params, ({ interaction = "" }) =>
    placed(interaction, (place) => (from.includes(place.interaction.step) ? show(place) : toCurrent(place)))
  )

/** Redirects a browser to the page of a form's result. */
export const showPortalResult = Effect.fnUntraced(function* (form: string, facts: Facts, error: ApiError | null) {
  const { locale, prefix } = yield* currentReader
  const { pages } = pathsAt(prefix)
  return yield* showResult("portal", (id) => inLanguage(pages.result(id), locale), { form, facts, error })
})

interface StepExchange<A, R, E extends ApiError, Deps> {
  /** The form's name, for the page of its result. */
  readonly name: string
  readonly body: Schema.Codec<A, unknown>
  readonly bucket: Bucket
  readonly from: ReadonlyArray<Step>
  readonly handle: (browser: BrowserBinding, body: A) => Effect.Effect<R, E, Deps>
  readonly json: (result: R, id: string, prefix: Prefix) => unknown
  /** Where the browser goes after the form; left out where the form has a page of its own. */
  readonly next?: (result: R, at: { readonly id: string } & Pick<Reader, "locale" | "prefix">) => Response
  /** The page of an accepted form. */
  readonly page?: (place: Place) => Shown<Deps | Base>
  /** The form again, with what may be shown again. */
  readonly again: (error: ApiError, place: Place, given: Facts) => Shown<Deps | Base>
}

/** One step of an interaction: JSON in and out, or a form and the page of its result. */
export const step = <A extends { readonly interaction: string }, R, E extends ApiError, Deps>({
  again,
  body,
  bucket,
  from,
  handle,
  json,
  name,
  next,
  page = toCurrent
}: StepExchange<A, R, E, Deps>) => {
  const post = exchange<A, { readonly id: string; readonly prefix: Prefix; readonly result: R }, E, Deps | Base>({
    body,
    bucket,
    handle: (given) =>
      Effect.gen(function* () {
        const { prefix } = yield* currentReader
        return { id: given.interaction, prefix, result: yield* handle(yield* browserOf(given.interaction), given) }
      }),
    json: ({ id, prefix, result }) => HttpServerResponse.jsonUnsafe(json(result, id, prefix)),
    page: ({ id, result }) =>
      Effect.flatMap(currentReader, ({ locale, prefix }) =>
        next === undefined
          ? showPortalResult(name, { interaction: id }, null)
          : Effect.succeed(next(result, { id, locale, prefix }))
      ),
    refused: (error, given) =>
      error._tag === "forbidden" ? endPage(error) : showPortalResult(name, factsOf(given), error)
  })
  const show = (facts: Facts, error: ApiError | null) =>
    placed(
      facts["interaction"] ?? "",
      (place): Shown<Deps | Base> => {
        if (!from.includes(place.interaction.step)) return toCurrent(place)
        return error === null ? page(place) : again(error, place, facts)
      },
      (lost) => (error?._tag === "rate_limited" ? endPage(error, 200) : endPage(lost))
    )
  return { name, post, show }
}
