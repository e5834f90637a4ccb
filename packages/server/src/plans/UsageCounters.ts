import type { AppId, OrgId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer } from "effect"
import { type UsageCount, UsageCounterStore, type UsageMetric } from "./UsageCounterStore.ts"

/** A count of this run, and how much of it is written. */
interface Held {
  readonly count: Omit<UsageCount, "value">
  value: number
  written: number
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, "2026-11-23".length)

/**
 * Counts use, by organisation, app and UTC day. What was counted is in memory until `flush`. Each run of the server writes
 * numbers of its own, as they are and not what was added, so that a write that is made twice counts once.
 */
export class UsageCounters extends Context.Service<
  UsageCounters,
  {
    readonly add: (orgId: OrgId, appId: AppId | null, metric: UsageMetric, amount: number) => void
    /** Writes what was added since. What cannot be written is kept for the next time. */
    readonly flush: Effect.Effect<void>
    /** What the org's apps used in this UTC month. */
    readonly monthOfApps: (orgId: OrgId, metric: UsageMetric) => Effect.Effect<number>
    readonly size: () => number
  }
>()("@fleet/server/UsageCounters") {
  static readonly layer = Layer.effect(
    UsageCounters,
    Effect.gen(function* () {
      const store = yield* UsageCounterStore
      const clock = yield* Clock.Clock
      const boot = crypto.randomUUID()
      const held = new Map<string, Held>()
      const today = () => dayOf(clock.currentTimeMillisUnsafe())

      const flush = Effect.gen(function* () {
        const dirty = [...held.values()].filter(({ value, written }) => value > written)
        const writing = dirty.map(({ value }) => value)
        yield* store.put(
          boot,
          dirty.map(({ count }, index) => ({ ...count, value: writing[index]! }))
        )
        dirty.forEach((each, index) => (each.written = writing[index]!))
        const day = today()
        for (const [key, { count, value, written }] of held) if (count.day < day && value === written) held.delete(key)
      })
      yield* Effect.addFinalizer(() => Effect.ignoreCause(flush, { log: true }))

      return UsageCounters.of({
        add: (orgId, appId, metric, amount) => {
          if (amount <= 0) return
          const day = today()
          const key = `${orgId} ${appId} ${metric} ${day}`
          const known = held.get(key)
          if (known === undefined) held.set(key, { count: { orgId, appId, metric, day }, value: amount, written: 0 })
          else known.value += amount
        },
        flush,
        monthOfApps: Effect.fn("UsageCounters.monthOfApps")(function* (orgId, metric) {
          const from = `${today().slice(0, "2026-11".length)}-01`
          const unwritten = [...held.values()]
            .filter(({ count }) => count.orgId === orgId && count.appId !== null && count.metric === metric)
            .filter(({ count }) => count.day >= from)
            .reduce((sum, { value, written }) => sum + value - written, 0)
          return unwritten + (yield* store.ofApps({ orgId, metric, from }))
        }),
        size: () => held.size
      })
    })
  )
}
