import { Effect, Layer, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { CentralSignIn } from "../../oauth/mcp/CentralSignIn.ts"
import { Interactions } from "../../oauth/Interactions.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { requestAddress } from "../../../platform/http/callerAddress.ts"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { askedLocale } from "../../../platform/pages/Locales.ts"
import { browserOf, withCookie } from "./BrowserHttp.ts"
import { inLanguage, pathsAt } from "./paths.ts"
import { endPage } from "./StepHttp.ts"

/** Sign-ins of developers to the central MCP endpoint: the portal's own steps, which end at the page of consent. */
export const CentralSignInLive = Layer.effect(
  CentralSignIn,
  Effect.gen(function* () {
    const interactions = yield* Interactions
    const settings = yield* Settings
    return CentralSignIn.of({
      begin: Effect.fnUntraced(function* (browser, { codeChallenge, id: asked, redirectUri }) {
        // The state of the sign-in is the client's question, which the page of consent shows.
        const request = { client_id: "mcp", redirect_uri: redirectUri, state: asked, code_challenge: codeChallenge }
        const { id, secret } = yield* interactions.open(request)
        const first = pathsAt("/mcp/oauth").pages.identify(id)
        const locale = askedLocale(browser)
        const answer = HttpServerResponse.redirect(locale === undefined ? first : inLanguage(first, locale), {
          status: 302,
          headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
        })
        return yield* withCookie(answer, id, secret).pipe(
          Effect.provideService(Settings, settings),
          Effect.provideService(HttpServerRequest.HttpServerRequest, browser)
        )
      })
    })
  })
)

/** Begins the same sign-in for a program once more, with nothing proven: for another account. */
export const otherAccountHttp = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { interaction = "" } = yield* HttpRouter.params
  const { trustedProxies } = yield* Settings
  // Counted by address: every call inserts a row.
  const counted = (yield* RateLimits).take("portal_authorize", requestAddress(request, trustedProxies))
  const looked = (yield* Interactions).look(yield* browserOf(interaction))
  const found = yield* Effect.result(Effect.andThen(counted, looked))
  if (Result.isFailure(found)) return yield* endPage(found.failure)
  const { code_challenge: codeChallenge, redirect_uri: redirectUri, state: id } = found.success
  return yield* (yield* CentralSignIn).begin(request, { id, redirectUri, codeChallenge })
})
