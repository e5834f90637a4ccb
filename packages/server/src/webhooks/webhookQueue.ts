import { DeliveryId } from "@fleet/domain/Ids"
import { Schema } from "effect"
import { workQueue } from "../platform/work/WorkQueue.ts"

/** A message to be sent. A delivery whose `round` is higher by now is another item's. */
export const DeliveryWork = Schema.Struct({ delivery: DeliveryId, round: Schema.Int })
export type DeliveryWork = typeof DeliveryWork.Type

/** How often a message is tried before it has failed: at once, and after each of the pauses. */
export const triesOfMessage = 5

/** How long a receiver has for its answer, from the look-up of its name on. */
export const answerTimeout = "10 seconds"

/** Deliveries are kept so long. */
export const keptDays = 7

/** The messages to be sent to webhooks. */
export const webhookQueue = workQueue({
  name: "webhooks",
  payload: DeliveryWork,
  concurrency: 32,
  // An attempt at a receiver that is silent takes ten seconds.
  concurrencyOfOrg: 8,
  lease: "30 seconds",
  pauses: ["10 seconds", "1 minute", "10 minutes", "1 hour"],
  giveUpAfter: `${keptDays} days`,
  keptFor: "1 hour"
})
