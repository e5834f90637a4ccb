import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DuplicateSlug, IdpUnavailable, ProviderMisconfigured, QuotaExceeded } from "../Errors.ts"
import { AppId, OidcProviderId } from "../Ids.ts"
import {
  CreateOidcProviderRequest,
  OidcProvider,
  OidcProviderListResponse,
  PatchOidcProviderRequest
} from "../OidcProviders.ts"
import { DeveloperSession } from "./Access.ts"
import { AppScope, OidcPlanRequired, OidcProviderScope } from "./AppScope.ts"

const params = { id: AppId, providerId: OidcProviderId }

/** The identity providers that an app's users sign in with. From the Plus plan on. */
export class OidcProvidersApi extends HttpApiGroup.make("oidcProviders")
  .add(
    HttpApiEndpoint.get("get", "/api/apps/:id/oidc-providers/:providerId", { params, success: OidcProvider }).annotate(
      OpenApi.Summary,
      "A sign-in provider"
    ),
    HttpApiEndpoint.patch("update", "/api/apps/:id/oidc-providers/:providerId", {
      params,
      payload: PatchOidcProviderRequest,
      success: OidcProvider,
      error: [IdpUnavailable, ProviderMisconfigured]
    }).annotate(OpenApi.Summary, "Change a sign-in provider; another issuer is asked for its discovery document"),
    HttpApiEndpoint.delete("delete", "/api/apps/:id/oidc-providers/:providerId", {
      params,
      success: HttpApiSchema.NoContent
    }).annotate(OpenApi.Summary, "Delete a sign-in provider and its links to users; the users stay")
  )
  .middleware(OidcPlanRequired)
  .middleware(OidcProviderScope)
  .add(
    HttpApiEndpoint.get("list", "/api/apps/:id/oidc-providers", {
      params: { id: AppId },
      success: OidcProviderListResponse
    })
      .annotate(OpenApi.Summary, "The sign-in providers of an app, by slug")
      .middleware(OidcPlanRequired),
    HttpApiEndpoint.post("create", "/api/apps/:id/oidc-providers", {
      params: { id: AppId },
      payload: CreateOidcProviderRequest,
      success: OidcProvider.pipe(HttpApiSchema.status(201)),
      error: [DuplicateSlug, IdpUnavailable, ProviderMisconfigured, QuotaExceeded]
    })
      .annotate(OpenApi.Summary, "Add a sign-in provider, once its discovery document is read")
      .middleware(OidcPlanRequired)
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Sign-in providers" })) {}
