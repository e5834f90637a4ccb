import { Api } from "@fleet/domain/api/Api"
import { CurrentDelivery, CurrentListener, CurrentWebhook } from "@fleet/domain/api/WebhookScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { WebhookEvents } from "./WebhookEvents.ts"
import { WebhookListeners } from "./WebhookListeners.ts"
import { Webhooks } from "./Webhooks.ts"

export const WebhooksHttp = HttpApiBuilder.group(
  Api,
  "webhooks",
  Effect.fnUntraced(function* (handlers) {
    const webhooks = yield* Webhooks
    const events = yield* WebhookEvents
    const listeners = yield* WebhookListeners
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { webhooks: yield* webhooks.list(yield* CurrentDeveloper) }
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* webhooks.create(yield* CurrentDeveloper, payload)
      }),
      get: Effect.fnUntraced(function* () {
        return yield* CurrentWebhook
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        return yield* webhooks.update(yield* CurrentDeveloper, yield* CurrentWebhook, payload)
      }),
      delete: Effect.fnUntraced(function* () {
        yield* webhooks.delete(yield* CurrentDeveloper, yield* CurrentWebhook)
      }),
      deliveries: Effect.fnUntraced(function* ({ query }) {
        return yield* webhooks.deliveries(yield* CurrentWebhook, query)
      }),
      ping: Effect.fnUntraced(function* () {
        const { orgId } = yield* CurrentDeveloper
        return { delivery_id: yield* events.ping(orgId, (yield* CurrentWebhook).id) }
      }),
      retry: Effect.fnUntraced(function* () {
        const { orgId } = yield* CurrentDeveloper
        const delivery_id = yield* CurrentDelivery
        yield* events.retry(orgId, (yield* CurrentWebhook).id, delivery_id)
        return { delivery_id }
      }),
      openListener: Effect.fnUntraced(function* ({ payload }) {
        return yield* listeners.open(yield* CurrentDeveloper, payload)
      }),
      fetchMessages: Effect.fnUntraced(function* ({ payload }) {
        return { messages: yield* listeners.fetch(yield* CurrentDeveloper, yield* CurrentListener, payload) }
      }),
      closeListener: Effect.fnUntraced(function* () {
        yield* listeners.close(yield* CurrentDeveloper, yield* CurrentListener)
      })
    })
  })
)
