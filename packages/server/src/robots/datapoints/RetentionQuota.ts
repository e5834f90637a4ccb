import type { OrgId } from "@fleet/domain/Ids"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { Bus } from "../../bus/Bus.ts"
import { Meters } from "../../org/Meters.ts"
import { Quotas } from "../../org/Quotas.ts"
import { RecordingStore } from "./RecordingStore.ts"

type Quota = "max_retention_bytes" | "max_retention_writes_per_minute"

interface Usage {
  minute: number
  writes: number
  bytes: number
  exceeded: Quota | null
}

/** Keeps an org's recording below its ceilings, and tells the org when it starts and stops to lose samples. */
export class RetentionQuota extends Context.Service<
  RetentionQuota,
  {
    /** Counts one write; false when it must not happen. */
    readonly admit: (orgId: OrgId) => boolean
    /** Measures anew what every org keeps. */
    readonly measure: Effect.Effect<void>
  }
>()("@fleet/server/RetentionQuota") {
  static readonly layer = Layer.effect(
    RetentionQuota,
    Effect.gen(function* () {
      const store = yield* RecordingStore
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const quotas = yield* Quotas
      const meters = yield* Meters
      const usages = new Map<OrgId, Usage>()
      const minuteOf = (nowMs: number) => Math.floor(nowMs / 60_000)

      const usageOf = (orgId: OrgId) => {
        let usage = usages.get(orgId)
        if (usage === undefined) usages.set(orgId, (usage = { minute: 0, writes: 0, bytes: 0, exceeded: null }))
        return usage
      }

      meters.connect("max_retention_bytes", (orgId) => usages.get(orgId)?.bytes ?? 0)
      meters.connect("max_retention_writes_per_minute", (orgId) => {
        const usage = usages.get(orgId)
        return usage?.minute === minuteOf(clock.currentTimeMillisUnsafe()) ? usage.writes : 0
      })

      const settle = (orgId: OrgId, usage: Usage, nowMs: number, exceeded: Quota | null) => {
        if (usage.exceeded === exceeded) return
        usage.exceeded = exceeded
        bus.control({
          type: "org_event",
          orgId,
          event: {
            at: DateTime.makeUnsafe(nowMs),
            kind: "health",
            severity: exceeded === null ? "info" : "warning",
            robot_id: null,
            subject: "retention",
            detail: { facet: "recording", state: exceeded === null ? "ok" : "stopped", reason: exceeded }
          }
        })
      }

      return RetentionQuota.of({
        admit: (orgId) => {
          const usage = usageOf(orgId)
          const nowMs = clock.currentTimeMillisUnsafe()
          const minute = minuteOf(nowMs)
          if (usage.minute !== minute) {
            usage.minute = minute
            usage.writes = 0
          }
          const full = usage.bytes > quotas.max_retention_bytes
          const tooMany = usage.writes >= quotas.max_retention_writes_per_minute
          if (!full && !tooMany) usage.writes++
          settle(orgId, usage, nowMs, full ? "max_retention_bytes" : tooMany ? "max_retention_writes_per_minute" : null)
          return usage.exceeded === null
        },
        measure: Effect.gen(function* () {
          const measured = yield* store.bytesByOrg
          for (const usage of usages.values()) usage.bytes = 0
          for (const { bytes, orgId } of measured) usageOf(orgId).bytes = bytes
        })
      })
    })
  )
}
