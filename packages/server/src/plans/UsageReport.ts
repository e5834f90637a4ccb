import type { OrgId } from "@fleet/domain/Ids"
import type { UsageQuery } from "@fleet/domain/Usage"
import { Context, Effect, Layer } from "effect"
import { UsageCounterStore } from "./UsageCounterStore.ts"
import { type UsageSeries, usageSeries } from "./usageText.ts"

/** What is written of an organisation's use: at most 30 s behind. */
export class UsageReport extends Context.Service<
  UsageReport,
  {
    /** By app, then by metric. */
    readonly read: (orgId: OrgId, query: UsageQuery) => Effect.Effect<ReadonlyArray<UsageSeries>>
  }
>()("@fleet/server/UsageReport") {
  static readonly layer = Layer.effect(
    UsageReport,
    Effect.map(UsageCounterStore, (store) =>
      UsageReport.of({
        read: Effect.fn("UsageReport.read")(function* (orgId, query) {
          return usageSeries(yield* store.list({ orgId, from: query.from_day, to: query.to_day }), query)
        })
      })
    )
  )
}
