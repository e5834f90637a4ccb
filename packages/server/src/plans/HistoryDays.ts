import type { OrgId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, FiberSet, Layer } from "effect"
import { every } from "../platform/schedule/every.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { PlanStore } from "./PlanStore.ts"
import { Retention } from "./Retention.ts"

/** An org is dropped from memory after this long without use. */
const unusedMs = 600_000

interface Known {
  days: number
  usedAtMs: number
}

/** How many days an org's samples are kept, cached for the path of samples: at most 30 s behind the org's plan. */
export class HistoryDays extends Context.Service<
  HistoryDays,
  {
    /** Caches the org's days. To be called before `of`, when an org begins to send samples. */
    readonly load: (orgId: OrgId) => Effect.Effect<void>
    /** Synchronous. For an org that is not cached, the days of the server's settings, until its plan has been read. */
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
      const loading = new Set<OrgId>()
      const run = yield* FiberSet.makeRuntime()
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

      const loadLater = (orgId: OrgId) => {
        if (loading.has(orgId)) return
        loading.add(orgId)
        run(
          read([orgId]).pipe(
            Effect.catchDefect((defect) => Effect.logError("the plan of an organisation could not be read", defect)),
            Effect.ensuring(Effect.sync(() => loading.delete(orgId)))
          )
        )
      }

      return HistoryDays.of({
        load: Effect.fnUntraced(function* (orgId) {
          const entry = known.get(orgId)
          if (entry === undefined) yield* read([orgId])
          else entry.usedAtMs = now()
        }),
        of: (orgId) => {
          const entry = known.get(orgId)
          if (entry === undefined) {
            loadLater(orgId)
            return longest
          }
          entry.usedAtMs = now()
          return entry.days
        }
      })
    })
  )
}
