import {
  CurrentDelivery,
  CurrentListener,
  CurrentWebhook,
  DeliveryScope,
  ListenerScope,
  WebhookFetchesLimited,
  WebhookListenersLimited,
  WebhookPingsLimited,
  WebhookRetriesLimited,
  WebhookScope
} from "@fleet/domain/api/WebhookScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { InvalidUuid, NotFound } from "@fleet/domain/Errors"
import { DeliveryId, WebhookId } from "@fleet/domain/Ids"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { RateLimits } from "../platform/limits/RateLimits.ts"
import { WebhookListeners } from "./WebhookListeners.ts"
import { Webhooks } from "./Webhooks.ts"

const Ids = Schema.Struct({ id: WebhookId, deliveryId: Schema.optionalKey(DeliveryId) })
const pathIds = Effect.mapError(HttpRouter.schemaPathParams(Ids), () => new InvalidUuid())

/** Read again where the webhook's scope has found it to be one. */
const deliveryId = Effect.orDie(HttpRouter.schemaPathParams(Schema.Struct({ deliveryId: DeliveryId })))

const WebhookScopeLive = Layer.effect(
  WebhookScope,
  Effect.map(Webhooks, (webhooks) =>
    Effect.fnUntraced(function* (handled) {
      const { id } = yield* pathIds
      const webhook = yield* webhooks.get(yield* CurrentDeveloper, id)
      return yield* Effect.provideService(handled, CurrentWebhook, webhook)
    })
  )
)

const DeliveryScopeLive = Layer.effect(
  DeliveryScope,
  Effect.map(Webhooks, (webhooks) =>
    Effect.fnUntraced(function* (handled) {
      const id = (yield* deliveryId).deliveryId
      if (!(yield* webhooks.hasDelivery(yield* CurrentWebhook, id))) return yield* new NotFound()
      return yield* Effect.provideService(handled, CurrentDelivery, id)
    })
  )
)

const PingsLimitedLive = Layer.effect(
  WebhookPingsLimited,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (handled) {
      yield* limits.take("webhook_ping", (yield* CurrentDeveloper).orgId)
      return yield* handled
    })
  )
)

const RetriesLimitedLive = Layer.effect(
  WebhookRetriesLimited,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (handled) {
      yield* limits.take("webhook_retry", (yield* CurrentDeveloper).orgId)
      return yield* handled
    })
  )
)

const ListenerScopeLive = Layer.effect(
  ListenerScope,
  Effect.map(WebhookListeners, (listeners) =>
    Effect.fnUntraced(function* (handled) {
      const { id } = yield* pathIds
      if (!(yield* listeners.has(yield* CurrentDeveloper, id))) return yield* new NotFound()
      return yield* Effect.provideService(handled, CurrentListener, id)
    })
  )
)

const ListenersLimitedLive = Layer.effect(
  WebhookListenersLimited,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (handled) {
      yield* limits.take("webhook_listener", (yield* CurrentDeveloper).id)
      return yield* handled
    })
  )
)

const FetchesLimitedLive = Layer.effect(
  WebhookFetchesLimited,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (handled) {
      yield* limits.take("webhook_fetch", (yield* CurrentDeveloper).id)
      return yield* handled
    })
  )
)

/** Resolves the ids of webhooks, deliveries and listeners in paths, and takes the rate limits counted by org or developer. */
export const WebhookScopesLive = Layer.mergeAll(
  WebhookScopeLive,
  DeliveryScopeLive,
  PingsLimitedLive,
  RetriesLimitedLive,
  ListenerScopeLive,
  ListenersLimitedLive,
  FetchesLimitedLive
)
