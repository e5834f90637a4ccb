import type { OrgId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer } from "effect"
import { every } from "../platform/schedule/sweep.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { PlanStore } from "./PlanStore.ts"
import { Retention } from "./Retention.ts"

/** An org that nobody asks about for so long is forgotten. */
const unusedMs = 600_000

interface Known {
  days: number
  usedAtMs: number
}

/**
 * How many days an org's samples are kept, for what asks at every sample: held in memory, and at most 30 s behind the
 * org's plan.
 */
export class HistoryDays extends Context.Service<
  HistoryDays,
  {
    /** Reads the org's plan where it is not known. Before `of`, for an org that begins to send samples. */
    readonly load: (orgId: OrgId) => Effect.Effect<void>
    /** Synchronous. Of an org that is not known, the longest that anything is kept. */
    readonly of: (orgId: OrgId) => number
  }
>()("@fleet/server/HistoryDays") {
  static readonly layer = Layer.effect(
    HistoryDays,
    Effect.gen(function* () {
      const store = yield* PlanStore
      const retention = yield* Retention
      const { historyDays: longest } = yield* Settings
      const clock = yield* Clock.Clock
      const known = new Map<OrgId, Known>()
      const now = () => clock.currentTimeMillisUnsafe()

      const read = Effect.fnUntraced(function* (orgIds: ReadonlyArray<OrgId>) {
        if (orgIds.length === 0) return
        for (const org of yield* store.some(orgIds)) {
          const days = retention.historyDaysOf(org)
          const entry = known.get(org.id)
          if (entry === undefined) known.set(org.id, { days, usedAtMs: now() })
          else entry.days = days
        }
      })

      const refresh = Effect.suspend(() => {
        const before = now() - unusedMs
        for (const [orgId, { usedAtMs }] of known) if (usedAtMs < before) known.delete(orgId)
        return read([...known.keys()])
      })
      yield* every("30 seconds", "the plans of organisations could not be read", refresh)

      return HistoryDays.of({
        load: Effect.fn("HistoryDays.load")(function* (orgId) {
          if (!known.has(orgId)) yield* read([orgId])
        }),
        of: (orgId) => {
          const entry = known.get(orgId)
          if (entry === undefined) return longest
          entry.usedAtMs = now()
          return entry.days
        }
      })
    })
  )
}
