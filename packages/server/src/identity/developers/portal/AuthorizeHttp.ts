import type { RateLimited } from "@fleet/domain/Errors"
import { ConsoleAuthorizeQuery, type ConsoleOAuthError } from "@fleet/domain/Portal"
import { Effect, Option, Result, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { refuse } from "../../../platform/http/Envelope.ts"
import { askedLocale } from "../../../platform/pages/Locales.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { requestAddress } from "../../../platform/http/callerAddress.ts"
import { withCookie } from "./BrowserHttp.ts"
import { badClientPage } from "./endPages.ts"
import { Interactions } from "../../oauth/Interactions.ts"
import { OAuthClients } from "../../oauth/OAuthClients.ts"
import { uniqueParameters } from "../../oauth/uniqueParameters.ts"
import { withParameters } from "../../oauth/withParameters.ts"
import { inLanguage, pathsAt } from "./paths.ts"
import { currentReader, endPage } from "./StepHttp.ts"

const decode = Schema.decodeUnknownResult(ConsoleAuthorizeQuery)

/** OAuth's own refusal. */
export const oauthError = (error: ConsoleOAuthError, status = 400) =>
  HttpServerResponse.jsonUnsafe(error, { status, headers: { "cache-control": "no-store" } })

const badRequest = (error_description: string) => ({ error: "invalid_request", error_description }) as const

const redirect = (location: string) =>
  HttpServerResponse.redirect(location, {
    status: 302,
    headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
  })

/** What is wrong with a request that may be redirected back; null where nothing is. */
const problemOf = (parameters: Readonly<Record<string, string>>, repeated: string | undefined) => {
  if (repeated !== undefined) return badRequest(`${repeated} was given more than once.`)
  const { response_type: type } = parameters
  if (type !== undefined && type !== "code") {
    return { error: "unsupported_response_type", error_description: "response_type must be code." } as const
  }
  const wrong = ["response_type", "state", "code_challenge", "code_challenge_method", "prompt"].find((name) => {
    const field = ConsoleAuthorizeQuery.fields[name as keyof typeof ConsoleAuthorizeQuery.fields]
    return parameters[name] === undefined ? name !== "prompt" : !Schema.is(Schema.toType(field))(parameters[name])
  })
  return wrong === undefined ? null : badRequest(`${wrong} is missing or not valid.`)
}

const isForPage = ({ headers }: HttpServerRequest.HttpServerRequest) => (headers.accept ?? "").includes("text/html")

const unkept = (error: RateLimited) =>
  Effect.succeed(HttpServerResponse.setHeader(refuse(error), "cache-control", "no-store"))

/** The client or its redirect address is unknown: refused without a redirect. */
const refusedHere = Effect.fnUntraced(function* (error_description: string) {
  if (!isForPage(yield* HttpServerRequest.HttpServerRequest)) return oauthError(badRequest(error_description))
  return badClientPage(yield* currentReader, (yield* Settings).consoleOrigin)
})

/** Begins a sign-in to the console: checks what is asked, gives the browser a cookie, and shows the first page. */
export const authorizeHttp = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { trustedProxies } = yield* Settings
  const { parameters, repeated } = uniqueParameters(request.url)
  const { client_id, redirect_uri } = parameters
  const client = Option.getOrUndefined(yield* (yield* OAuthClients).find(client_id))
  if (repeated === "client_id" || client === undefined) return yield* refusedHere("client_id is not known.")
  if (repeated === "redirect_uri" || redirect_uri === undefined || !client.redirectUris.includes(redirect_uri)) {
    return yield* refusedHere("redirect_uri is not one of this client.")
  }
  const problem = problemOf(parameters, repeated)
  const query = decode(parameters)
  if (problem !== null || Result.isFailure(query)) {
    const { state } = parameters
    return redirect(
      withParameters(redirect_uri, {
        ...(problem ?? badRequest("The request is not valid.")),
        ...(state === undefined || repeated === "state" || state.length > 512 ? {} : { state }),
        iss: client.issuer
      })
    )
  }
  const { code_challenge, prompt, state } = query.success
  // Counted by address: every call inserts a row.
  const counted = yield* Effect.result(
    (yield* RateLimits).take("portal_authorize", requestAddress(request, trustedProxies))
  )
  if (Result.isFailure(counted)) return yield* isForPage(request) ? endPage(counted.failure) : unkept(counted.failure)
  const { id, secret } = yield* (yield* Interactions).open({
    client_id: client.id,
    redirect_uri,
    state,
    code_challenge
  })
  const { pages } = pathsAt("/console/oauth")
  const first = prompt === "create" ? pages.signUp(id) : pages.identify(id)
  const asked = askedLocale(request)
  return yield* withCookie(redirect(asked === undefined ? first : inLanguage(first, asked)), id, secret)
})
