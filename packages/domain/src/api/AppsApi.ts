import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { App, AppDeletionSummary, AppListResponse, CreateAppRequest, UpdateAppRequest } from "../Apps.ts"
import { IdentifierTaken, OrgLocked, QuotaExceeded, ValidationError } from "../Errors.ts"
import { AppId } from "../Ids.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"
import { AppScope } from "./AppScope.ts"

const params = { id: AppId }

/** The apps of an org. */
export class AppsApi extends HttpApiGroup.make("apps")
  .add(
    HttpApiEndpoint.get("get", "/api/apps/:id", { params, success: App }),
    HttpApiEndpoint.patch("update", "/api/apps/:id", {
      params,
      payload: UpdateAppRequest,
      success: App,
      error: ValidationError
    }),
    HttpApiEndpoint.get("deletionPreview", "/api/apps/:id/deletion-preview", { params, success: AppDeletionSummary }),
    HttpApiEndpoint.delete("delete", "/api/apps/:id", { params, success: HttpApiSchema.NoContent }).middleware(
      OwnerOnly
    )
  )
  .middleware(AppScope)
  .add(
    HttpApiEndpoint.post("create", "/api/apps", {
      payload: CreateAppRequest,
      success: App.pipe(HttpApiSchema.status(201)),
      error: [ValidationError, IdentifierTaken, QuotaExceeded, OrgLocked]
    }),
    HttpApiEndpoint.get("list", "/api/apps", { success: AppListResponse })
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Apps" })) {}
