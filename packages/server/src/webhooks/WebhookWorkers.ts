import { DateTime, Effect, Layer } from "effect"
import { every } from "../platform/schedule/sweep.ts"
import { runWorkers } from "../platform/work/runWorkers.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { keptDays, webhookQueue } from "./webhookQueue.ts"
import { WebhookSender } from "./WebhookSender.ts"

/** Sends the messages of the queue, and deletes old ones every hour. */
export const WebhookWorkers = Layer.effectDiscard(
  Effect.gen(function* () {
    const { attempt } = yield* WebhookSender
    const store = yield* DeliveryStore
    const forget = Effect.gen(function* () {
      const before = DateTime.toDateUtc(DateTime.subtract(yield* DateTime.now, { days: keptDays }))
      while ((yield* store.deleteOld(before)) > 0);
    })
    yield* runWorkers(webhookQueue, attempt)
    yield* every("1 hour", "old deliveries of webhooks could not be deleted", forget)
  })
)
