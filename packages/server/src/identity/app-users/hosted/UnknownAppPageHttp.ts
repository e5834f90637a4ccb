import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { SignInPages } from "../signin/SignInPages.ts"
import { unknownPage } from "./endViews.ts"
import { unknownApp, viewOf } from "./View.ts"

/**
 * The other addresses below /app: links that were cut off in a mail, and a step's own address once the form that led
 * there is gone, as after a restart of the browser. People come there, so a page says how to get on.
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
