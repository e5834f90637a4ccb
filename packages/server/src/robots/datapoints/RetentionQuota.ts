import type { OrgId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer } from "effect"
import { Meters } from "../../org/Meters.ts"
import { Quotas } from "../../plans/Quotas.ts"
import { RecordedSamples } from "../history/RecordedSamples.ts"

type Quota = "max_retention_bytes" | "max_retention_writes_per_minute"

/** Samples are counted when they are admitted, and again in their blocks an hour later: so many measurements bridge that. */
const measurementsToBlocks = 5

interface Usage {
  minute: number
  writes: number
  /** In blocks, when they were measured last. */
  bytes: number
  /** Characters admitted between the last measurements, the newest first. */
  readonly recent: Array<number>
}

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, number) => all + number, 0)

/** Keeps an org's recording below its quotas. */
export class RetentionQuota extends Context.Service<
  RetentionQuota,
  {
    /** Counts one write of a JSON text; answers the quota that forbids it, null where none does. */
    readonly admit: (orgId: OrgId, characters: number) => Quota | null
    /** Measures anew what every org keeps. */
    readonly measure: Effect.Effect<void>
  }
>()("@fleet/server/RetentionQuota") {
  static readonly layer = Layer.effect(
    RetentionQuota,
    Effect.gen(function* () {
      const store = yield* RecordedSamples
      const clock = yield* Clock.Clock
      const quotas = yield* Quotas
      const meters = yield* Meters
      const usages = new Map<OrgId, Usage>()
      const minuteNow = () => Math.floor(clock.currentTimeMillisUnsafe() / 60_000)

      const usageOf = (orgId: OrgId) => {
        let usage = usages.get(orgId)
        if (usage === undefined) usages.set(orgId, (usage = { minute: 0, writes: 0, bytes: 0, recent: [0] }))
        return usage
      }

      const keptBy = (usage: Usage | undefined) => (usage === undefined ? 0 : usage.bytes + sum(usage.recent))

      meters.connect("max_retention_bytes", (orgId) => keptBy(usages.get(orgId)))
      meters.connect("max_retention_writes_per_minute", (orgId) => {
        const usage = usages.get(orgId)
        return usage?.minute === minuteNow() ? usage.writes : 0
      })

      return RetentionQuota.of({
        admit: (orgId, characters) => {
          const usage = usageOf(orgId)
          const minute = minuteNow()
          if (usage.minute !== minute) {
            usage.minute = minute
            usage.writes = 0
          }
          const { max_retention_bytes, max_retention_writes_per_minute } = quotas(orgId)
          if (keptBy(usage) > max_retention_bytes) return "max_retention_bytes"
          if (usage.writes >= max_retention_writes_per_minute) return "max_retention_writes_per_minute"
          usage.writes++
          usage.recent[0]! += characters
          return null
        },
        measure: Effect.gen(function* () {
          const measured = yield* store.bytesByOrg
          const minute = minuteNow()
          for (const [orgId, usage] of usages) {
            usage.bytes = 0
            usage.recent.unshift(0)
            if (usage.recent.length > measurementsToBlocks) usage.recent.pop()
            if (usage.minute !== minute && sum(usage.recent) === 0) usages.delete(orgId)
          }
          for (const { bytes, orgId } of measured) usageOf(orgId).bytes = bytes
        })
      })
    })
  )
}
