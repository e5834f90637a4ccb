import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  ClientAcceptInvitationRequest,
  ClientLoginCodeRequest,
  ClientLoginCodeVerifyRequest,
  ClientLoginRequest,
  ClientLogoutRequest,
  ClientPasswordResetConfirmRequest,
  ClientPasswordResetRequest,
  ClientProviderListQuery,
  ClientProviderListResponse,
  ClientRefreshRequest,
  ClientRegisterRequest,
  ClientResendVerificationRequest,
  ClientSignInResult,
  ClientVerifyEmailRequest,
  PasswordChangeRequest
} from "../ClientAuth.ts"
import { ClientIdentity } from "../ClientIdentity.ts"
import {
  DomainNotAllowed,
  EmailTaken,
  InvalidCode,
  InvalidCredentials,
  MethodNotAllowed,
  NotFound,
  OrgLocked,
  QuotaExceeded,
  RegistrationClosed,
  TargetStateConflict,
  TokenExpired,
  TokenRevoked,
  TokenSpent,
  ValidationError
} from "../Errors.ts"
import { SessionTokens } from "../SessionTokens.ts"
import { AnyCaller, AppUserSession } from "./Access.ts"
import { RateBucket, RateLimited } from "./RateLimited.ts"

/** How end users get into an app, stay signed in and leave. */
export class ClientAuthApi extends HttpApiGroup.make("clientAuth")
  .add(
    HttpApiEndpoint.post("login", "/api/client/login", {
      payload: ClientLoginRequest,
      success: ClientSignInResult,
      error: [InvalidCredentials, MethodNotAllowed, OrgLocked]
    }).annotate(RateBucket, "client_login"),
    HttpApiEndpoint.post("requestCode", "/api/client/login/code", {
      payload: ClientLoginCodeRequest,
      success: HttpApiSchema.Accepted,
      error: [NotFound, MethodNotAllowed]
    }).annotate(RateBucket, "login_code"),
    HttpApiEndpoint.post("verifyCode", "/api/client/login/code/verify", {
      payload: ClientLoginCodeVerifyRequest,
      success: ClientSignInResult,
      error: [InvalidCode, TokenSpent, MethodNotAllowed, OrgLocked]
    }).annotate(RateBucket, "login_code_verify"),
    HttpApiEndpoint.post("register", "/api/client/register", {
      payload: ClientRegisterRequest,
      success: HttpApiSchema.Accepted,
      error: [
        ValidationError,
        NotFound,
        RegistrationClosed,
        DomainNotAllowed,
        TargetStateConflict,
        QuotaExceeded,
        OrgLocked
      ]
    }).annotate(RateBucket, "register"),
    HttpApiEndpoint.post("verifyEmail", "/api/client/verify-email", {
      payload: ClientVerifyEmailRequest,
      success: ClientSignInResult,
      error: [TokenSpent, OrgLocked]
    }).annotate(RateBucket, "verify_email"),
    HttpApiEndpoint.post("resendVerification", "/api/client/resend-verification", {
      payload: ClientResendVerificationRequest,
      success: HttpApiSchema.Accepted,
      error: [NotFound]
    }).annotate(RateBucket, "resend_verification"),
    HttpApiEndpoint.post("resetPassword", "/api/client/password/reset", {
      payload: ClientPasswordResetRequest,
      success: HttpApiSchema.Accepted,
      error: [NotFound, MethodNotAllowed]
    }).annotate(RateBucket, "password_reset"),
    HttpApiEndpoint.post("confirmReset", "/api/client/password/reset/confirm", {
      payload: ClientPasswordResetConfirmRequest,
      success: ClientSignInResult,
      error: [TokenSpent, MethodNotAllowed, OrgLocked]
    }).annotate(RateBucket, "reset_confirm"),
    HttpApiEndpoint.post("acceptInvitation", "/api/client/invitations/accept", {
      payload: ClientAcceptInvitationRequest,
      success: ClientSignInResult,
      error: [ValidationError, TokenSpent, EmailTaken, TargetStateConflict, QuotaExceeded, OrgLocked]
    }).annotate(RateBucket, "accept"),
    HttpApiEndpoint.post("refresh", "/api/client/refresh", {
      payload: ClientRefreshRequest,
      success: SessionTokens,
      error: [TokenExpired, TokenRevoked, OrgLocked]
    }).annotate(RateBucket, "session"),
    HttpApiEndpoint.post("logout", "/api/client/logout", {
      payload: ClientLogoutRequest,
      success: HttpApiSchema.NoContent
    }).annotate(RateBucket, "session")
  )
  .middleware(RateLimited)
  .add(
    HttpApiEndpoint.get("me", "/api/client/me", { success: ClientIdentity }).middleware(AnyCaller),
    HttpApiEndpoint.post("changePassword", "/api/client/password/change", {
      payload: PasswordChangeRequest,
      success: SessionTokens,
      error: [InvalidCredentials, TargetStateConflict, MethodNotAllowed, OrgLocked]
    })
      .annotate(OpenApi.Description, "Ends the person's other sessions; this one goes on with the answered tokens.")
      .middleware(AppUserSession)
  )
  .add(
    HttpApiEndpoint.get("providers", "/api/client/providers", {
      query: ClientProviderListQuery,
      success: ClientProviderListResponse,
      error: [ValidationError, NotFound]
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "App user sessions" })) {}
