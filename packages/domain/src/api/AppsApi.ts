import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { App, AppDeletionSummary, AppListResponse, CreateAppRequest, UpdateAppRequest } from "../Apps.ts"
import { IdentifierTaken, OrgLocked, PlanLimit, QuotaExceeded, ValidationError } from "../Errors.ts"
import { AppId } from "../Ids.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"
import { AppScope } from "./AppScope.ts"

const params = { id: AppId }

/** The apps of an org. */
export class AppsApi extends HttpApiGroup.make("apps")
  .add(
    HttpApiEndpoint.get("get", "/api/apps/:id", { params, success: App }).annotate(OpenApi.Summary, "One app"),
    HttpApiEndpoint.patch("update", "/api/apps/:id", {
      params,
      payload: UpdateAppRequest,
      success: App,
      error: ValidationError
    }).annotate(OpenApi.Summary, "Change an app's name, robots or default role"),
    HttpApiEndpoint.get("deletionPreview", "/api/apps/:id/deletion-preview", {
      params,
      success: AppDeletionSummary
    }).annotate(OpenApi.Summary, "What deleting an app would take along"),
    HttpApiEndpoint.delete("delete", "/api/apps/:id", { params, success: HttpApiSchema.NoContent })
      .annotate(OpenApi.Summary, "Delete an app and all that belongs to it")
      .middleware(OwnerOnly)
  )
  .middleware(AppScope)
  .add(
    HttpApiEndpoint.post("create", "/api/apps", {
      payload: CreateAppRequest,
      success: App.pipe(HttpApiSchema.status(201)),
      error: [ValidationError, IdentifierTaken, QuotaExceeded, PlanLimit, OrgLocked]
    }).annotate(OpenApi.Summary, "Create an app with its two builtin roles"),
    HttpApiEndpoint.get("list", "/api/apps", { success: AppListResponse }).annotate(
      OpenApi.Summary,
      "The organisation's apps"
    )
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Apps" })) {}
