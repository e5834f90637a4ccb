import type { ApiError } from "@fleet/domain/Errors"
import { statusOf } from "@fleet/domain/Errors"
import { Effect, Result, type Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Bucket } from "../auth/RateLimits.ts"
import type { Locale } from "../mail/Locale.ts"
import { seeOther } from "../pages/Answers.ts"
import { exchange, type Given } from "../pages/Exchange.ts"
import { localeOf } from "../pages/Locales.ts"
import { problemOf } from "../pages/Problems.ts"
import { Settings } from "../Settings.ts"
import { browserOf } from "./BrowserHttp.ts"
import { type Browser, type Interaction, Interactions } from "./Interactions.ts"
import type { Step } from "./InteractionStore.ts"
import { inLanguage, pages } from "./paths.ts"
import { notice, type Place, type Refusal, texts } from "./PortalPage.ts"

type Response = HttpServerResponse.HttpServerResponse

/** The language of the request's answer. */
export const currentLocale = Effect.map(HttpServerRequest.HttpServerRequest, localeOf)

/** A refusal in the reader's language. */
export const refusalIn = (error: ApiError, locale: Locale): Refusal => ({
  ...problemOf(error, locale),
  status: statusOf(error)
})

/** Why there is no form to show any more, and the way to begin again. */
export const endPage = Effect.fnUntraced(function* (error: ApiError) {
  const locale = yield* currentLocale
  const { consoleOrigin } = yield* Settings
  const said = texts[locale]
  const [title, why] =
    error._tag === "wrong_browser"
      ? [said.wrongBrowser, said.wrongBrowserWhy]
      : error._tag === "token_spent"
        ? [said.dead, said.deadWhy]
        : [said.refused, problemOf(error, locale).message]
  return notice(locale, { status: statusOf(error), title, why }, consoleOrigin)
})

const currentPage = ({ id, step }: Interaction): string => {
  switch (step) {
    case "two_factor":
      return pages.twoFactor(id)
    case "setup":
    case "enrolled":
      return pages.setup(id)
    case "organization":
      return pages.organization(id)
    default:
      return pages.identify(id)
  }
}

/** To the page where the interaction is, whatever was asked for. */
export const toCurrent = ({ interaction, locale }: Place) => seeOther(inLanguage(currentPage(interaction), locale))

type Shown<R> = Effect.Effect<Response, never, R> | Response

/** What every answer may ask for. */
type Base = Settings | Interactions | HttpServerRequest.HttpServerRequest

const shownAs = <R>(shown: Shown<R>): Effect.Effect<Response, never, R> =>
  Effect.isEffect(shown) ? shown : Effect.succeed(shown)

/** A page of the interaction as it is now; one that ended has none. */
export const placed = Effect.fnUntraced(function* <R = never>(
  id: string,
  show: (place: Place) => Shown<R>,
  otherwise: (lost: ApiError) => Effect.Effect<Response, never, Base> = endPage
) {
  const locale = yield* currentLocale
  const interactions = yield* Interactions
  const found = yield* Effect.result(interactions.look(yield* browserOf(id)))
  return yield* Result.isFailure(found)
    ? otherwise(found.failure)
    : shownAs(show({ interaction: found.success, locale }))
})

/** A page of an interaction, for the browser it belongs to and the steps it is of; else the page where it is. */
export const interactionPage = <R = never>(from: ReadonlyArray<Step>, show: (place: Place) => Shown<R>) =>
  Effect.flatMap(HttpRouter.params, ({ interaction = "" }) =>
    placed(interaction, (place) => (from.includes(place.interaction.step) ? show(place) : toCurrent(place)))
  )

interface StepExchange<A, R, E extends ApiError, Deps> {
  readonly body: Schema.Codec<A, unknown>
  readonly bucket: Bucket
  readonly from: ReadonlyArray<Step>
  readonly handle: (browser: Browser, body: A) => Effect.Effect<R, E, Deps>
  readonly json: (result: R, id: string) => unknown
  /** What a form is answered. */
  readonly next: (result: R, at: { readonly id: string; readonly locale: Locale }) => Shown<Deps | Base>
  /** The form again. */
  readonly again: (error: ApiError, place: Place, given: Given) => Shown<Deps | Base>
}

/** One step of an interaction: JSON in and out, or a form and the next page. */
export const step = <A extends { readonly interaction: string }, R, E extends ApiError, Deps>({
  again,
  body,
  bucket,
  from,
  handle,
  json,
  next
}: StepExchange<A, R, E, Deps>) =>
  exchange<A, { readonly id: string; readonly result: R }, E, Deps | Base>({
    body,
    bucket,
    handle: (given) =>
      Effect.map(
        Effect.flatMap(browserOf(given.interaction), (browser) => handle(browser, given)),
        (result) => ({ id: given.interaction, result })
      ),
    json: ({ id, result }) => HttpServerResponse.jsonUnsafe(json(result, id)),
    page: ({ id, result }) => Effect.flatMap(currentLocale, (locale) => shownAs(next(result, { id, locale }))),
    refused: (error, given) =>
      placed(
        given.interaction ?? "",
        (place) => (from.includes(place.interaction.step) ? again(error, place, given) : toCurrent(place)),
        (lost) => endPage(error._tag === "rate_limited" || error._tag === "forbidden" ? error : lost)
      )
  })
