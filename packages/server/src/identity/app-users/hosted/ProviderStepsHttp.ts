import { ClientOidcErrorCode } from "@fleet/domain/ClientOidc"
import { type ApiError, statusOf } from "@fleet/domain/Errors"
import { Duration, Effect, Option, Result, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { mintSecret } from "../../../platform/crypto/Secrets.ts"
import { requestAddress } from "../../../platform/http/callerAddress.ts"
import { type Bucket, RateLimits } from "../../../platform/limits/RateLimits.ts"
import { type Response, seeOther } from "../../../platform/pages/Answers.ts"
import { cookiePrefix, cookiesOf, giveCookie, takeCookies } from "../../../platform/pages/cookies.ts"
import { problemOf } from "../../../platform/pages/Problems.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { codeChallenge } from "../../oauth/codeChallenge.ts"
import { OidcExchange } from "../oidc/OidcExchange.ts"
import { interactionLifetime, OidcSignIns } from "../oidc/OidcSignIns.ts"
import { endHostedSignIn } from "./endHostedSignIn.ts"
import { expiredPage, notOfferedPage, providerFailedPage, unknownPage, unreadPage } from "./endViews.ts"
import type { View } from "./View.ts"

type Request = HttpServerRequest.HttpServerRequest

/** So many sign-ins at once are anybody's; the oldest give way. */
const kept = 10

const decodeError = Schema.decodeUnknownOption(ClientOidcErrorCode)

/** A sign-in with an identity provider that begins and ends at the hosted pages, which are its app: in this browser only. */
export const providerSteps = Effect.gen(function* () {
  const signIns = yield* OidcSignIns
  const exchanges = yield* OidcExchange
  const limits = yield* RateLimits
  const { portalUrl, trustedProxies } = yield* Settings
  const { complete } = yield* endHostedSignIn
  const done = complete("signed_in")
  const prefix = cookiePrefix(portalUrl, "oidc")

  const counted = (bucket: Bucket, request: Request) => limits.take(bucket, requestAddress(request, trustedProxies))

  const refusedPage = (view: View, error: ApiError): Response => {
    switch (error._tag) {
      case "not_found":
        return unknownPage(view)
      case "provider_disabled":
        return notOfferedPage(view, view.texts.notOffered.method)
      case "token_spent":
        return expiredPage(view)
      case "idp_unavailable":
      case "provider_misconfigured":
        return providerFailedPage(view, error._tag)
      default:
        return unreadPage(view, problemOf(error, view.locale), statusOf(error))
    }
  }

  const start = Effect.fnUntraced(function* (view: View, request: Request, slug: string) {
    const [state, verifier] = [mintSecret(), mintSecret()]
    const asked = {
      slug,
      isHosted: true,
      app_identifier: view.app.identifier,
      redirect_uri: `${new URL(portalUrl).origin}${view.href("sign-in/return")}`,
      state,
      code_challenge: codeChallenge(verifier)
    }
    const begun = yield* Effect.result(Effect.andThen(counted("oidc_start", request), signIns.start(asked)))
    if (Result.isFailure(begun)) return refusedPage(view, begun.failure)
    const older = cookiesOf(request.cookies, prefix).map(([name]) => name)
    const cookie = { name: prefix + state, value: verifier, lifetime: Duration.toMillis(interactionLifetime) }
    const answer = giveCookie(seeOther(begun.success), portalUrl, cookie)
    return takeCookies(answer, portalUrl, older.slice(0, Math.max(0, older.length - kept + 1)))
  })

  const comeBack = Effect.fnUntraced(function* (view: View, request: Request) {
    const given = new URLSearchParams(request.url.split("?")[1] ?? "")
    const name = prefix + (given.get("state") ?? "")
    const verifier = cookiesOf(request.cookies, name).find(([each]) => each === name)?.[1]
    if (verifier === undefined) return expiredPage(view)
    const error = decodeError(given.get("error"))
    const code = given.get("code")
    const end = Effect.gen(function* () {
      if (Option.isSome(error)) return providerFailedPage(view, error.value)
      if (code === null) return expiredPage(view)
      const work = exchanges.exchange({ code, code_verifier: verifier })
      const ended = yield* Effect.result(Effect.andThen(counted("oidc_exchange", request), work))
      if (Result.isFailure(ended)) return refusedPage(view, ended.failure)
      return (yield* done(view, ended.success)) as Response
    })
    return takeCookies(yield* end, portalUrl, [name])
  })

  return { start, comeBack }
})
