import { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSchema, OpenApi } from "effect/http-api"
import { NotFound, RateLimited, TargetStateConflict, TemplateInvalid, ValidationError } from "../Errors.ts"
import { AppId } from "../Ids.ts"
import {
  AppMailTemplate,
  AppMailTemplateListResponse,
  MailTemplateKind,
  MailTemplatePreviewRequest,
  MailTemplatePreviewResponse,
  MailTemplateTestResponse,
  PutAppMailTemplateRequest
} from "../MailTemplates.ts"
import { DeveloperSession } from "./Access.ts"
import { AppScope, CurrentApp } from "./AppScope.ts"

/** Counts rendered templates per app, over all its developers and routes. */
export class MailTemplateLimit extends HttpApiMiddleware.Service<MailTemplateLimit, { requires: CurrentApp }>()(
  "@fleet/domain/MailTemplateLimit",
  { error: RateLimited }
) {}

const params = { id: AppId, kind: MailTemplateKind }

/** The mails an app sends, in its own words. */
export class MailTemplatesApi extends HttpApiGroup.make("mailTemplates")
  .add(
    HttpApiEndpoint.put("put", "/api/apps/:id/mail-templates/:kind", {
      params,
      payload: PutAppMailTemplateRequest,
      success: AppMailTemplate,
      error: [ValidationError, TemplateInvalid]
    }).annotate(OpenApi.Summary, "Put a kind of mail in the app's own words"),
    HttpApiEndpoint.post("preview", "/api/apps/:id/mail-templates/:kind/preview", {
      params,
      payload: MailTemplatePreviewRequest,
      success: MailTemplatePreviewResponse,
      error: [ValidationError, TemplateInvalid]
    }).annotate(OpenApi.Summary, "Fill a template in with sample values; stores nothing"),
    HttpApiEndpoint.post("test", "/api/apps/:id/mail-templates/:kind/test", {
      params,
      payload: MailTemplatePreviewRequest,
      success: MailTemplateTestResponse.pipe(HttpApiSchema.status(202)),
      error: [ValidationError, TemplateInvalid, TargetStateConflict]
    }).annotate(OpenApi.Summary, "Send a template with sample values to yourself")
  )
  .middleware(MailTemplateLimit)
  .add(
    HttpApiEndpoint.get("list", "/api/apps/:id/mail-templates", {
      params: { id: AppId },
      success: AppMailTemplateListResponse
    }).annotate(OpenApi.Summary, "The mails that an app has put in its own words"),
    HttpApiEndpoint.get("get", "/api/apps/:id/mail-templates/:kind", {
      params,
      success: AppMailTemplate,
      error: [ValidationError, NotFound]
    }).annotate(OpenApi.Summary, "An app's own words for a kind of mail"),
    HttpApiEndpoint.delete("delete", "/api/apps/:id/mail-templates/:kind", {
      params,
      success: HttpApiSchema.NoContent,
      error: [ValidationError, NotFound]
    }).annotate(OpenApi.Summary, "Go back to the platform's words")
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "App mail templates" })) {}
