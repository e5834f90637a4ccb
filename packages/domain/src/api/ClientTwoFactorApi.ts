import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  SignInTokens,
  TwoFactorConfirmRequest,
  TwoFactorConfirmResponse,
  TwoFactorDeleteRequest,
  TwoFactorSetupRequest,
  TwoFactorSetupResponse,
  TwoFactorVerifyRequest
} from "../ClientAuth.ts"
import { InvalidCode, OrgLocked, RateLimited, TargetStateConflict, TokenSpent } from "../Errors.ts"
import { AppUserSession, ChallengeOrAppUser } from "./Access.ts"

/** For the document: a credential is read only where no challenge was sent. */
const maybeBearer = OpenApi.annotations({
  transform: (operation) => ({ ...operation, security: [{}, { bearer: [] }] })
})

/** The second step of a sign-in, and what a person does about it. Calls are counted by that person. */
export class ClientTwoFactorApi extends HttpApiGroup.make("clientTwoFactor")
  .add(
    HttpApiEndpoint.post("verify", "/api/client/two-factor/verify", {
      payload: TwoFactorVerifyRequest,
      success: SignInTokens,
      error: [RateLimited, InvalidCode, TokenSpent, OrgLocked]
    }).annotate(OpenApi.Summary, "End a sign-in that waits for a second factor"),
    HttpApiEndpoint.post("setup", "/api/client/two-factor/setup", {
      payload: [TwoFactorSetupRequest, Schema.Null],
      success: TwoFactorSetupResponse,
      error: [RateLimited, TokenSpent, TargetStateConflict, OrgLocked]
    })
      .annotate(OpenApi.Summary, "Begin to set an authenticator up; its secret is shown once")
      .annotate(OpenApi.Description, "With a challenge from a sign-in, or with an app user's bearer from settings.")
      .annotateMerge(maybeBearer)
      .middleware(ChallengeOrAppUser),
    HttpApiEndpoint.post("confirm", "/api/client/two-factor/setup/confirm", {
      payload: TwoFactorConfirmRequest,
      success: TwoFactorConfirmResponse,
      error: [RateLimited, InvalidCode, TokenSpent, TargetStateConflict, OrgLocked]
    })
      .annotate(OpenApi.Summary, "Prove the new authenticator; answers tokens and ten recovery codes, shown once")
      .annotate(
        OpenApi.Description,
        "With the challenge of the setup, which ends the sign-in, or with an app user's bearer, which ends the other sessions."
      )
      .annotateMerge(maybeBearer)
      .middleware(ChallengeOrAppUser),
    HttpApiEndpoint.delete("remove", "/api/client/two-factor", {
      payload: TwoFactorDeleteRequest,
      success: HttpApiSchema.NoContent,
      error: [RateLimited, InvalidCode, TargetStateConflict]
    })
      .annotate(OpenApi.Summary, "Turn the second factor off")
      .middleware(AppUserSession)
  )
  .annotateMerge(OpenApi.annotations({ title: "App user two-factor" })) {}
