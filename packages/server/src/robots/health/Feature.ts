import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { HealthMessages } from "./HealthMessages.ts"
import { HealthReports } from "./HealthReports.ts"
import { HealthSweep } from "./HealthSweep.ts"
import { ResourceHealths } from "./ResourceHealths.ts"
import { ResourceHealthStore } from "./ResourceHealthStore.ts"

/** How cameras, configurations and recordings fare. Those who know it report it here. */
export const health = feature({
  stores: ResourceHealthStore.layer,
  services: HealthReports.layer.pipe(Layer.provideMerge(ResourceHealths.layer), Layer.provide(HealthMessages.layer)),
  background: HealthSweep
})
