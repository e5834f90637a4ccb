import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  AppAuthConfig,
  PutAuthLookRequest,
  PutAuthMcpRequest,
  PutAuthRegistrationRequest,
  PutAuthSignInRequest,
  PutAuthUrlsRequest
} from "../AuthConfig.ts"
import { UnsupportedMediaType, ValidationError } from "../Errors.ts"
import { AppId } from "../Ids.ts"
import { DeveloperSession } from "./Access.ts"
import { AppScope } from "./AppScope.ts"

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
