import { Effect, Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { AlertPreviews } from "./AlertPreviews.ts"
import { AlertRecords } from "./AlertRecords.ts"
import { Alerts } from "./Alerts.ts"
import { AlertsHttp } from "./AlertsHttp.ts"
import { AlertStore } from "./AlertStore.ts"
import { AlertTransitionStore } from "./AlertTransitionStore.ts"
import { AlertWriter } from "./AlertWriter.ts"
import { LiveAlerts } from "./LiveAlerts.ts"
import { Retention } from "../../plans/Retention.ts"
import { every } from "../../platform/schedule/every.ts"

/** Deletes old moves of alerts every hour: they are kept as long as the audit rows about them. */
const alertSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* AlertTransitionStore
    const retention = yield* Retention
    yield* every("1 hour", "old moves of alerts could not be deleted", retention.forget("audit_days", store.deleteOld))
  })
)

/** Alerts on live samples, and what developers see of them. */
export const alerts = feature({
  stores: Layer.mergeAll(AlertStore.layer, AlertTransitionStore.layer),
  services: Layer.mergeAll(Alerts.layer, AlertPreviews.layer).pipe(
    Layer.provideMerge(LiveAlerts.layer),
    Layer.provideMerge(AlertWriter.layer),
    Layer.provideMerge(AlertRecords.layer)
  ),
  background: alertSweep,
  api: AlertsHttp
})
