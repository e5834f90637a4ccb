import { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSchema, OpenApi } from "effect/http-api"
import { CurrentDeveloper } from "../Caller.ts"
import { TwoFactorSetupResponse } from "../ClientAuth.ts"
import {
  CreatePasskeyRequest,
  CreatePasskeyResponse,
  DeveloperPasskey,
  DeveloperTwoFactor,
  RecoveryCodesResponse,
  RenamePasskeyRequest,
  TotpConfirmRequest,
  TotpConfirmResponse,
  WebauthnOptionsResponse
} from "../DeveloperFactors.ts"
import {
  InvalidCode,
  InvalidUuid,
  NotFound,
  RateLimited,
  TargetStateConflict,
  TokenSpent,
  ValidationError
} from "../Errors.ts"
import { Uuid } from "../Wire.ts"
import { DeveloperSession } from "./Access.ts"

/** Routes on one passkey: it is the developer's own, or not found whatever was sent. */
export class PasskeyScope extends HttpApiMiddleware.Service<PasskeyScope, { requires: CurrentDeveloper }>()(
  "@fleet/domain/PasskeyScope",
  { error: [InvalidUuid, NotFound] }
) {}

/** Counts a developer's tries of a code, before the code is looked at. */
export class TotpConfirmLimited extends HttpApiMiddleware.Service<TotpConfirmLimited, { requires: CurrentDeveloper }>()(
  "@fleet/domain/TotpConfirmLimited",
  { error: RateLimited }
) {}

/** A developer's second factors: passkeys, an authenticator and recovery codes. */
export class DeveloperFactorsApi extends HttpApiGroup.make("developerFactors")
  .add(
    HttpApiEndpoint.patch("renamePasskey", "/api/auth/passkeys/:id", {
      params: { id: Uuid },
      payload: RenamePasskeyRequest,
      success: DeveloperPasskey
    }),
    HttpApiEndpoint.delete("deletePasskey", "/api/auth/passkeys/:id", {
      params: { id: Uuid },
      success: HttpApiSchema.NoContent,
      error: TargetStateConflict
    })
  )
  .middleware(PasskeyScope)
  .add(
    HttpApiEndpoint.get("get", "/api/auth/two-factor", { success: DeveloperTwoFactor }),
    HttpApiEndpoint.post("passkeyOptions", "/api/auth/passkeys/options", { success: WebauthnOptionsResponse }),
    HttpApiEndpoint.post("createPasskey", "/api/auth/passkeys", {
      payload: CreatePasskeyRequest,
      success: CreatePasskeyResponse.pipe(HttpApiSchema.status(201)),
      error: ValidationError
    }),
    HttpApiEndpoint.post("setUpTotp", "/api/auth/totp", { success: TwoFactorSetupResponse }),
    HttpApiEndpoint.post("confirmTotp", "/api/auth/totp/confirm", {
      payload: TotpConfirmRequest,
      success: TotpConfirmResponse,
      error: [InvalidCode, TokenSpent]
    }).middleware(TotpConfirmLimited),
    HttpApiEndpoint.delete("deleteTotp", "/api/auth/totp", {
      success: HttpApiSchema.NoContent,
      error: [NotFound, TargetStateConflict]
    }),
    HttpApiEndpoint.post("recoveryCodes", "/api/auth/recovery-codes", {
      success: RecoveryCodesResponse,
      error: TargetStateConflict
    })
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Developer two-factor" })) {}
