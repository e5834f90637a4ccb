import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { SignInPages } from "../signin/SignInPages.ts"
import { unknownPage } from "./endViews.ts"
import { unknownApp, viewOf } from "./View.ts"

/**
 * A page for every other address below /app: links truncated in a mail, and the address of a step once its form is gone,
 * as after a restart of the browser.
 */
export const UnknownAppPageHttp = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const pages = yield* SignInPages
    yield* router.add(
      "GET",
      "/app/*",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const [, identifier = ""] = /^\/+app\/+([^/?]*)/.exec(request.url) ?? []
        const app = Option.getOrUndefined(yield* pages.app(identifier))
        return app === undefined ? unknownApp(request) : unknownPage(viewOf(app, request))
      })
    )
  })
)
