import type { OrgId } from "@fleet/domain/Ids"
import { Context, Effect, FiberSet, Layer } from "effect"
import { TwoGenerations } from "../platform/cache/twoGenerations.ts"
import { every } from "../platform/schedule/every.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { PlanStore } from "./PlanStore.ts"
import { Retention } from "./Retention.ts"

/** Orgs of each generation, at most. */
const capacity = 25_000

/** In every so many readings, 30 s apart, orgs are dropped that were not used since the time before: after 10 to 20 minutes. */
const readingsToAge = 20

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
      const known = new TwoGenerations<OrgId, { days: number }>(capacity)
      const loading = new Set<OrgId>()
      const run = yield* FiberSet.makeRuntime()

      const read = Effect.fnUntraced(function* (orgIds: ReadonlyArray<OrgId>) {
        if (orgIds.length === 0) return
        for (const org of yield* store.some(orgIds)) {
          const days = retention.historyDaysOf(org)
          const entry = known.get(org.id)
          if (entry === undefined) known.keep(org.id, { days })
          else entry.days = days
        }
      })

      let readings = 0
      const refresh = Effect.suspend(() => {
        if (++readings % readingsToAge === 0) known.age()
        return read(known.keys())
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
          if (known.getUsed(orgId) === undefined) yield* read([orgId])
        }),
        of: (orgId) => {
          const entry = known.getUsed(orgId)
          if (entry !== undefined) return entry.days
          loadLater(orgId)
          return longest
        }
      })
    })
  )
}
