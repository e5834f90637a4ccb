import { Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CentralSignIn } from "../../oauth/mcp/CentralSignIn.ts"
import { Interactions } from "../../oauth/Interactions.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { withCookie } from "./BrowserHttp.ts"
import { pathsAt } from "./paths.ts"

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
        const answer = HttpServerResponse.redirect(pathsAt("/mcp/oauth").pages.identify(id), {
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
