import type { OrgId } from "@fleet/domain/Ids"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { Bus } from "../../bus/Bus.ts"
import { RecordingStore } from "./RecordingStore.ts"

/** Protection ceilings on what one org records. */
export const retentionQuotas = { max_retention_bytes: 10_000_000_000, max_retention_writes_per_minute: 60_000 }
type Quota = keyof typeof retentionQuotas

interface Usage {
  minute: number
  writes: number
  full: boolean
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
      const usages = new Map<OrgId, Usage>()

      const usageOf = (orgId: OrgId) => {
        let usage = usages.get(orgId)
        if (usage === undefined) usages.set(orgId, (usage = { minute: 0, writes: 0, full: false, exceeded: null }))
        return usage
      }

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
          const minute = Math.floor(nowMs / 60_000)
          if (usage.minute !== minute) {
            usage.minute = minute
            usage.writes = 0
          }
          const tooMany = usage.writes >= retentionQuotas.max_retention_writes_per_minute
          if (!usage.full && !tooMany) usage.writes++
          settle(
            orgId,
            usage,
            nowMs,
            usage.full ? "max_retention_bytes" : tooMany ? "max_retention_writes_per_minute" : null
          )
          return usage.exceeded === null
        },
        measure: Effect.gen(function* () {
          const measured = yield* store.bytesByOrg
          for (const usage of usages.values()) usage.full = false
          for (const { bytes, orgId } of measured) usageOf(orgId).full = bytes > retentionQuotas.max_retention_bytes
        })
      })
    })
  )
}
