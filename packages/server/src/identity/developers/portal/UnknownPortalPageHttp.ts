import { NotFound } from "@fleet/domain/Errors"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { refuse } from "../../../platform/http/Envelope.ts"
import { wantsPage } from "../../../platform/pages/unknownPage.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { unknownPage } from "./endPages.ts"
import { currentReader } from "./StepHttp.ts"

/** Other addresses of the portal: a page for browsers, `not_found` for everybody else. */
export const UnknownPortalPageHttp = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { consoleOrigin } = yield* Settings
    const answer = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      return wantsPage(request) ? unknownPage(yield* currentReader, consoleOrigin) : refuse(new NotFound())
    })
    yield* router.add("GET", "/accept-invite/*", answer)
    yield* router.add("GET", "/console/oauth/*", answer)
    yield* router.add("GET", "/mcp/oauth/*", answer)
  })
)
