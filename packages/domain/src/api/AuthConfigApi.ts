import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  AppAuthConfig,
  AuthConfigPreviewRequest,
  AuthConfigPreviewResponse,
  PutAuthLookRequest,
  PutAuthMcpRequest,
  PutAuthRegistrationRequest,
  PutAuthSignInRequest,
  PutAuthUrlsRequest
} from "../AuthConfig.ts"
import { RateLimited, UnsupportedMediaType, ValidationError } from "../Errors.ts"
import { AppId } from "../Ids.ts"
import { DeveloperSession } from "./Access.ts"
import { AppScope, type CurrentApp } from "./AppScope.ts"

/** Counts previews of hosted pages per app, over all its developers. */
export class AuthConfigPreviewLimit extends HttpApiMiddleware.Service<
  AuthConfigPreviewLimit,
  { requires: CurrentApp }
>()("@fleet/domain/AuthConfigPreviewLimit", { error: RateLimited }) {}

const params = { id: AppId }

const image = (contentType: string) => Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType }))

/** How people sign into an app, and what its hosted pages look like. Every answer is the whole of it. */
export class AuthConfigApi extends HttpApiGroup.make("authConfig")
  .add(
    HttpApiEndpoint.get("get", "/api/apps/:id/auth-config", { params, success: AppAuthConfig }).annotate(
      OpenApi.Summary,
      "How people sign into an app, and what its hosted pages look like"
    ),
    HttpApiEndpoint.put("putRegistration", "/api/apps/:id/auth-config/registration", {
      params,
      payload: PutAuthRegistrationRequest,
      success: AppAuthConfig
    }).annotate(OpenApi.Summary, "Replace who may register, and the origins an app is called from"),
    HttpApiEndpoint.put("putSignIn", "/api/apps/:id/auth-config/sign-in", {
      params,
      payload: PutAuthSignInRequest,
      success: AppAuthConfig
    }).annotate(OpenApi.Summary, "Replace the sign-in methods and the second-factor policy"),
    HttpApiEndpoint.put("putUrls", "/api/apps/:id/auth-config/urls", {
      params,
      payload: PutAuthUrlsRequest,
      success: AppAuthConfig
    }).annotate(OpenApi.Summary, "Replace the app's own pages; null is the hosted page"),
    HttpApiEndpoint.put("putMcp", "/api/apps/:id/auth-config/mcp", {
      params,
      payload: PutAuthMcpRequest,
      success: AppAuthConfig
    }).annotate(OpenApi.Summary, "Turn the app's MCP endpoint on or off"),
    HttpApiEndpoint.put("putLook", "/api/apps/:id/auth-config/look", {
      params,
      payload: PutAuthLookRequest,
      success: AppAuthConfig
    }).annotate(OpenApi.Summary, "Replace the accent colour of the hosted pages"),
    HttpApiEndpoint.post("preview", "/api/apps/:id/auth-config/preview", {
      params,
      payload: AuthConfigPreviewRequest,
      success: AuthConfigPreviewResponse.pipe(HttpApiSchema.status(201))
    })
      .annotate(OpenApi.Summary, "Show a hosted page in a frame of the console, for five minutes")
      .middleware(AuthConfigPreviewLimit),
    HttpApiEndpoint.put("putLogo", "/api/apps/:id/auth-config/logo", {
      params,
      payload: [image("image/png"), image("image/svg+xml")],
      success: AppAuthConfig,
      error: [ValidationError, UnsupportedMediaType]
    }).annotate(OpenApi.Summary, "Replace the logo of the hosted pages: PNG or SVG, at most 100 KB"),
    HttpApiEndpoint.delete("deleteLogo", "/api/apps/:id/auth-config/logo", { params, success: AppAuthConfig }).annotate(
      OpenApi.Summary,
      "Remove the logo of the hosted pages"
    )
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "App sign-in settings" })) {}
