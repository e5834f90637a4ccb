import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { TwoFactorSetupResponse } from "../ClientAuth.ts"
import {
  EmailTaken,
  Forbidden,
  InvalidCode,
  InvalidCredentials,
  OrgLocked,
  RateLimited as RateLimitedError,
  SignupClosed,
  TokenSpent,
  WrongBrowser
} from "../Errors.ts"
import {
  ConsoleOAuthError,
  ConsoleTokenRequest,
  PortalCodeRequest,
  PortalEnd,
  PortalIdentifyRequest,
  PortalNewPasskeyRequest,
  PortalNext,
  PortalOrganizationRequest,
  PortalPasskeyOptions,
  PortalPasskeyRequest,
  PortalRecoveryCodes,
  PortalSignUpRequest,
  PortalSignUpResponse,
  PortalStepRequest,
  PortalTotpConfirmRequest,
  PortalTwoFactorRequest
} from "../Portal.ts"
import { SessionTokens } from "../SessionTokens.ts"
import { WaitlistRequest } from "../Waitlist.ts"
import { pageAnswers } from "./PageAnswers.ts"
import { RateBucket, RateLimited } from "./RateLimited.ts"

const Page = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))

const OAuthError = <const Status extends number>(status: Status) =>
  ConsoleOAuthError.annotate({ identifier: "oauth-error" }).pipe(HttpApiSchema.status(status))

/** A page of a sign-in: of this one, in this browser, as far as it has come. */
const page = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.get(name, path, { params: { interaction: Schema.String }, success: Page }).annotateMerge(
    pageAnswers(303, 401, 410)
  )

const signUpPage = <const Name extends string, const Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.get(name, path, { params: { interaction: Schema.String }, success: Page }).annotateMerge(
    pageAnswers(303, 401, 403, 410)
  )

const parameter = (name: string, schema: object, required = true) => ({ name, in: "query", schema, required })

/** For the document alone: what is wrong with them is answered in OAuth's own way. */
const authorizeParameters = [
  parameter("response_type", { type: "string", enum: ["code"] }),
  parameter("client_id", { type: "string", enum: ["console"] }),
  parameter("redirect_uri", { type: "string", maxLength: 2000 }),
  parameter("state", { type: "string", minLength: 8, maxLength: 512 }),
  parameter("code_challenge", { type: "string", pattern: "^[A-Za-z0-9_-]{43,128}$" }),
  parameter("code_challenge_method", { type: "string", enum: ["S256"] }),
  parameter("prompt", { type: "string", enum: ["create"] }, false)
]

/** What every step may be refused with: too many, a foreign page, another browser, a sign-in that is over. */
const refused = [RateLimitedError, Forbidden, WrongBrowser, TokenSpent] as const

/**
 * The console's authorization server and its sign-in steps, at {portal_url}. A step that is sent as a form with the same
 * fields is answered by 303 with the address of a page, which these answers leave out.
 */
export class PortalApi extends HttpApiGroup.make("portal")
  .add(
    HttpApiEndpoint.get("authorize", "/console/oauth/authorize", {
      success: HttpApiSchema.Empty(302),
      error: [OAuthError(400), RateLimitedError]
    })
      .annotate(OpenApi.Summary, "Begin a console sign-in (OAuth authorization code with PKCE)")
      .annotateMerge(
        OpenApi.annotations({ transform: (operation) => ({ ...operation, parameters: authorizeParameters }) })
      ),
    HttpApiEndpoint.post("token", "/console/oauth/token", {
      payload: ConsoleTokenRequest,
      success: SessionTokens,
      error: [OAuthError(400), OAuthError(401), OrgLocked]
    })
      .annotate(OpenApi.Summary, "Exchange the console's authorization code for session tokens")
      .annotate(RateBucket, "console_token")
      .middleware(RateLimited),

    page("identifyPage", "/console/oauth/interaction/:interaction").annotate(OpenApi.Summary, "The sign-in page"),
    HttpApiEndpoint.post("identify", "/console/oauth/identify", {
      payload: PortalIdentifyRequest,
      success: PortalNext,
      error: refused
    }).annotate(OpenApi.Summary, "Mail a sign-in code; the same for every address"),
    page("codePage", "/console/oauth/code/:interaction").annotate(OpenApi.Summary, "The page of the mailed code"),
    HttpApiEndpoint.post("code", "/console/oauth/code", {
      payload: PortalCodeRequest,
      success: [PortalNext, PortalEnd],
      error: [...refused, InvalidCode, OrgLocked]
    }).annotate(OpenApi.Summary, "Sign in with the mailed code"),
    HttpApiEndpoint.post("passkeyOptions", "/console/oauth/passkey/options", {
      payload: PortalStepRequest,
      success: PortalPasskeyOptions,
      error: refused
    }).annotate(OpenApi.Summary, "What a passkey is asked to sign"),
    HttpApiEndpoint.post("passkey", "/console/oauth/passkey", {
      payload: PortalPasskeyRequest,
      success: PortalEnd,
      error: [...refused, InvalidCredentials, OrgLocked]
    }).annotate(OpenApi.Summary, "Sign in with a passkey, alone or as second factor"),
    page("twoFactorPage", "/console/oauth/two-factor/:interaction").annotate(
      OpenApi.Summary,
      "The page of the second factor"
    ),
    page("recoveryPage", "/console/oauth/two-factor/:interaction/recovery").annotate(
      OpenApi.Summary,
      "The page of recovery codes"
    ),
    HttpApiEndpoint.post("twoFactor", "/console/oauth/two-factor", {
      payload: PortalTwoFactorRequest,
      success: PortalEnd,
      error: [...refused, InvalidCode, OrgLocked]
    }).annotate(OpenApi.Summary, "Give an authenticator's code or a recovery code"),

    page("setupPage", "/console/oauth/two-factor/setup/:interaction").annotate(
      OpenApi.Summary,
      "The page of a required second factor's setup"
    ),
    HttpApiEndpoint.post("setupTotp", "/console/oauth/two-factor/setup/totp", {
      payload: PortalStepRequest,
      success: TwoFactorSetupResponse,
      error: [...refused, OrgLocked]
    }).annotate(OpenApi.Summary, "A fresh authenticator key, pending until confirmed"),
    HttpApiEndpoint.post("setupTotpConfirm", "/console/oauth/two-factor/setup/totp/confirm", {
      payload: PortalTotpConfirmRequest,
      success: PortalRecoveryCodes,
      error: [...refused, InvalidCode, OrgLocked]
    }).annotate(OpenApi.Summary, "Confirm the authenticator; the recovery codes are shown once"),
    HttpApiEndpoint.post("setupPasskeyOptions", "/console/oauth/two-factor/setup/passkey/options", {
      payload: PortalStepRequest,
      success: PortalPasskeyOptions,
      error: [...refused, OrgLocked]
    }).annotate(OpenApi.Summary, "What a new passkey is made from"),
    HttpApiEndpoint.post("setupPasskey", "/console/oauth/two-factor/setup/passkey", {
      payload: PortalNewPasskeyRequest,
      success: PortalRecoveryCodes,
      error: [...refused, OrgLocked]
    }).annotate(OpenApi.Summary, "Add a passkey; the recovery codes are shown once"),
    HttpApiEndpoint.post("setupDone", "/console/oauth/two-factor/setup/done", {
      payload: PortalStepRequest,
      success: PortalEnd,
      error: [...refused, OrgLocked]
    }).annotate(OpenApi.Summary, "Go on once the second factor is set up"),

    signUpPage("signUpPage", "/console/oauth/signup/:interaction").annotate(OpenApi.Summary, "The page of sign-up"),
    HttpApiEndpoint.post("signUp", "/console/oauth/signup", {
      payload: PortalSignUpRequest,
      success: PortalSignUpResponse,
      error: [...refused, EmailTaken, SignupClosed]
    }).annotate(OpenApi.Summary, "Begin to found an organisation; a code is mailed"),
    signUpPage("signUpCodePage", "/console/oauth/signup/code/:interaction").annotate(
      OpenApi.Summary,
      "The page of the founder's mailed code"
    ),
    HttpApiEndpoint.post("signUpCode", "/console/oauth/signup/code", {
      payload: PortalCodeRequest,
      success: PortalNext,
      error: [...refused, InvalidCode, SignupClosed]
    }).annotate(OpenApi.Summary, "Prove the founder's address"),
    signUpPage("organizationPage", "/console/oauth/signup/organization/:interaction").annotate(
      OpenApi.Summary,
      "The page of the organisation's name"
    ),
    HttpApiEndpoint.post("organization", "/console/oauth/signup/organization", {
      payload: PortalOrganizationRequest,
      success: PortalEnd,
      error: [...refused, EmailTaken, SignupClosed]
    }).annotate(OpenApi.Summary, "Create the organisation and its Owner"),
    HttpApiEndpoint.post("waitlist", "/console/oauth/waitlist", {
      payload: WaitlistRequest,
      success: HttpApiSchema.Accepted,
      error: [RateLimitedError, Forbidden]
    }).annotate(OpenApi.Summary, "The waitlist, as a form"),

    HttpApiEndpoint.get("result", "/console/oauth/result/:result", {
      params: { result: Schema.String },
      success: Page
    })
      .annotate(OpenApi.Summary, "The outcome of a form, for the browser that sent it")
      .annotateMerge(pageAnswers(303, 401, 403, 410)),

    HttpApiEndpoint.get("invitationPage", "/accept-invite/:token", {
      params: { token: Schema.String },
      success: Page
    })
      .annotate(OpenApi.Summary, "The page of a team invitation; looking spends nothing")
      .annotateMerge(pageAnswers(410))
  )
  .annotateMerge(OpenApi.annotations({ title: "Console sign-in portal" })) {}
