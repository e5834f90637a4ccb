import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  AppInvitation,
  AppInvitationId,
  CreateAppInvitationRequest,
  PendingAppInvitationListResponse
} from "../AppInvitations.ts"
import { EmailTaken, OrgLocked, PlanLimit, QuotaExceeded, TargetStateConflict, ValidationError } from "../Errors.ts"
import { AppId } from "../Ids.ts"
import { DeveloperSession } from "./Access.ts"
import { AppInvitationScope, AppInvitationsLimited, AppScope } from "./AppScope.ts"

const params = { id: AppId, invId: AppInvitationId }

/** Invitations to an app. What has expired counts as gone. */
export class AppInvitationsApi extends HttpApiGroup.make("appInvitations")
  .add(
    HttpApiEndpoint.post("reissue", "/api/apps/:id/invitations/:invId/reissue", { params, success: AppInvitation })
      .annotate(OpenApi.Summary, "Issue an invitation anew; the old link stops at once")
      .middleware(AppInvitationScope)
      .middleware(AppInvitationsLimited),
    HttpApiEndpoint.delete("delete", "/api/apps/:id/invitations/:invId", {
      params,
      success: HttpApiSchema.NoContent
    })
      .annotate(OpenApi.Summary, "Revoke an invitation")
      .middleware(AppInvitationScope),
    HttpApiEndpoint.post("create", "/api/apps/:id/invitations", {
      params: { id: AppId },
      payload: CreateAppInvitationRequest,
      success: AppInvitation.pipe(HttpApiSchema.status(201)),
      error: [ValidationError, EmailTaken, TargetStateConflict, QuotaExceeded, PlanLimit, OrgLocked]
    })
      .annotate(OpenApi.Summary, "Invite an address to an app; an outstanding invitation is replaced")
      .middleware(AppInvitationsLimited),
    HttpApiEndpoint.get("list", "/api/apps/:id/invitations", {
      params: { id: AppId },
      success: PendingAppInvitationListResponse
    }).annotate(OpenApi.Summary, "Outstanding invitations to an app, newest first")
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "App invitations" })) {}
