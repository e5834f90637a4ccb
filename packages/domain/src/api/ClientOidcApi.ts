import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SignInTokens } from "../ClientAuth.ts"
import { ClientOidcExchangeRequest, ClientOidcStartQuery } from "../ClientOidc.ts"
import {
  IdpUnavailable,
  InvalidRedirectUri,
  NotFound,
  OrgLocked,
  ProviderDisabled,
  ProviderMisconfigured,
  TokenSpent,
  ValidationError
} from "../Errors.ts"
import { pageAnswers } from "./PageAnswers.ts"
import { RateBucket, RateLimited } from "./RateLimited.ts"
import { RoutedOnly } from "./RoutedOnly.ts"

const redirect = HttpApiSchema.Empty(302)

/** How an app's users sign in with an identity provider: there, back by the callback, and the exchange. */
export class ClientOidcApi extends HttpApiGroup.make("clientOidc")
  .add(
    HttpApiEndpoint.get("start", "/api/client/oidc/:slug/start", {
      params: { slug: Schema.String },
      query: ClientOidcStartQuery,
      success: redirect,
      error: [ValidationError, InvalidRedirectUri, NotFound, ProviderDisabled, ProviderMisconfigured, IdpUnavailable]
    })
      .annotate(OpenApi.Summary, "Send a browser to the provider; the sign-in is good for ten minutes")
      .annotate(RateBucket, "oidc_start")
      .annotate(RoutedOnly, true),
    HttpApiEndpoint.get("callback", "/api/client/oidc/callback", { success: redirect })
      .annotate(OpenApi.Summary, "Where the provider sends the browser back to")
      .annotate(
        OpenApi.Description,
        "Goes on to the app's `redirect_uri`: with `code` and `state`, or with `error` (a client-oidc-error-code) and `state`."
      )
      .annotateMerge(pageAnswers(400))
      .annotate(RateBucket, "oidc_callback")
      .annotate(RoutedOnly, true),
    HttpApiEndpoint.post("exchange", "/api/client/oidc/exchange", {
      payload: ClientOidcExchangeRequest,
      success: SignInTokens,
      error: [TokenSpent, OrgLocked]
    })
      .annotate(OpenApi.Summary, "End a sign-in through a provider with its one-time code and the verifier")
      .annotate(RateBucket, "oidc_exchange")
  )
  .middleware(RateLimited)
  .annotateMerge(OpenApi.annotations({ title: "App users' sign-in providers" })) {}
