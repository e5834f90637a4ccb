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
    }).annotate(OpenApi.Summary, "Rename a passkey"),
    HttpApiEndpoint.delete("deletePasskey", "/api/auth/passkeys/:id", {
      params: { id: Uuid },
      success: HttpApiSchema.NoContent,
      error: TargetStateConflict
    }).annotate(OpenApi.Summary, "Delete a passkey, unless it is the last factor of an org that requires one")
  )
  .middleware(PasskeyScope)
  .add(
    HttpApiEndpoint.get("get", "/api/auth/two-factor", { success: DeveloperTwoFactor }).annotate(
      OpenApi.Summary,
      "The developer's second factors and the org's policy"
    ),
    HttpApiEndpoint.post("passkeyOptions", "/api/auth/passkeys/options", { success: WebauthnOptionsResponse }).annotate(
      OpenApi.Summary,
      "Begin to register a passkey"
    ),
    HttpApiEndpoint.post("createPasskey", "/api/auth/passkeys", {
      payload: CreatePasskeyRequest,
      success: CreatePasskeyResponse.pipe(HttpApiSchema.status(201)),
      error: ValidationError
    }).annotate(OpenApi.Summary, "Register a passkey; the first factor brings ten recovery codes"),
    HttpApiEndpoint.post("setUpTotp", "/api/auth/totp", { success: TwoFactorSetupResponse }).annotate(
      OpenApi.Summary,
      "A secret for an authenticator, pending until confirmed"
    ),
    HttpApiEndpoint.post("confirmTotp", "/api/auth/totp/confirm", {
      payload: TotpConfirmRequest,
      success: TotpConfirmResponse,
      error: [InvalidCode, TokenSpent]
    })
      .annotate(OpenApi.Summary, "Make the pending secret the authenticator")
      .middleware(TotpConfirmLimited),
    HttpApiEndpoint.delete("deleteTotp", "/api/auth/totp", {
      success: HttpApiSchema.NoContent,
      error: [NotFound, TargetStateConflict]
    }).annotate(OpenApi.Summary, "Remove the authenticator"),
    HttpApiEndpoint.post("recoveryCodes", "/api/auth/recovery-codes", {
      success: RecoveryCodesResponse,
      error: TargetStateConflict
    }).annotate(OpenApi.Summary, "Ten fresh recovery codes, shown once; older ones are void")
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Developer two-factor" })) {}
