import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AuthMeResponse, PatchAuthMeRequest } from "../DeveloperAuth.ts"
import { OrgLocked, TokenExpired, TokenRevoked } from "../Errors.ts"
import { RefreshRequest, SessionTokens } from "../SessionTokens.ts"
import { DeveloperSession } from "./Access.ts"
import { RateBucket, RateLimited } from "./RateLimited.ts"

/** A developer's own session. */
export class AuthApi extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.get("me", "/api/auth/me", { success: AuthMeResponse }).annotate(
      OpenApi.Summary,
      "The signed-in developer and the organisation"
    ),
    HttpApiEndpoint.patch("patchMe", "/api/auth/me", { payload: PatchAuthMeRequest, success: AuthMeResponse }).annotate(
      OpenApi.Summary,
      "Change or clear the developer's own name"
    )
  )
  .middleware(DeveloperSession)
  .add(
    HttpApiEndpoint.post("refresh", "/api/auth/refresh", {
      payload: RefreshRequest,
      success: SessionTokens,
      error: [TokenExpired, TokenRevoked, OrgLocked]
    })
      .annotate(OpenApi.Summary, "Rotate a developer's tokens; each refresh token works once")
      .annotate(RateBucket, "session")
      .middleware(RateLimited),
    HttpApiEndpoint.post("logout", "/api/auth/logout", { payload: RefreshRequest, success: HttpApiSchema.NoContent })
      .annotate(OpenApi.Summary, "End a developer's session")
      .annotate(RateBucket, "session")
      .middleware(RateLimited)
  )
  .annotateMerge(OpenApi.annotations({ title: "Developer sessions" })) {}
