import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { AlertPreviews } from "./AlertPreviews.ts"
import { AlertRecords } from "./AlertRecords.ts"
import { Alerts } from "./Alerts.ts"
import { AlertsHttp } from "./AlertsHttp.ts"
import { AlertStore } from "./AlertStore.ts"
import { AlertSweep } from "./AlertSweep.ts"
import { AlertTransitionStore } from "./AlertTransitionStore.ts"
import { AlertWriter } from "./AlertWriter.ts"
import { LiveAlerts } from "./LiveAlerts.ts"

/** Alerts on live samples, and what developers see of them. */
export const alerts = feature({
  stores: Layer.mergeAll(AlertStore.layer, AlertTransitionStore.layer),
  services: Layer.mergeAll(Alerts.layer, AlertPreviews.layer).pipe(
    Layer.provideMerge(LiveAlerts.layer),
    Layer.provideMerge(AlertWriter.layer),
    Layer.provideMerge(AlertRecords.layer)
  ),
  background: AlertSweep,
  api: AlertsHttp
})
