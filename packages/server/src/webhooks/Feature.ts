import { Effect, Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { ListenerStore } from "./ListenerStore.ts"
import { WebhookEvents } from "./WebhookEvents.ts"
import { WebhookListeners } from "./WebhookListeners.ts"
import { WebhookRules } from "./WebhookRules.ts"
import { Webhooks } from "./Webhooks.ts"
import { WebhookScopesLive } from "./WebhookScopeHttp.ts"
import { WebhookSender } from "./WebhookSender.ts"
import { WebhooksHttp } from "./WebhooksHttp.ts"
import { WebhookStore } from "./WebhookStore.ts"
import { WebhookWorkers } from "./WebhookWorkers.ts"

/** A stopping server waits for no fetch: this is let go before its requests are. */
const FetchesEnd = Layer.effectDiscard(
  Effect.flatMap(WebhookListeners, ({ endWaits }) => Effect.addFinalizer(() => endWaits))
)

/** Webhooks of orgs, their messages, and the delivery of those. */
export const webhooks = feature({
  stores: Layer.mergeAll(DeliveryStore.layer, ListenerStore.layer, WebhookStore.layer),
  services: Layer.mergeAll(Webhooks.layer, WebhookListeners.layer, WebhookSender.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(WebhookEvents.layer, WebhookRules.layer))
  ),
  background: WebhookWorkers,
  middleware: WebhookScopesLive,
  api: WebhooksHttp,
  sockets: FetchesEnd
})
