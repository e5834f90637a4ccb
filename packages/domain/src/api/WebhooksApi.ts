import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { OrgLocked, QuotaExceeded } from "../Errors.ts"
import { DeliveryId, WebhookId } from "../Ids.ts"
import {
  FetchMessagesRequest,
  FetchMessagesResponse,
  ListenerOpened,
  OpenListenerRequest
} from "../WebhookListeners.ts"
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
import {
  DeliveryScope,
  ListenerScope,
  WebhookFetchesLimited,
  WebhookListenersLimited,
  WebhookPingsLimited,
  WebhookRetriesLimited,
  WebhookScope
} from "./WebhookScope.ts"

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
      .middleware(OwnerOnly),
    HttpApiEndpoint.post("openListener", "/api/org/webhooks/listeners", {
      payload: OpenListenerRequest,
      success: ListenerOpened.pipe(HttpApiSchema.status(201)),
      error: QuotaExceeded
    })
      .annotate(OpenApi.Summary, "Open a listener: a webhook of one developer, whose messages are fetched")
      .middleware(WebhookListenersLimited),
    HttpApiEndpoint.post("fetchMessages", "/api/org/webhooks/listeners/:id/messages", {
      params,
      payload: FetchMessagesRequest,
      success: FetchMessagesResponse
    })
      .annotate(OpenApi.Summary, "Report what became of messages, and wait for the next ones")
      .middleware(ListenerScope)
      .middleware(WebhookFetchesLimited),
    HttpApiEndpoint.delete("closeListener", "/api/org/webhooks/listeners/:id", {
      params,
      success: HttpApiSchema.NoContent
    })
      .annotate(OpenApi.Summary, "Close a listener; its messages are deleted")
      .middleware(ListenerScope)
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Webhooks" })) {}
