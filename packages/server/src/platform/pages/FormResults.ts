import { ApiError } from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { randomBytes } from "node:crypto"
import { Settings } from "../settings/Settings.ts"
import { Sealing } from "../crypto/Sealing.ts"
import { seeOther } from "./Answers.ts"
import { cookiePrefix, cookiesOf, giveCookie, takeCookies } from "./cookies.ts"

/** What a page needs to show the result of a form: never a password or a code that was typed. */
const Facts = Schema.Record(Schema.String, Schema.String)
export type Facts = typeof Facts.Type

/** The outcome of a form, until a GET shows it. */
const FormResult = Schema.Struct({
  form: Schema.String,
  facts: Facts,
  /** Why it was refused; null where it was not. */
  error: Schema.NullOr(ApiError),
  /** Epoch milliseconds. */
  until: Schema.Int
})
export type FormResult = Omit<typeof FormResult.Type, "until">

const Text = Schema.fromJsonString(FormResult)
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeEffect(Text)

/** How long a result can be shown again, by a reload or by going back. */
const lifetime = Duration.minutes(10)

/** Bytes of one result's facts, and of all results that a browser holds: all cookies must fit into a request. */
const maxFacts = 1500
const maxHeld = 6000

const bytesOf = (text: string) => Buffer.byteLength(text)

/** The facts that fit, the short ones first: what is long was not typed by hand. */
export const boundedFacts = (facts: Facts): Facts => {
  let left = maxFacts
  return Object.fromEntries(
    Object.entries(facts)
      .toSorted(([, one], [, other]) => bytesOf(one) - bytesOf(other))
      .filter(([name, value]) => (left -= bytesOf(name) + bytesOf(value)) >= 0)
  )
}

/** What was typed and may be shown again, or names what the form is about. Of the rest is kept that it was there. */
const shownAgain = new Set(["email", "display_name", "org_name", "name", "token", "challenge", "interaction"])
const typed = new Set(["password", "new_password", "code", "recovery_code", "credential"])

/** The facts of a refused form. */
export const factsOf = (given: Readonly<Record<string, string>>): Facts =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      shownAgain.has(name) ? [[name, value]] : typed.has(name) ? [[name, ""]] : []
    )
  )

/** A field's name is whatever the client sent. */
const bounded = (error: ApiError | null): ApiError | null =>
  error?._tag === "validation_error" && "field" in error.details
    ? refusalOf({ field: error.details.field.slice(0, 60), rule: error.details.rule })
    : error

const contextOf = (owner: string, id: string) => `form result ${owner} ${id}`

/**
 * Sends the browser on to the page of a form's result, and has it keep the result for that page: sealed, for `owner`
 * alone. Reload and Back then send no form again.
 */
export const showResult = Effect.fnUntraced(function* (
  owner: string,
  pageOf: (id: string) => string,
  { error, facts, form }: FormResult
) {
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  const { portalUrl } = yield* Settings
  const id = randomBytes(12).toString("base64url")
  const until = DateTime.addDuration(yield* DateTime.now, lifetime).epochMilliseconds
  const text = encode({ form, facts: boundedFacts(facts), error: bounded(error), until })
  const value = Buffer.from((yield* Sealing).seal(text, contextOf(owner, id))).toString("base64url")
  const prefix = cookiePrefix(portalUrl, "result")
  let held = value.length
  const tooMany = cookiesOf(cookies, prefix)
    .toReversed()
    .filter(([, older]) => (held += older.length) > maxHeld)
  const answer = giveCookie(seeOther(pageOf(id)), portalUrl, { name: prefix + id, value, lifetime })
  return takeCookies(
    answer,
    portalUrl,
    tooMany.map(([name]) => name)
  )
})

/** The result that this browser holds under this id; none once it is old, or where another browser asks. */
export const resultOf = Effect.fnUntraced(function* (owner: string, id: string) {
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  const { portalUrl } = yield* Settings
  const value = cookies[cookiePrefix(portalUrl, "result") + id]
  if (value === undefined) return Option.none<FormResult>()
  const opened = (yield* Sealing).open(Buffer.from(value, "base64url"), contextOf(owner, id))
  const found = yield* Effect.option(Effect.flatMap(opened, decode))
  const now = (yield* DateTime.now).epochMilliseconds
  return Option.filter(found, ({ until }) => until > now) as Option.Option<FormResult>
})
