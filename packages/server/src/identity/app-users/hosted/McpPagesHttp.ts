import { type ApiError, InteractionExpired, Unauthorized } from "@fleet/domain/Errors"
import { McpDecision } from "@fleet/domain/Mcp"
import { Effect, Option, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { asJson, seeOther } from "../../../platform/pages/Answers.ts"
import { exchange } from "../../../platform/pages/Exchange.ts"
import { problemOf } from "../../../platform/pages/Problems.ts"
import { McpGrants } from "../../oauth/mcp/McpGrants.ts"
import { McpInteractions } from "../../oauth/mcp/McpInteractions.ts"
import { type PageApp, SignInPages } from "../signin/SignInPages.ts"
import { unknownPage, unreadPage } from "./endViews.ts"
import { consentPage, deadInteractionPage, mcpLead } from "./mcpViews.ts"
import { SignedInPeople } from "./SignedInPeople.ts"
import { signInPage } from "./signInViews.ts"
import { nextHref, unknownApp, viewOf } from "./View.ts"

type Request = HttpServerRequest.HttpServerRequest

interface Asked {
  readonly request: Request
  readonly params: { readonly identifier: string; readonly interaction: string }
}

/** The pages on which an app's users decide about MCP clients. */
export const mcpPages = Effect.gen(function* () {
  const apps = yield* SignInPages
  const interactions = yield* McpInteractions
  const grants = yield* McpGrants
  const people = yield* SignedInPeople
  const limits = yield* RateLimits

  /** What waits for a decision in this app; 404 where the app serves no MCP. */
  const look = Effect.fnUntraced(function* ({ id: appId }: PageApp, id: string) {
    const { interaction } = yield* interactions.look(id)
    return interaction.app_id === appId ? interaction : yield* new InteractionExpired()
  })

  const page = Effect.fnUntraced(function* ({ params, request }: Asked) {
    const app = Option.getOrUndefined(yield* apps.app(params.identifier))
    if (app === undefined) return unknownApp(request)
    const view = viewOf(app, request, `mcp/${params.interaction.toLowerCase()}`)
    const found = yield* Effect.result(look(app, params.interaction))
    if (Result.isFailure(found)) {
      return found.failure._tag === "not_found" ? unknownPage(view) : deadInteractionPage(view)
    }
    const interaction = found.success
    const isOther = new URLSearchParams(request.url.split("?")[1] ?? "").get("account") === "other"
    const person = isOther ? null : yield* people.of(app, request.cookies)
    if (person === null) return signInPage(view, { lead: mcpLead(view, interaction) })
    const isKnown = yield* grants.covers(person.id, interaction.client_id, interaction.scopes)
    return consentPage(view, interaction, person.email, isKnown)
  })

  /** The decision of the person who signed in in this browser. */
  const consent = Effect.fnUntraced(function* ({ params, request }: Asked) {
    const app = Option.getOrUndefined(yield* apps.app(params.identifier))
    if (app === undefined) return unknownApp(request)
    const next = `mcp/${params.interaction.toLowerCase()}`
    const view = viewOf(app, request, next)
    return yield* exchange<typeof McpDecision.Type, string, ApiError, never>({
      body: McpDecision,
      scope: look(app, params.interaction),
      handle: Effect.fnUntraced(function* ({ decision }) {
        const person = yield* people.of(app, request.cookies)
        if (person === null) return yield* new Unauthorized()
        yield* limits.take("mcp_decision", person.id)
        return yield* interactions[decision](params.interaction, { kind: "app_user", id: person.id })
      }),
      json: (redirect_to) => asJson({ redirect_to }),
      page: (redirectTo) => seeOther(redirectTo),
      refused: (error) =>
        error._tag === "forbidden" || error._tag === "rate_limited"
          ? unreadPage(view, problemOf(error, view.locale), error._tag === "forbidden" ? 403 : 200)
          : seeOther(nextHref(view, next))
    })
  })

  return { page, consent }
})
