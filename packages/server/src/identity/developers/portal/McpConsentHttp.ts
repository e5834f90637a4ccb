import { TokenSpent } from "@fleet/domain/Errors"
import { McpConsentRequest } from "@fleet/domain/Mcp"
import { Effect, Result } from "effect"
import { McpInteractions } from "../../oauth/mcp/McpInteractions.ts"
import { endedInteraction } from "../../oauth/Interaction.ts"
import { Interactions } from "../../oauth/Interactions.ts"
import { seeOther } from "../../../platform/pages/Answers.ts"
import { mcpConsentPage } from "./mcpConsentPages.ts"
import { type Place, portalProblem } from "./PortalPage.ts"
import { endPage, interactionPage, step } from "./StepHttp.ts"

const shown = (place: Place, problem?: Parameters<typeof mcpConsentPage>[2]) =>
  Effect.gen(function* () {
    const asked = yield* Effect.result((yield* McpInteractions).look(place.interaction.state))
    return Result.isFailure(asked)
      ? yield* endPage(new TokenSpent())
      : mcpConsentPage(place, asked.success.interaction, problem)
  })

/** The page that asks a developer about a client of the central MCP endpoint, once they signed in. */
export const mcpConsentPageHttp = interactionPage(["consent"], (place) => shown(place))

/** The decision, which ends the sign-in. */
export const mcpConsentStep = step({
  name: "mcp consent",
  body: McpConsentRequest,
  bucket: "portal_code",
  from: ["consent"],
  handle: (browser, { decision }) =>
    Effect.gen(function* () {
      const interactions = yield* Interactions
      const asked = yield* McpInteractions
      return yield* interactions.step(
        browser,
        ["consent"],
        Effect.fnUntraced(function* (interaction) {
          const { developer_id: id, state, token_version: tokenVersion } = interaction
          if (id === null || tokenVersion === null) return yield* new TokenSpent()
          const redirectTo = yield* asked[decision](state, { kind: "developer", id, tokenVersion })
          yield* interactions.change(interaction, endedInteraction)
          return redirectTo
        })
      )
    }),
  json: (redirect_to) => ({ redirect_to }),
  next: seeOther,
  again: (error, place) => shown(place, portalProblem(error, place.locale))
})
