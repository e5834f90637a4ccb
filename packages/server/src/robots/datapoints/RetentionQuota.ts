import type { OrgId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer } from "effect"
import { Meters } from "../../org/Meters.ts"
import { Quotas } from "../../plans/Quotas.ts"
import { RecordingStore } from "./RecordingStore.ts"

type Quota = "max_retention_bytes" | "max_retention_writes_per_minute"

interface Usage {
  minute: number
  writes: number
  bytes: number
}

/** Keeps an org's recording below its ceilings. */
export class RetentionQuota extends Context.Service<
  RetentionQuota,
  {
    /** Counts one write; answers the ceiling that forbids it, null where none does. */
    readonly admit: (orgId: OrgId) => Quota | null
    /** Measures anew what every org keeps. */
    readonly measure: Effect.Effect<void>
  }
>()("@fleet/server/RetentionQuota") {
  static readonly layer = Layer.effect(
    RetentionQuota,
    Effect.gen(function* () {
      const store = yield* RecordingStore
      const clock = yield* Clock.Clock
      const quotas = yield* Quotas
      const meters = yield* Meters
      const usages = new Map<OrgId, Usage>()
      const minuteNow = () => Math.floor(clock.currentTimeMillisUnsafe() / 60_000)

      const usageOf = (orgId: OrgId) => {
        let usage = usages.get(orgId)
        if (usage === undefined) usages.set(orgId, (usage = { minute: 0, writes: 0, bytes: 0 }))
        return usage
      }

      meters.connect("max_retention_bytes", (orgId) => usages.get(orgId)?.bytes ?? 0)
      meters.connect("max_retention_writes_per_minute", (orgId) => {
        const usage = usages.get(orgId)
        return usage?.minute === minuteNow() ? usage.writes : 0
      })

      return RetentionQuota.of({
        admit: (orgId) => {
          const usage = usageOf(orgId)
          const minute = minuteNow()
          if (usage.minute !== minute) {
            usage.minute = minute
            usage.writes = 0
          }
          const { max_retention_bytes, max_retention_writes_per_minute } = quotas(orgId)
          if (usage.bytes > max_retention_bytes) return "max_retention_bytes"
          if (usage.writes >= max_retention_writes_per_minute) return "max_retention_writes_per_minute"
          usage.writes++
          return null
        },
        measure: Effect.gen(function* () {
          const measured = yield* store.bytesByOrg
          const minute = minuteNow()
          for (const [orgId, usage] of usages) {
            if (usage.minute === minute) usage.bytes = 0
            else usages.delete(orgId)
          }
          for (const { bytes, orgId } of measured) usageOf(orgId).bytes = bytes
        })
      })
    })
  )
}
