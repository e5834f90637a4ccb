import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { CurrentDeveloper } from "../Caller.ts"
import { InvalidUuid, NotFound, RateLimited } from "../Errors.ts"
import type { DeliveryId, WebhookId } from "../Ids.ts"
import type { Webhook } from "../Webhooks.ts"

/** The webhook named in the path, already known to be of the developer's org. */
export class CurrentWebhook extends Context.Service<CurrentWebhook, Webhook>()("@fleet/domain/CurrentWebhook") {}

/** Routes under /api/org/webhooks/:id. Every id of the path is read before anything is looked up. */
export class WebhookScope extends HttpApiMiddleware.Service<
  WebhookScope,
  { requires: CurrentDeveloper; provides: CurrentWebhook }
>()("@fleet/domain/WebhookScope", { error: [InvalidUuid, NotFound] }) {}

/** The delivery named in the path, of the webhook named in the path. */
export class CurrentDelivery extends Context.Service<CurrentDelivery, DeliveryId>()("@fleet/domain/CurrentDelivery") {}
export class DeliveryScope extends HttpApiMiddleware.Service<
  DeliveryScope,
  { requires: CurrentWebhook; provides: CurrentDelivery }
>()("@fleet/domain/DeliveryScope", { error: NotFound }) {}

/** Counts pings by org. */
export class WebhookPingsLimited extends HttpApiMiddleware.Service<
  WebhookPingsLimited,
  { requires: CurrentDeveloper }
>()("@fleet/domain/WebhookPingsLimited", { error: RateLimited }) {}

/** Counts retries by org. */
export class WebhookRetriesLimited extends HttpApiMiddleware.Service<
  WebhookRetriesLimited,
  { requires: CurrentDeveloper }
>()("@fleet/domain/WebhookRetriesLimited", { error: RateLimited }) {}

/** The listener named in the path: open, and the developer's own. */
export class CurrentListener extends Context.Service<CurrentListener, WebhookId>()("@fleet/domain/CurrentListener") {}
export class ListenerScope extends HttpApiMiddleware.Service<
  ListenerScope,
  { requires: CurrentDeveloper; provides: CurrentListener }
>()("@fleet/domain/ListenerScope", { error: [InvalidUuid, NotFound] }) {}

/** Counts opened listeners by developer. */
export class WebhookListenersLimited extends HttpApiMiddleware.Service<
  WebhookListenersLimited,
  { requires: CurrentDeveloper }
>()("@fleet/domain/WebhookListenersLimited", { error: RateLimited }) {}

/** Counts fetches of messages by developer. */
export class WebhookFetchesLimited extends HttpApiMiddleware.Service<
  WebhookFetchesLimited,
  { requires: CurrentDeveloper }
>()("@fleet/domain/WebhookFetchesLimited", { error: RateLimited }) {}
