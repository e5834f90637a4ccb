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
  AtCapacity,
  DomainNotAllowed,
  EmailTaken,
  InvalidCode,
  InvalidCredentials,
  MethodNotAllowed,
  NotFound,
  OrgLocked,
  PlanLimit,
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
      error: [InvalidCredentials, MethodNotAllowed, OrgLocked, AtCapacity]
    })
      .annotate(OpenApi.Summary, "Sign an app user in with a password")
      .annotate(RateBucket, "client_login"),
    HttpApiEndpoint.post("requestCode", "/api/client/login/code", {
      payload: ClientLoginCodeRequest,
      success: HttpApiSchema.Accepted,
      error: [NotFound, MethodNotAllowed]
    })
      .annotate(OpenApi.Summary, "Mail a sign-in code; the same answer for every address")
      .annotate(RateBucket, "login_code"),
    HttpApiEndpoint.post("verifyCode", "/api/client/login/code/verify", {
      payload: ClientLoginCodeVerifyRequest,
      success: ClientSignInResult,
      error: [InvalidCode, TokenSpent, MethodNotAllowed, OrgLocked]
    })
      .annotate(OpenApi.Summary, "Sign an app user in with a mailed code")
      .annotate(RateBucket, "login_code_verify"),
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
        PlanLimit,
        OrgLocked,
        AtCapacity
      ]
    })
      .annotate(OpenApi.Summary, "Register an app user; the same answer for new and known addresses")
      .annotate(RateBucket, "register"),
    HttpApiEndpoint.post("verifyEmail", "/api/client/verify-email", {
      payload: ClientVerifyEmailRequest,
      success: ClientSignInResult,
      error: [TokenSpent, OrgLocked]
    })
      .annotate(OpenApi.Summary, "Prove the address of a new account and sign in")
      .annotate(RateBucket, "verify_email"),
    HttpApiEndpoint.post("resendVerification", "/api/client/resend-verification", {
      payload: ClientResendVerificationRequest,
      success: HttpApiSchema.Accepted,
      error: [NotFound]
    })
      .annotate(OpenApi.Summary, "Mail a fresh verification link")
      .annotate(RateBucket, "resend_verification"),
    HttpApiEndpoint.post("resetPassword", "/api/client/password/reset", {
      payload: ClientPasswordResetRequest,
      success: HttpApiSchema.Accepted,
      error: [NotFound, MethodNotAllowed]
    })
      .annotate(OpenApi.Summary, "Mail a link to set a new password; the same answer for every address")
      .annotate(RateBucket, "password_reset"),
    HttpApiEndpoint.post("confirmReset", "/api/client/password/reset/confirm", {
      payload: ClientPasswordResetConfirmRequest,
      success: ClientSignInResult,
      error: [TokenSpent, MethodNotAllowed, OrgLocked, AtCapacity]
    })
      .annotate(OpenApi.Summary, "Set a new password with a mailed link; ends every session and signs in")
      .annotate(RateBucket, "reset_confirm"),
    HttpApiEndpoint.post("acceptInvitation", "/api/client/invitations/accept", {
      payload: ClientAcceptInvitationRequest,
      success: ClientSignInResult,
      error: [ValidationError, TokenSpent, EmailTaken, TargetStateConflict, QuotaExceeded, OrgLocked, AtCapacity]
    })
      .annotate(OpenApi.Summary, "Accept an invitation and sign in")
      .annotate(RateBucket, "accept"),
    HttpApiEndpoint.post("refresh", "/api/client/refresh", {
      payload: ClientRefreshRequest,
      success: SessionTokens,
      error: [TokenExpired, TokenRevoked, OrgLocked]
    })
      .annotate(OpenApi.Summary, "Rotate an app user's tokens; each refresh token works once")
      .annotate(RateBucket, "session"),
    HttpApiEndpoint.post("logout", "/api/client/logout", {
      payload: ClientLogoutRequest,
      success: HttpApiSchema.NoContent
    })
      .annotate(OpenApi.Summary, "End an app user's session and its open sockets")
      .annotate(RateBucket, "session")
  )
  .middleware(RateLimited)
  .add(
    HttpApiEndpoint.get("me", "/api/client/me", { success: ClientIdentity })
      .annotate(OpenApi.Summary, "Who the credential speaks for")
      .middleware(AnyCaller),
    HttpApiEndpoint.post("changePassword", "/api/client/password/change", {
      payload: PasswordChangeRequest,
      success: SessionTokens,
      error: [InvalidCredentials, TargetStateConflict, MethodNotAllowed, OrgLocked, AtCapacity]
    })
      .annotate(OpenApi.Summary, "Change the signed-in app user's password")
      .annotate(OpenApi.Description, "Ends the person's other sessions; this one goes on with the answered tokens.")
      .middleware(AppUserSession)
  )
  .add(
    HttpApiEndpoint.get("providers", "/api/client/providers", {
      query: ClientProviderListQuery,
      success: ClientProviderListResponse,
      error: [ValidationError, NotFound]
    }).annotate(OpenApi.Summary, "How people may sign into an app")
  )
  .annotateMerge(OpenApi.annotations({ title: "App user sessions" })) {}
