import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/unstable/httpapi"
import {
  TwoFactorConfirmRequest,
  TwoFactorConfirmResponse,
  TwoFactorSetupRequest,
  TwoFactorSetupResponse,
  TwoFactorVerifyRequest
} from "../ClientAuth.ts"
import { InvalidCode, RateLimited, TargetStateConflict, TokenSpent, Unauthorized } from "../Errors.ts"
import { SessionTokens } from "../SessionTokens.ts"

/**
 * The second step of a sign-in, and its setup. Declared for clients, which must understand a challenge; the served `Api`
 * does not hold this group, because no app can ask for a second factor yet.
 */
export class ClientTwoFactorApi extends HttpApiGroup.make("clientTwoFactor")
  .add(
    HttpApiEndpoint.post("verify", "/api/client/two-factor/verify", {
      payload: TwoFactorVerifyRequest,
      success: SessionTokens,
      error: [RateLimited, InvalidCode, TokenSpent]
    }),
    HttpApiEndpoint.post("setup", "/api/client/two-factor/setup", {
      payload: TwoFactorSetupRequest,
      success: TwoFactorSetupResponse,
      error: [RateLimited, Unauthorized, TokenSpent, TargetStateConflict]
    }),
    HttpApiEndpoint.post("confirm", "/api/client/two-factor/setup/confirm", {
      payload: TwoFactorConfirmRequest,
      success: TwoFactorConfirmResponse,
      error: [RateLimited, Unauthorized, InvalidCode, TokenSpent, TargetStateConflict]
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "App user two-factor" })) {}
