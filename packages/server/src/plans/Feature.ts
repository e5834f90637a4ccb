import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { HistoryDays } from "./HistoryDays.ts"
import { countRequests } from "./countRequests.ts"
import { Plans } from "./Plans.ts"
import { PlanStore } from "./PlanStore.ts"
import { PlanUsageStore } from "./PlanUsageStore.ts"
import { Retention } from "./Retention.ts"
import { UsageCounters } from "./UsageCounters.ts"
import { UsageCounterStore } from "./UsageCounterStore.ts"
import { UsageHttp } from "./UsageHttp.ts"
import { UsageReport } from "./UsageReport.ts"
import { UsageWriting } from "./UsageWriting.ts"

/** What an org may have, and how long its records are kept. */
export const plans = feature({
  stores: Layer.mergeAll(PlanStore.layer, PlanUsageStore.layer, UsageCounterStore.layer),
  services: Layer.mergeAll(HistoryDays.layer, Plans.layer, countRequests).pipe(
    Layer.provideMerge(Layer.mergeAll(Retention.layer, UsageCounters.layer, UsageReport.layer))
  ),
  background: UsageWriting,
  api: UsageHttp
})
