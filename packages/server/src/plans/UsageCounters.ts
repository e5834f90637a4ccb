import type { AppId, OrgId } from "@fleet/domain/Ids"
import type { UsageMetric } from "@fleet/domain/Usage"
import { Clock, Context, Effect, Layer, type Scope, Semaphore } from "effect"
import { Nodes } from "../platform/nodes/Nodes.ts"
import { type UsageCount, UsageCounterStore } from "./UsageCounterStore.ts"

/** A count of this run, and how much of it is written. */
interface Held {
  readonly count: Omit<UsageCount, "value">
  value: number
  written: number
}

/** The counts of one metric on one day, by app, and by organisation where there is none. */
interface DayCounts {
  readonly ofApps: Map<AppId, Held>
  readonly ofOrgs: Map<OrgId, Held>
}

/** The counts of one UTC day, from its first millisecond to the first of the next. */
interface Day {
  readonly day: string
  /** Whose rows they are. */
  readonly boot: string
  readonly fromMs: number
  readonly toMs: number
  readonly metrics: Map<UsageMetric, DayCounts>
}

const dayMs = 86_400_000

/** A moment's UTC day, as `2026-11-23`. */
export const usageDayOf = (ms: number): string => new Date(ms).toISOString().slice(0, "2026-11-23".length)

/**
 * Counts use, by organisation, app and UTC day. What was counted is in memory until `flush`. Each run of the server writes
 * numbers of its own, as they are and not what was added, so that a write that is made twice counts once.
 */
export class UsageCounters extends Context.Service<
  UsageCounters,
  {
    /** Synchronous; allocates nothing but at the first of a metric, an organisation or app, and a day. */
    readonly add: (orgId: OrgId, appId: AppId | null, metric: UsageMetric, amount: number) => void
    /** Adds the milliseconds between two moments, each to the UTC day on which it passed. */
    readonly addSpan: (orgId: OrgId, appId: AppId | null, metric: UsageMetric, fromMs: number, toMs: number) => void
    /** `count` adds what has passed until now of what still goes on; it is called before each `flush`. */
    readonly beforeFlush: (count: () => void) => Effect.Effect<void, never, Scope.Scope>
    /** Writes what was added since. What cannot be written is kept for the next time. */
    readonly flush: Effect.Effect<void>
    /** Moves days that are over into their months: those of runs that are gone, and of this one. */
    readonly fold: Effect.Effect<void>
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
      const nodes = yield* Nodes
      const now = () => clock.currentTimeMillisUnsafe()
      const days = new Map<number, Day>()
      const sources = new Set<() => void>()
      const alone = Semaphore.makeUnsafe(1)
      /** The last day whose counts were dropped: one that is counted again, by a clock that was set back, has other rows. */
      let droppedMs = -Infinity

      const dayAt = (ms: number): Day => {
        const fromMs = ms - (((ms % dayMs) + dayMs) % dayMs)
        const known = days.get(fromMs)
        if (known !== undefined) return known
        const boot = fromMs > droppedMs ? nodes.boot : crypto.randomUUID()
        const day = { day: usageDayOf(fromMs), boot, fromMs, toMs: fromMs + dayMs, metrics: new Map() }
        days.set(fromMs, day)
        return day
      }

      const countsOf = (day: Day, metric: UsageMetric): DayCounts => {
        let counts = day.metrics.get(metric)
        if (counts === undefined) day.metrics.set(metric, (counts = { ofApps: new Map(), ofOrgs: new Map() }))
        return counts
      }

      const first = ({ boot, day }: Day, orgId: OrgId, appId: AppId | null, metric: UsageMetric, value: number) => ({
        count: { orgId, appId, metric, day, boot },
        value,
        written: 0
      })

      const addTo = (day: Day, orgId: OrgId, appId: AppId | null, metric: UsageMetric, amount: number) => {
        const { ofApps, ofOrgs } = countsOf(day, metric)
        const known = appId === null ? ofOrgs.get(orgId) : ofApps.get(appId)
        if (known !== undefined) known.value += amount
        else if (appId === null) ofOrgs.set(orgId, first(day, orgId, null, metric, amount))
        else ofApps.set(appId, first(day, orgId, appId, metric, amount))
      }

      let today = dayAt(now())
      const dayNow = (): Day => {
        const ms = now()
        if (ms < today.fromMs || ms >= today.toMs) today = dayAt(ms)
        return today
      }

      const heldOn = ({ metrics }: Day): ReadonlyArray<Held> =>
        [...metrics.values()].flatMap(({ ofApps, ofOrgs }) => [...ofApps.values(), ...ofOrgs.values()])
      const held = () => [...days.values()].flatMap(heldOn)

      /** A day goes as a whole: what is held of one is all that this run counted on it. */
      const dropWritten = () => {
        const { fromMs: todayMs } = dayNow()
        for (const [fromMs, day] of days) {
          if (fromMs >= todayMs || heldOn(day).some(({ value, written }) => value > written)) continue
          days.delete(fromMs)
          droppedMs = Math.max(droppedMs, fromMs)
        }
      }

      const flush = Effect.gen(function* () {
        for (const count of sources) count()
        const dirty = held().filter(({ value, written }) => value > written)
        const writing = dirty.map(({ value }) => value)
        yield* store.put(dirty.map(({ count }, index) => ({ ...count, value: writing[index]! })))
        dirty.forEach((each, index) => (each.written = writing[index]!))
        dropWritten()
      }).pipe(alone.withPermits(1))
      yield* Effect.addFinalizer(() => Effect.ignoreCause(flush, { log: true }))

      return UsageCounters.of({
        add: (orgId, appId, metric, amount) => {
          if (amount > 0) addTo(dayNow(), orgId, appId, metric, amount)
        },
        addSpan: (orgId, appId, metric, fromMs, toMs) => {
          const last = Math.floor(toMs)
          for (let at = Math.floor(fromMs); at < last;) {
            const day = dayAt(at)
            const end = Math.min(last, day.toMs)
            addTo(day, orgId, appId, metric, end - at)
            at = end
          }
        },
        beforeFlush: (count) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.sync(() => sources.add(count)),
              () => Effect.sync(() => sources.delete(count))
            )
          ),
        flush,
        fold: Effect.gen(function* () {
          yield* flush
          // Yesterday's rows stay another day: a run that is about to end may still write them.
          const before = Math.min(now() - dayMs, ...days.keys())
          const others = (yield* nodes.alive).filter((boot) => boot !== nodes.boot)
          yield* store.fold(usageDayOf(before), others)
        }),
        monthOfApps: Effect.fn("UsageCounters.monthOfApps")(function* (orgId, metric) {
          const from = `${dayNow().day.slice(0, "2026-11".length)}-01`
          const known = [...days.values()].filter(({ day }) => day >= from)
          const counted = known
            .flatMap(({ metrics }) => [...(metrics.get(metric)?.ofApps.values() ?? [])])
            .reduce((sum, { count, value }) => (count.orgId === orgId ? sum + value : sum), 0)
          // The rows of these days are left out, however much of them is written by now.
          return counted + (yield* store.ofApps({ orgId, metric, from, besides: known }))
        }),
        size: () => held().length
      })
    })
  )
}
