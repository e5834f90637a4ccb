import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  AppUser,
  AppUserListResponse,
  CreateAppUserRequest,
  PatchAppUserRequest,
  ResetAppUserPasswordResponse
} from "../AppUsers.ts"
import {
  EmailTaken,
  MethodNotAllowed,
  OrgLocked,
  QuotaExceeded,
  TargetStateConflict,
  ValidationError
} from "../Errors.ts"
import { AppId, AppUserId } from "../Ids.ts"
import { DeveloperSession } from "./Access.ts"
import { AppScope, AppUserScope } from "./AppScope.ts"

const params = { id: AppId, userId: AppUserId }

/** The end users of an app, as its developers look after them. */
export class AppUsersApi extends HttpApiGroup.make("appUsers")
  .add(
    HttpApiEndpoint.get("get", "/api/apps/:id/users/:userId", { params, success: AppUser }),
    HttpApiEndpoint.patch("update", "/api/apps/:id/users/:userId", {
      params,
      payload: PatchAppUserRequest,
      success: AppUser,
      error: [ValidationError, TargetStateConflict]
    }),
    HttpApiEndpoint.delete("delete", "/api/apps/:id/users/:userId", { params, success: HttpApiSchema.NoContent }),
    HttpApiEndpoint.post("resetPassword", "/api/apps/:id/users/:userId/reset-password", {
      params,
      success: ResetAppUserPasswordResponse.pipe(HttpApiSchema.status(202)),
      error: [MethodNotAllowed, TargetStateConflict]
    }),
    HttpApiEndpoint.delete("resetTwoFactor", "/api/apps/:id/users/:userId/two-factor", {
      params,
      success: HttpApiSchema.NoContent
    })
  )
  .middleware(AppUserScope)
  .add(
    HttpApiEndpoint.post("create", "/api/apps/:id/users", {
      params: { id: AppId },
      payload: CreateAppUserRequest,
      success: AppUser.pipe(HttpApiSchema.status(201)),
      error: [ValidationError, EmailTaken, TargetStateConflict, QuotaExceeded, OrgLocked]
    }),
    HttpApiEndpoint.get("list", "/api/apps/:id/users", { params: { id: AppId }, success: AppUserListResponse })
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "App users" })) {}
