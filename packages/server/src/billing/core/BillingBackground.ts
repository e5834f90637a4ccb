import { Effect, Layer } from "effect"
import { every } from "../../platform/schedule/every.ts"
import { BillingWork } from "./BillingWork.ts"

/** Does what comes due of billing, twice a minute. */
export const BillingBackground = Layer.effectDiscard(
  Effect.flatMap(BillingWork, ({ drain }) =>
    every("30 seconds", "what is due of billing could not be done", Effect.asVoid(drain))
  )
)
