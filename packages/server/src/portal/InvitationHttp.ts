import { Api } from "@fleet/domain/api/Api"
import type { ApiError } from "@fleet/domain/Errors"
import { AcceptTeamInviteRequest } from "@fleet/domain/Team"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "../auth/RateLimits.ts"
import { exchange, type Given } from "../pages/Exchange.ts"
import { Settings } from "../Settings.ts"
import { TeamInvitations } from "../team/TeamInvitations.ts"
import { acceptedPage, deadInvitationPage, invitationPage } from "./invitationPages.ts"
import { refusal, texts } from "./PortalPage.ts"
import { currentLocale, endPage, refusalIn } from "./StepHttp.ts"

const shown = Effect.fnUntraced(function* (
  token: string,
  refused?: { readonly error: ApiError; readonly given: Given }
) {
  const locale = yield* currentLocale
  const { consoleOrigin } = yield* Settings
  const found = Option.getOrUndefined(yield* (yield* TeamInvitations).peek(token))
  if (found === undefined) return deadInvitationPage(locale, consoleOrigin)
  if (refused === undefined) return invitationPage(locale, token, found)
  const { error, given } = refused
  const problem = error._tag === "email_taken" ? refusal(error, texts[locale].emailTaken) : refusalIn(error, locale)
  return invitationPage(locale, token, { ...found, displayName: given.display_name ?? null }, problem)
})

/** Looking spends nothing: mail programs look at links too. */
export const invitationPageHttp = Effect.flatMap(HttpRouter.params, ({ token = "" }) => shown(token))

const acceptInvitationHttp = exchange({
  body: AcceptTeamInviteRequest,
  isApi: true,
  bucket: "team_accept",
  handle: (request) => Effect.flatMap(TeamInvitations, (invitations) => invitations.accept(request)),
  json: () => HttpServerResponse.empty({ status: 204 }),
  page: () =>
    Effect.gen(function* () {
      return acceptedPage(yield* currentLocale, (yield* Settings).consoleOrigin)
    }),
  // What was refused before it was read says nothing of an invitation.
  refused: (error, given) => (given.token === undefined ? endPage(error) : shown(given.token, { error, given }))
})

export const InvitationsHttp = HttpApiBuilder.group(
  Api,
  "invitations",
  Effect.fnUntraced(function* (handlers) {
    const services = yield* Effect.context<RateLimits | Settings | TeamInvitations>()
    return handlers.handleRaw("accept", () => Effect.provideContext(acceptInvitationHttp, services))
  })
)
