import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  ClientAcceptInvitationRequest,
  ClientPasswordResetConfirmRequest,
  ClientSignInResult,
  ClientVerifyEmailRequest,
  SignInTokens,
  TwoFactorConfirmRequest,
  TwoFactorConfirmResponse,
  TwoFactorSetupRequest,
  TwoFactorSetupResponse,
  TwoFactorVerifyRequest
} from "../ClientAuth.ts"
import {
  DomainNotAllowed,
  EmailTaken,
  Forbidden,
  InteractionExpired,
  InvalidCode,
  InvalidCredentials,
  MethodNotAllowed,
  NotFound,
  OrgLocked,
  PlanLimit,
  QuotaExceeded,
  RateLimited,
  RegistrationClosed,
  TargetStateConflict,
  TokenSpent,
  Unauthorized
} from "../Errors.ts"
import { McpDecision, McpDecisionResponse } from "../Mcp.ts"
import { HostedAddressRequest, HostedCodeRequest, HostedPasswordRequest, HostedSignUpRequest } from "../HostedPages.ts"
import { pageAnswers } from "./PageAnswers.ts"
import { RoutedOnly } from "./RoutedOnly.ts"

const Page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))
const params = { identifier: Schema.String }
const mcp = { ...params, interaction: Schema.String }
const link = { ...params, token: Schema.String }

/** What every form can be refused with: too many, another site's, no such app. */
const refused = [RateLimited, Forbidden, NotFound] as const

const form = <S extends Schema.Top>(body: S) => [body, body.pipe(HttpApiSchema.asFormUrlEncoded())] as const

/**
 * Pages at {portal_url} that sign an app's users in without a page of the app's own. A form that is sent as JSON is
 * answered like its twin under /api/client, without the app's identifier, which the path has; sent urlencoded it is
 * answered by 303 with the address of its page, which the same browser can show for ten minutes; another site's form is 403.
 */
export class HostedApi extends HttpApiGroup.make("hosted")
  .add(
    HttpApiEndpoint.get("logo", "/app/:identifier/logo", {
      params,
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "image/*" })),
      error: NotFound
    }).annotate(OpenApi.Summary, "The logo on an app's hosted pages"),
    HttpApiEndpoint.get("theme", "/app/:identifier/theme.css", {
      params,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/css" })),
      error: NotFound
    }).annotate(OpenApi.Summary, "The accent of an app's hosted pages, as a style sheet"),
    HttpApiEndpoint.get("done", "/app/:identifier/done", { params, success: Page })
      .annotate(OpenApi.Summary, "The page at the end: back to the app, or that the tab can be closed")
      .annotateMerge(pageAnswers(404)),
    HttpApiEndpoint.get("preview", "/app/:identifier/preview", { params, success: Page })
      .annotate(OpenApi.Summary, "A page as the console's preview shows it: framed, and without effect")
      .annotateMerge(pageAnswers(404, 410)),

    HttpApiEndpoint.get("result", "/app/:identifier/result/:result", {
      params: { ...params, result: Schema.String },
      success: Page
    })
      .annotate(OpenApi.Summary, "The outcome of a form, for the browser that sent it")
      .annotateMerge(pageAnswers(403, 404, 410)),

    HttpApiEndpoint.get("signInPage", "/app/:identifier/sign-in", { params, success: Page })
      .annotate(OpenApi.Summary, "Page to sign in with a password or a code")
      .annotateMerge(pageAnswers(403, 404)),
    HttpApiEndpoint.post("signIn", "/app/:identifier/sign-in", {
      params,
      payload: form(HostedPasswordRequest),
      success: [ClientSignInResult, Page],
      error: [...refused, InvalidCredentials, MethodNotAllowed, OrgLocked]
    }).annotate(OpenApi.Summary, "Sign in with a password"),
    HttpApiEndpoint.post("code", "/app/:identifier/sign-in/code", {
      params,
      payload: form(HostedAddressRequest),
      success: [HttpApiSchema.Accepted, Page],
      error: [...refused, MethodNotAllowed]
    }).annotate(OpenApi.Summary, "Mail a sign-in code"),
    HttpApiEndpoint.post("codeVerify", "/app/:identifier/sign-in/code/verify", {
      params,
      payload: form(HostedCodeRequest),
      success: [ClientSignInResult, Page],
      error: [...refused, InvalidCode, MethodNotAllowed, TokenSpent, OrgLocked]
    }).annotate(OpenApi.Summary, "Sign in with a mailed code"),

    HttpApiEndpoint.get("providerStart", "/app/:identifier/sign-in/with/:slug", {
      params: { ...params, slug: Schema.String },
      success: Page
    })
      .annotate(OpenApi.Summary, "Go to an identity provider to sign in")
      .annotateMerge(pageAnswers(303, 403, 404))
      .annotate(RoutedOnly, true),
    HttpApiEndpoint.get("providerReturn", "/app/:identifier/sign-in/return", { params, success: Page })
      .annotate(OpenApi.Summary, "Where a sign-in with an identity provider comes back to")
      .annotateMerge(pageAnswers(303, 403, 404, 410))
      .annotate(RoutedOnly, true),

    HttpApiEndpoint.get("signUpPage", "/app/:identifier/sign-up", { params, success: Page })
      .annotate(OpenApi.Summary, "Page to make an account")
      .annotateMerge(pageAnswers(403, 404)),
    HttpApiEndpoint.post("signUp", "/app/:identifier/sign-up", {
      params,
      payload: form(HostedSignUpRequest),
      success: [HttpApiSchema.Accepted, Page],
      error: [
        ...refused,
        RegistrationClosed,
        DomainNotAllowed,
        TargetStateConflict,
        QuotaExceeded,
        PlanLimit,
        OrgLocked
      ]
    }).annotate(OpenApi.Summary, "Make an account; a link is mailed"),
    HttpApiEndpoint.get("verifyPage", "/app/:identifier/verify/:token", { params: link, success: Page })
      .annotate(OpenApi.Summary, "Page of a mailed verification link; opening it spends nothing")
      .annotateMerge(pageAnswers(404, 410)),
    HttpApiEndpoint.post("verify", "/app/:identifier/verify", {
      params,
      payload: form(ClientVerifyEmailRequest),
      success: [ClientSignInResult, Page],
      error: [...refused, TokenSpent, OrgLocked]
    }).annotate(OpenApi.Summary, "Confirm an address with the mailed token"),
    HttpApiEndpoint.post("resend", "/app/:identifier/verify/resend", {
      params,
      payload: form(HostedAddressRequest),
      success: [HttpApiSchema.Accepted, Page],
      error: refused
    }).annotate(OpenApi.Summary, "Mail a fresh verification link"),

    HttpApiEndpoint.get("forgotPage", "/app/:identifier/forgot", { params, success: Page })
      .annotate(OpenApi.Summary, "Page to ask for a new password")
      .annotateMerge(pageAnswers(403, 404)),
    HttpApiEndpoint.post("forgot", "/app/:identifier/forgot", {
      params,
      payload: form(HostedAddressRequest),
      success: [HttpApiSchema.Accepted, Page],
      error: [...refused, MethodNotAllowed]
    }).annotate(OpenApi.Summary, "Mail a link to choose a new password"),
    HttpApiEndpoint.get("resetPage", "/app/:identifier/reset/:token", { params: link, success: Page })
      .annotate(OpenApi.Summary, "Page of a mailed reset link; opening it spends nothing")
      .annotateMerge(pageAnswers(403, 404, 410)),
    HttpApiEndpoint.post("reset", "/app/:identifier/reset", {
      params,
      payload: form(ClientPasswordResetConfirmRequest),
      success: [ClientSignInResult, Page],
      error: [...refused, MethodNotAllowed, TokenSpent, OrgLocked]
    }).annotate(OpenApi.Summary, "Set a new password with the mailed token"),

    HttpApiEndpoint.get("invitePage", "/app/:identifier/invite/:token", { params: link, success: Page })
      .annotate(OpenApi.Summary, "Page of an invitation; opening it spends nothing")
      .annotateMerge(pageAnswers(404, 410)),
    HttpApiEndpoint.post("invite", "/app/:identifier/invite", {
      params,
      payload: form(ClientAcceptInvitationRequest),
      success: [ClientSignInResult, Page],
      error: [...refused, TokenSpent, EmailTaken, TargetStateConflict, QuotaExceeded, OrgLocked]
    }).annotate(OpenApi.Summary, "Accept an invitation"),

    HttpApiEndpoint.post("twoFactor", "/app/:identifier/two-factor", {
      params,
      payload: form(TwoFactorVerifyRequest),
      success: [SignInTokens, Page],
      error: [...refused, InvalidCode, TokenSpent, OrgLocked]
    }).annotate(OpenApi.Summary, "End a sign-in with the second factor or a recovery code"),
    HttpApiEndpoint.post("setup", "/app/:identifier/two-factor/setup", {
      params,
      payload: form(TwoFactorSetupRequest),
      success: [TwoFactorSetupResponse, Page],
      error: [...refused, Unauthorized, TokenSpent, TargetStateConflict, OrgLocked]
    }).annotate(OpenApi.Summary, "Begin to set an authenticator up"),
    HttpApiEndpoint.post("confirm", "/app/:identifier/two-factor/setup/confirm", {
      params,
      payload: form(TwoFactorConfirmRequest),
      success: [TwoFactorConfirmResponse, Page],
      error: [...refused, Unauthorized, InvalidCode, TokenSpent, TargetStateConflict, OrgLocked]
    }).annotate(OpenApi.Summary, "Confirm the authenticator; recovery codes are shown once"),

    HttpApiEndpoint.get("mcpPage", "/app/:identifier/mcp/:interaction", { params: mcp, success: Page })
      .annotate(OpenApi.Summary, "Page on which a person signs in and decides about an MCP client")
      .annotateMerge(pageAnswers(404, 410)),
    HttpApiEndpoint.post("mcpPassword", "/app/:identifier/mcp/:interaction/password", {
      params: mcp,
      payload: form(HostedPasswordRequest),
      success: [ClientSignInResult, Page],
      error: [...refused, InvalidCredentials, MethodNotAllowed, OrgLocked]
    }).annotate(OpenApi.Summary, "Sign in with a password, to decide about an MCP client"),
    HttpApiEndpoint.post("mcpCode", "/app/:identifier/mcp/:interaction/code", {
      params: mcp,
      payload: form(HostedAddressRequest),
      success: [HttpApiSchema.Accepted, Page],
      error: [...refused, MethodNotAllowed]
    }).annotate(OpenApi.Summary, "Mail a sign-in code, to decide about an MCP client"),
    HttpApiEndpoint.post("mcpCodeVerify", "/app/:identifier/mcp/:interaction/code/verify", {
      params: mcp,
      payload: form(HostedCodeRequest),
      success: [ClientSignInResult, Page],
      error: [...refused, InvalidCode, MethodNotAllowed, TokenSpent, OrgLocked]
    }).annotate(OpenApi.Summary, "Sign in with a mailed code, to decide about an MCP client"),
    HttpApiEndpoint.post("mcpConsent", "/app/:identifier/mcp/:interaction/consent", {
      params: mcp,
      payload: form(McpDecision),
      success: [McpDecisionResponse, Page],
      error: [...refused, InteractionExpired, Unauthorized, OrgLocked]
    }).annotate(OpenApi.Summary, "Allow or refuse an MCP client, as the person who signed in in this browser"),
    HttpApiEndpoint.get("mcpConfirmPage", "/app/:identifier/mcp/confirm/:confirmation", {
      params: { ...params, confirmation: Schema.String },
      success: Page
    })
      .annotate(OpenApi.Summary, "Page on which a person decides about one command of an MCP client")
      .annotateMerge(pageAnswers(404, 410)),
    HttpApiEndpoint.post("mcpConfirm", "/app/:identifier/mcp/confirm/:confirmation", {
      params: { ...params, confirmation: Schema.String },
      payload: form(McpDecision),
      success: [HttpApiSchema.NoContent, Page],
      error: [...refused, InteractionExpired, Unauthorized]
    }).annotate(OpenApi.Summary, "Allow or refuse one command, once, within a minute")
  )
  .annotateMerge(OpenApi.annotations({ title: "Hosted app pages" })) {}
