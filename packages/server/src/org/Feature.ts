import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { Meters } from "./Meters.ts"
import { OrgHttp } from "./OrgHttp.ts"
import { OrgPlans } from "./OrgPlans.ts"
import { OrgPlanStore } from "./OrgPlanStore.ts"
import { OrgStore } from "./OrgStore.ts"
import { Orgs } from "./Orgs.ts"
import { QuotaUsage } from "./QuotaUsage.ts"
import { QuotaUsageStore } from "./QuotaUsageStore.ts"

/** Organisations and what they use. */
export const org = feature({
  stores: Layer.mergeAll(OrgPlanStore.layer, OrgStore.layer, QuotaUsageStore.layer),
  services: Layer.mergeAll(Orgs.layer, QuotaUsage.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(Meters.layer, OrgPlans.layer))
  ),
  api: OrgHttp
})
