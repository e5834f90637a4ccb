import { assert, layer } from "@effect/vitest"
import type { HistoryAggregate } from "@fleet/domain/Datapoints"
import { Compaction } from "@fleet/server/robots/history/Compaction"
import { dayMs, dayOf, hourMs } from "@fleet/server/robots/history/calendar"
import { PartitionStore } from "@fleet/server/robots/history/PartitionStore"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { Clock, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { anOrg, aRobot } from "../fixtures.ts"
import { aRecorder, aRun, HistoryWorld, type Stamped } from "./world.ts"

const minuteMs = 60_000
const keepDays = 7
const slugs = ["battery", "power"] as const

const Slug = Schema.Literals(slugs)
const Json = Schema.Literals(["1", "-2.5", "1e+40", "12345678901234567890", "null", '"full"', "true", '{"a": [1, 2]}'])

/** Few hours and few places in them, so that samples meet. */
const Ago = Schema.Struct({
  hours: Schema.Literals([0, 1, 2, 3, 4, 26, 27, 28, 150, 151]),
  ms: Schema.Literals([0, 1, 500, 1000, 1500, 60_000, 1_800_000, 3_599_999])
})
const agoMs = ({ hours, ms }: { readonly hours: number; readonly ms: number }) => hours * hourMs + ms

const Run = Schema.Struct({
  do: Schema.tag("run"),
  slug: Slug,
  ago: Ago,
  count: Schema.Literals([3, 60, 350, 900]),
  stepMs: Schema.Literals([1000, 1500, 60_000])
})
const Compact = Schema.Struct({ do: Schema.tag("compact") })
/** What is too old goes. */
const Retain = Schema.Struct({ do: Schema.tag("retain") })
const Prepare = Schema.Struct({ do: Schema.tag("prepare"), from: Slug })
const Rename = Schema.Struct({ do: Schema.tag("rename"), from: Slug })

const Step = Schema.Union([
  Schema.Struct({ do: Schema.tag("record"), slug: Slug, ago: Ago, json: Json }),
  Schema.Struct({ do: Schema.tag("forget") }),
  Schema.Struct({ do: Schema.tag("wait"), ms: Schema.Literals([1000, hourMs, 2 * hourMs, 26 * hourMs, 8 * dayMs]) }),
  Run,
  Compact,
  Retain,
  Prepare,
  Rename
])

/** What a robot does first, and then anything. */
const Script = Schema.Tuple([
  Run,
  Run,
  Compact,
  Run,
  Step,
  Compact,
  Step,
  Step,
  Step,
  Compact,
  Step,
  Retain,
  Step,
  Prepare,
  Step,
  Rename,
  Step
])

const Reading = Schema.Struct({
  ago: Ago,
  spanMs: Schema.Literals([1, 1000, 2_700_000, hourMs, 5 * hourMs, 3 * dayMs]),
  limit: Schema.Literals([1, 3, 100, 1000]),
  windowMs: Schema.Literals([7 * minuteMs, hourMs, 5 * hourMs, dayMs]),
  agg: Schema.Literals(["avg", "min", "max", "last", "count"])
})

/** A plain list: a sample is kept unless a kept one lies nearer than the gap. */
class Kept {
  samples: ReadonlyArray<Stamped> = []

  record(gapMs: number, added: ReadonlyArray<Stamped>): void {
    for (const sample of added) {
      if (this.samples.some(({ timestampMs }) => Math.abs(timestampMs - sample.timestampMs) < gapMs)) continue
      this.samples = [...this.samples, sample].toSorted((a, b) => a.timestampMs - b.timestampMs)
    }
  }

  /** The samples of both; of two of the same time, that of this one. */
  join(other: Kept): void {
    const own = new Set(this.samples.map(({ timestampMs }) => timestampMs))
    const others = other.samples.filter(({ timestampMs }) => !own.has(timestampMs))
    this.samples = [...this.samples, ...others].toSorted((a, b) => a.timestampMs - b.timestampMs)
    other.samples = []
  }
}

const aggregate = (agg: HistoryAggregate, values: ReadonlyArray<unknown>) => {
  const numbers = values.filter((value) => typeof value === "number")
  if (agg === "count") return values.length
  if (agg === "last") return values.at(-1)
  if (numbers.length === 0) return null
  if (agg === "min") return Math.min(...numbers)
  if (agg === "max") return Math.max(...numbers)
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length
}

/** Two sums of the same numbers may differ in the last digits. */
const rounded = (value: unknown) => (typeof value === "number" ? value.toPrecision(9) : value)

layer(HistoryWorld, { timeout: "120 seconds" })("recorded samples", (it) => {
  it.effect.prop(
    "recorded samples are read as a plain list keeps them, wherever they are stored",
    [Script, Schema.Tuple([Reading, Reading, Reading, Reading])],
    ([steps, readings]) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(1000 * dayMs + 5 * hourMs)
        const samples = yield* RecordedSamples
        const compaction = yield* Compaction
        const partitions = yield* PartitionStore
        const orgId = yield* anOrg
        const robotId = yield* aRobot(orgId)
        const recorder = aRecorder(orgId, robotId, keepDays)
        const model = { battery: new Kept(), power: new Kept() }

        for (const step of steps) {
          const nowMs = yield* Clock.currentTimeMillis
          if (step.do === "record" || step.do === "run") {
            const fromMs = nowMs - agoMs(step.ago)
            const all =
              step.do === "run" ? aRun(fromMs, step.count, step.stepMs) : [{ timestampMs: fromMs, json: step.json }]
            const added = all.filter(({ timestampMs }) => timestampMs <= nowMs)
            model[step.slug].record(1000, added)
            yield* recorder.record(step.slug, 1000, added)
          } else if (step.do === "prepare") {
            yield* recorder.prepareRename(step.from, step.from === "battery" ? "power" : "battery")
          } else if (step.do === "rename") {
            const to = step.from === "battery" ? "power" : "battery"
            const held = model[step.from].samples.length > 0
            model[to].join(model[step.from])
            const moved = yield* recorder.rename(step.from, to)
            // What is too old may be gone already.
            if (!held) assert.isFalse(moved)
          } else if (step.do === "forget") recorder.forget()
          else if (step.do === "compact") yield* compaction.run
          else if (step.do === "retain") yield* partitions.dropDays(dayOf(nowMs))
          else yield* TestClock.adjust(step.ms)
        }

        const nowMs = yield* Clock.currentTimeMillis
        for (const slug of slugs) {
          for (const { agg, ago, limit, spanMs, windowMs } of [...readings, whole]) {
            const fromMs = Math.max(nowMs - agoMs(ago), nowMs - keepDays * dayMs)
            const toMs = nowMs - agoMs(ago) + spanMs
            if (toMs <= fromMs) continue
            const range = { orgId, robotId, slug, fromMs, toMs, keys: [] }
            const expected = model[slug].samples.filter(
              ({ timestampMs }) => timestampMs >= fromMs && timestampMs < toMs
            )
            const page = yield* samples.samples({ ...range, limit, bytes: 8_000_000 })
            assert.deepStrictEqual(
              page.map(({ json, timestamp_ms }) => [timestamp_ms, json]),
              expected.slice(0, limit + 1).map(({ json, timestampMs }) => [timestampMs, stored(json)])
            )
            // Windows of one width, and of three widths.
            const third = Math.ceil((toMs - fromMs) / 3)
            for (const startsMs of [null, [fromMs - 1, fromMs + third, fromMs + third + 1]]) {
              const buckets = yield* samples.buckets({ ...range, windowMs, startsMs, bytes: 8_000_000 }, agg)
              const inWindows = Map.groupBy(expected, ({ timestampMs }) =>
                startsMs === null
                  ? Math.floor(timestampMs / windowMs) * windowMs
                  : startsMs.findLast((start) => start <= timestampMs)!
              )
              assert.deepStrictEqual(
                buckets!.map(({ json, odd, rows, start_ms }) => [start_ms, rows, odd, rounded(parsed(json))]),
                [...inWindows].map(([start, held]) => {
                  const values = held.map(({ json }) => JSON.parse(json) as unknown)
                  const odd = values.filter((value) => typeof value !== "number" && value !== null).length
                  return [start, held.length, odd, rounded(aggregate(agg, values))]
                })
              )
            }
          }
        }
      }),
    { arbitrary: { runs: 30 } }
  )
})

const whole = { agg: "count", ago: { hours: 200, ms: 0 }, spanMs: 9 * dayMs, limit: 1000, windowMs: hourMs } as const

/** As jsonb writes it. */
const stored = (json: string) => (json === "1e+40" ? `1${"0".repeat(40)}` : json)
const parsed = (json: string | null) => (json === null ? null : (JSON.parse(json) as unknown))
