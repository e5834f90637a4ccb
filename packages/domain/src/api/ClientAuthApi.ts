import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/unstable/httpapi"
import { ClientLoginRequest, ClientLogoutRequest, ClientRefreshRequest, ClientSignInResult } from "../ClientAuth.ts"
import { ClientIdentity } from "../ClientIdentity.ts"
import { InvalidCredentials, MethodNotAllowed, TokenExpired, TokenRevoked } from "../Errors.ts"
import { SessionTokens } from "../SessionTokens.ts"
import { AnyCaller } from "./Access.ts"
import { RateBucket, RateLimited } from "./RateLimited.ts"

/** How end users sign into an app, stay signed in and leave. */
export class ClientAuthApi extends HttpApiGroup.make("clientAuth")
  .add(HttpApiEndpoint.get("me", "/api/client/me", { success: ClientIdentity }))
  .middleware(AnyCaller)
  .add(
    HttpApiEndpoint.post("login", "/api/client/login", {
      payload: ClientLoginRequest,
      success: ClientSignInResult,
      error: [InvalidCredentials, MethodNotAllowed]
    })
      .annotate(RateBucket, "client_login")
      .middleware(RateLimited),
    HttpApiEndpoint.post("refresh", "/api/client/refresh", {
      payload: ClientRefreshRequest,
      success: SessionTokens,
      error: [TokenExpired, TokenRevoked]
    })
      .annotate(RateBucket, "session")
      .middleware(RateLimited),
    HttpApiEndpoint.post("logout", "/api/client/logout", {
      payload: ClientLogoutRequest,
      success: HttpApiSchema.NoContent
    })
      .annotate(RateBucket, "session")
      .middleware(RateLimited)
  )
  .annotateMerge(OpenApi.annotations({ title: "App user sessions" })) {}
