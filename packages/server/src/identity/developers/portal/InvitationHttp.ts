import { Api } from "@fleet/domain/api/Api"
import type { ApiError, EmailTaken, OrgLocked, TokenSpent } from "@fleet/domain/Errors"
import { AcceptTeamInviteRequest } from "@fleet/domain/Team"
import { Effect, Option } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { exchange } from "../../../platform/pages/Exchange.ts"
import { type Facts, factsOf } from "../../../platform/pages/FormResults.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { Sealing } from "../../../platform/crypto/Sealing.ts"
import { TeamInvitations } from "../team/TeamInvitations.ts"
import { acceptedPage, deadInvitationPage, invitationPage } from "./invitationPages.ts"
import { portalProblem, texts } from "./PortalPage.ts"
import { currentReader, endPage, showPortalResult } from "./StepHttp.ts"

const shown = Effect.fnUntraced(function* (
  token: string,
  refused?: { readonly error: ApiError; readonly given: Facts }
) {
  const reader = yield* currentReader
  const { consoleOrigin } = yield* Settings
  const found = Option.getOrUndefined(yield* (yield* TeamInvitations).peek(token))
  if (found === undefined) return deadInvitationPage(reader, consoleOrigin)
  if (refused === undefined) return invitationPage(reader, token, found, consoleOrigin)
  const { error, given } = refused
  const problem =
    error._tag === "email_taken" ? { message: texts[reader.locale].emailTaken } : portalProblem(error, reader.locale)
  return invitationPage(reader, token, { ...found, displayName: given["display_name"] ?? null }, consoleOrigin, problem)
})

/** A GET spends nothing: mail programs fetch links too. */
export const invitationPageHttp = Effect.flatMap(HttpRouter.params, ({ token = "" }) => shown(token))

const name = "invitation"

/** The form of a team invitation. */
export const invitationForm = {
  name,
  post: exchange<
    typeof AcceptTeamInviteRequest.Type,
    void,
    EmailTaken | OrgLocked | TokenSpent,
    HttpServerRequest.HttpServerRequest | Sealing | Settings | TeamInvitations
  >({
    body: AcceptTeamInviteRequest,
    isApi: true,
    bucket: "team_accept",
    handle: (request) => Effect.flatMap(TeamInvitations, (invitations) => invitations.accept(request)),
    json: () => HttpServerResponse.empty({ status: 204 }),
    page: () => showPortalResult(name, {}, null),
    refused: (error, given) =>
      error._tag === "forbidden" ? endPage(error) : showPortalResult(name, factsOf(given), error)
  }),
  show: Effect.fnUntraced(function* (facts: Facts, error: ApiError | null) {
    if (error === null) return acceptedPage(yield* currentReader, (yield* Settings).consoleOrigin)
    // A form refused before it was read shows no invitation.
    const { token } = facts
    return yield* token === undefined ? endPage(error, 200) : shown(token, { error, given: facts })
  })
}

export const InvitationsHttp = HttpApiBuilder.group(
  Api,
  "invitations",
  Effect.fnUntraced(function* (handlers) {
    const services = yield* Effect.context<RateLimits | Sealing | Settings | TeamInvitations>()
    return handlers.handleRaw("accept", () => Effect.provideContext(invitationForm.post, services))
  })
)
