import { Effect, Layer } from "effect"
import { runWorkers } from "../platform/work/runWorkers.ts"
import { Deliveries } from "./Deliveries.ts"
import { mailQueue } from "./mailQueue.ts"

/** Sends the mails of the queue. */
export const MailWorkers = Layer.effectDiscard(
  Effect.flatMap(Deliveries, ({ attempt }) => runWorkers(mailQueue, attempt))
)
