import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  AppUser,
  AppUserListResponse,
  CreateAppUserRequest,
  PatchAppUserRequest,
  ResetAppUserPasswordResponse
} from "../AppUsers.ts"
import {
  AtCapacity,
  EmailTaken,
  MethodNotAllowed,
  OrgLocked,
  PlanLimit,
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
    HttpApiEndpoint.get("get", "/api/apps/:id/users/:userId", { params, success: AppUser }).annotate(
      OpenApi.Summary,
      "One app user"
    ),
    HttpApiEndpoint.patch("update", "/api/apps/:id/users/:userId", {
      params,
      payload: PatchAppUserRequest,
      success: AppUser,
      error: [ValidationError, TargetStateConflict]
    }).annotate(OpenApi.Summary, "Change a user's name, role or status"),
    HttpApiEndpoint.delete("delete", "/api/apps/:id/users/:userId", {
      params,
      success: HttpApiSchema.NoContent
    }).annotate(OpenApi.Summary, "Delete an app user and end its sessions"),
    HttpApiEndpoint.post("resetPassword", "/api/apps/:id/users/:userId/reset-password", {
      params,
      success: ResetAppUserPasswordResponse.pipe(HttpApiSchema.status(202)),
      error: [MethodNotAllowed, TargetStateConflict]
    }).annotate(OpenApi.Summary, "Mail an app user a link that sets a new password"),
    HttpApiEndpoint.delete("resetTwoFactor", "/api/apps/:id/users/:userId/two-factor", {
      params,
      success: HttpApiSchema.NoContent
    }).annotate(OpenApi.Summary, "Forget an app user's second factor and end its sessions")
  )
  .middleware(AppUserScope)
  .add(
    HttpApiEndpoint.post("create", "/api/apps/:id/users", {
      params: { id: AppId },
      payload: CreateAppUserRequest,
      success: AppUser.pipe(HttpApiSchema.status(201)),
      error: [ValidationError, EmailTaken, TargetStateConflict, QuotaExceeded, PlanLimit, OrgLocked, AtCapacity]
    }).annotate(OpenApi.Summary, "Create an app user, active at once"),
    HttpApiEndpoint.get("list", "/api/apps/:id/users", {
      params: { id: AppId },
      success: AppUserListResponse
    }).annotate(OpenApi.Summary, "An app's users, oldest first")
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "App users" })) {}
