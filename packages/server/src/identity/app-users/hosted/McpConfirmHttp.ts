import { type ApiError, InteractionExpired, Unauthorized } from "@fleet/domain/Errors"
import { McpDecision } from "@fleet/domain/Mcp"
import { Effect, Option, Result } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { exchange } from "../../../platform/pages/Exchange.ts"
import { problemOf } from "../../../platform/pages/Problems.ts"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { McpConfirmations } from "../../oauth/mcp/McpConfirmations.ts"
import { McpEndpoints } from "../../oauth/mcp/McpEndpoints.ts"
import { SignInPages } from "../signin/SignInPages.ts"
import { unknownPage, unreadPage } from "./endViews.ts"
import { commandPage, decidedPage } from "./mcpCommandViews.ts"
import { mcpTexts } from "./mcpTexts.ts"
import { deadInteractionPage } from "./mcpViews.ts"
import { SignedInPeople } from "./SignedInPeople.ts"
import { signInPage } from "./signInViews.ts"
import { unknownApp, viewOf } from "./View.ts"

interface Asked {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly params: { readonly identifier: string; readonly confirmation: string }
}

/** The pages on which an app's users decide about single commands of MCP clients. */
export const mcpConfirmPages = Effect.gen(function* () {
  const apps = yield* SignInPages
  const confirmations = yield* McpConfirmations
  const endpoints = yield* McpEndpoints
  const people = yield* SignedInPeople
  const limits = yield* RateLimits

  const placed = Effect.fnUntraced(function* ({ params, request }: Asked) {
    const app = Option.getOrUndefined(yield* apps.app(params.identifier))
    if (app === undefined) return null
    const id = params.confirmation.toLowerCase()
    return { app, id, view: viewOf(app, request, `mcp/confirm/${id}`) }
  })

  const page = Effect.fnUntraced(function* (asked: Asked) {
    const place = yield* placed(asked)
    if (place === null) return unknownApp(asked.request)
    const { app, id, view } = place
    if (Result.isFailure(yield* Effect.result(endpoints.ofApp(app.id)))) return unknownPage(view)
    const person = yield* people.of(app, asked.request.cookies)
    const found = yield* Effect.result(confirmations.look(id, person?.id ?? null))
    if (Result.isFailure(found)) return deadInteractionPage(view)
    // The address alone shows nothing of the command.
    if (person === null) {
      return signInPage(view, { lead: mcpTexts[view.locale].confirm.signIn })
    }
    return commandPage(view, found.success, person.email)
  })

  const decide = Effect.fnUntraced(function* (asked: Asked) {
    const place = yield* placed(asked)
    if (place === null) return unknownApp(asked.request)
    const { app, id, view } = place
    return yield* exchange<typeof McpDecision.Type, "approve" | "deny", ApiError, never>({
      body: McpDecision,
      scope: endpoints.ofApp(app.id),
      handle: Effect.fnUntraced(function* ({ decision }) {
        const person = yield* people.of(app, asked.request.cookies)
        if (person === null) return yield* new Unauthorized()
        yield* limits.take("mcp_decision", person.id)
        yield* confirmations.decide(id, person.id, decision)
        return decision
      }),
      json: () => HttpServerResponse.empty({ status: 204 }),
      page: (decision) => decidedPage(view, decision),
      refused: (error) =>
        error instanceof InteractionExpired || error instanceof Unauthorized
          ? deadInteractionPage(view)
          : unreadPage(view, problemOf(error, view.locale), error._tag === "forbidden" ? 403 : 200)
    })
  })

  return { page, decide }
})
