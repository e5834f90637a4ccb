import { Context, DateTime, type Effect } from "effect"

/** The time that plans and billing go by: the machine's, but in the demo, where it can be moved. */
export const BillingTime = Context.Reference<Effect.Effect<DateTime.Utc>>("@fleet/server/BillingTime", {
  defaultValue: () => DateTime.now
})
