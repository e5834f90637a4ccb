import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { OrgLocked, QuotaExceeded } from "../Errors.ts"
import { DeliveryId, WebhookId } from "../Ids.ts"
import {
  CreateWebhookRequest,
  DeliveryAccepted,
  DeliveryPage,
  DeliveryQuery,
  UpdateWebhookRequest,
  Webhook,
  WebhookCreated,
  WebhookListResponse,
  WebhookUpdated
} from "../Webhooks.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"
import { DeliveryScope, WebhookPingsLimited, WebhookRetriesLimited, WebhookScope } from "./WebhookScope.ts"

const params = { id: WebhookId }
const accepted = DeliveryAccepted.pipe(HttpApiSchema.status(202))

/** Webhooks of an org: every developer reads them, Owners write. */
export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.get("get", "/api/org/webhooks/:id", { params, success: Webhook }).annotate(
      OpenApi.Summary,
      "A webhook"
    ),
    HttpApiEndpoint.patch("update", "/api/org/webhooks/:id", {
      params,
      payload: UpdateWebhookRequest,
      success: WebhookUpdated
    })
      .annotate(OpenApi.Summary, "Change a webhook, or replace its secret; the old one signs for 24 hours more")
      .middleware(OwnerOnly),
    HttpApiEndpoint.delete("delete", "/api/org/webhooks/:id", { params, success: HttpApiSchema.NoContent })
      .annotate(OpenApi.Summary, "Delete a webhook and its deliveries")
      .middleware(OwnerOnly),
    HttpApiEndpoint.get("deliveries", "/api/org/webhooks/:id/deliveries", {
      params,
      query: DeliveryQuery,
      success: DeliveryPage
    }).annotate(OpenApi.Summary, "The deliveries of the last seven days, newest first")
  )
  .middleware(WebhookScope)
  .add(
    HttpApiEndpoint.post("ping", "/api/org/webhooks/:id/ping", { params, success: accepted })
      .annotate(OpenApi.Summary, "Send a ping, to a disabled webhook too")
      .middleware(OwnerOnly)
      .middleware(WebhookScope)
      .middleware(WebhookPingsLimited),
    HttpApiEndpoint.post("retry", "/api/org/webhooks/:id/deliveries/:deliveryId/retry", {
      params: { ...params, deliveryId: DeliveryId },
      success: accepted
    })
      .annotate(OpenApi.Summary, "Deliver the same message again")
      .middleware(OwnerOnly)
      .middleware(DeliveryScope)
      .middleware(WebhookScope)
      .middleware(WebhookRetriesLimited),
    HttpApiEndpoint.get("list", "/api/org/webhooks", { success: WebhookListResponse }).annotate(
      OpenApi.Summary,
      "The webhooks of the organisation, oldest first"
    ),
    HttpApiEndpoint.post("create", "/api/org/webhooks", {
      payload: CreateWebhookRequest,
      success: WebhookCreated.pipe(HttpApiSchema.status(201)),
      error: [OrgLocked, QuotaExceeded]
    })
      .annotate(OpenApi.Summary, "Create a webhook; its secret is shown once")
      .middleware(OwnerOnly)
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Webhooks" })) {}
