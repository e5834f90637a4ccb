import { DateTime, Effect, Layer } from "effect"
import { every } from "../platform/schedule/every.ts"
import { runWorkers } from "../platform/work/runWorkers.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { keptDays, webhookQueue } from "./webhookQueue.ts"
import { WebhookListeners } from "./WebhookListeners.ts"
import { WebhookSender } from "./WebhookSender.ts"
import { WebhookStore } from "./WebhookStore.ts"

/** Sends the messages of the queue, deletes old ones and old secrets every hour, and listeners that have ended every minute. */
export const WebhookWorkers = Layer.effectDiscard(
  Effect.gen(function* () {
    const { attempt } = yield* WebhookSender
    const store = yield* DeliveryStore
    const webhooks = yield* WebhookStore
    const { deleteEnded } = yield* WebhookListeners
    const forget = Effect.gen(function* () {
      const now = yield* DateTime.now
      yield* webhooks.forgetOldSecrets(DateTime.toDateUtc(now))
      const before = DateTime.toDateUtc(DateTime.subtract(now, { days: keptDays }))
      while ((yield* store.deleteOld(before)) > 0);
    })
    yield* runWorkers(webhookQueue, attempt)
    yield* every("1 hour", "old deliveries or secrets of webhooks could not be deleted", forget)
    yield* every("1 minute", "listeners that have ended could not be deleted", deleteEnded)
  })
)
