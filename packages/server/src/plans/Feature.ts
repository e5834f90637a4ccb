import { feature } from "../platform/features/feature.ts"
import { Retention } from "./Retention.ts"
import { RetentionStore } from "./RetentionStore.ts"

/** What an org may have, and how long its records are kept. */
export const plans = feature({
  stores: RetentionStore.layer,
  services: Retention.layer
})
