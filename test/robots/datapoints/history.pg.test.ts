import { assert, layer } from "@effect/vitest"
import { type HistoryAggregate, type HistoryQuery, windowMsOf } from "@fleet/domain/Datapoints"
import type { Retention } from "@fleet/domain/RobotConfig/Datapoint"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { History } from "@fleet/server/robots/datapoints/History"
import { history } from "@fleet/server/robots/history/Feature"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { HistoryRecorder } from "@fleet/server/robots/datapoints/HistoryRecorder"
import { Meters } from "@fleet/server/org/Meters"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { HistoryHealth } from "@fleet/server/robots/datapoints/HistoryHealth"
import { RetentionQuota } from "@fleet/server/robots/datapoints/RetentionQuota"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { TestDatabase } from "../../support/Database.ts"
import { connectedHome, datapoints, say } from "../../support/homes.ts"
import { silentHealth } from "../../support/silentHealth.ts"
import { anOrg, aRobot, SevenDays } from "../fixtures.ts"

const Stored = RecordedSamples.layer.pipe(Layer.provideMerge(history.stores), Layer.provideMerge(TestDatabase))
const Recording = HistoryRecorder.layer.pipe(
  Layer.provide(HistoryHealth.layer.pipe(Layer.provide(silentHealth))),
  Layer.provideMerge(RetentionQuota.layer),
  Layer.provideMerge(RobotHomes.layer),
  Layer.provide([Counters.layer, Meters.layer]),
  Layer.provide(SevenDays)
)
const Subject = Layer.mergeAll(Recording, History.layer.pipe(Layer.provide(SevenDays))).pipe(
  Layer.provideMerge(Layer.mergeAll(Stored, Bus.layer))
)

const enabled = (interval_seconds: number): Retention => ({ enabled: true, interval_seconds })

interface Series {
  readonly orgId: OrgId
  readonly robotId: RobotId
}
const aSeries = Effect.gen(function* () {
  const orgId = yield* anOrg
  return { orgId, robotId: yield* aRobot(orgId) }
})

const record = (
  { orgId, robotId }: Series,
  samples: ReadonlyArray<readonly [timestampMs: number, value: unknown]>,
  retention: Retention = enabled(1)
) =>
  Effect.gen(function* () {
    const recorder = yield* HistoryRecorder
    const home = yield* connectedHome(robotId, datapoints("battery"), orgId)
    for (const [timestampMs, value] of samples) {
      say(home, "battery", JSON.stringify(value), timestampMs, false, retention)
    }
    yield* recorder.flush
  })

const read = ({ orgId, robotId }: Series, query: HistoryQuery, retention: Retention = enabled(1)) =>
  Effect.gen(function* () {
    const config = { topic: "/battery", type: "std_msgs/msg/Float32", retention }
    const text = yield* (yield* History).read({ robotId, orgId, slug: "battery", config }, query)
    return JSON.parse(text) as {
      readonly samples: ReadonlyArray<{ readonly timestamp_ms: number; readonly value: unknown }>
      readonly buckets: ReadonlyArray<{
        readonly bucket_start_ms: number
        readonly value: unknown
        readonly sample_count: number
      }>
      readonly truncated: boolean
      readonly truncated_by: string | null
    }
  })

const times = (series: Series) =>
  Effect.map(read(series, { from: "0", to: "now", limit: 10_000 }), ({ samples }) =>
    samples.map(({ timestamp_ms }) => timestamp_ms)
  )

/** Any sample nearer than the interval to one that is kept already is passed over. */
const thinned = (timestamps: ReadonlyArray<number>, gapMs: number) => {
  const kept: Array<number> = []
  for (const at of timestamps) if (!kept.some((other) => Math.abs(other - at) < gapMs)) kept.push(at)
  return kept.toSorted((a, b) => a - b)
}

const Moments = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })))

layer(Subject, { timeout: "60 seconds" })("recorded history", (it) => {
  it.effect("recorded history keeps a sample per interval of capture time, whenever it comes", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const series = yield* aSeries
      yield* record(series, [
        [10_000, 1],
        [10_999, 2],
        [11_000, 3],
        [5000, 4],
        [4500, 5],
        [6000, 6],
        [10_500, 7]
      ])
      assert.deepStrictEqual(yield* times(series), [5000, 6000, 10_000, 11_000])
    })
  )

  it.effect("recorded history keeps the interval towards what an earlier process recorded", () =>
    Effect.gen(function* () {
      const series = yield* aSeries
      const inProcess = (samples: ReadonlyArray<readonly [number, unknown]>) =>
        Effect.provide(record(series, samples), Layer.provide(Recording, Bus.layer), { local: true })
      yield* inProcess([[10_000, 1]])
      yield* inProcess([
        [10_400, 2],
        [9600, 3]
      ])
      // What the table refuses does not stand in the way of what comes next.
      yield* Effect.provide(
        Effect.andThen(
          record(series, [
            [10_900, 4],
            [9100, 5]
          ]),
          record(series, [
            [11_000, 6],
            [9000, 7]
          ])
        ),
        Layer.provide(Recording, Bus.layer),
        { local: true }
      )
      assert.deepStrictEqual(yield* times(series), [9000, 10_000, 11_000])
    })
  )

  it.effect.prop(
    "recorded history is what passing over near samples leaves, in any order",
    [Moments],
    ([moments]) =>
      Effect.gen(function* () {
        const series = yield* aSeries
        yield* record(
          series,
          moments.map((at) => [at, at])
        )
        assert.deepStrictEqual(yield* times(series), thinned(moments, 1000))
      }),
    { arbitrary: { runs: 40 } }
  )

  it.effect("recorded history is nothing where retention is off or was never turned on", () =>
    Effect.gen(function* () {
      const series = yield* aSeries
      yield* record(series, [[1000, 1]], {})
      yield* record(series, [[1000, 1]], { enabled: false })
      assert.deepStrictEqual(yield* times(series), [])
      assert.strictEqual((yield* Effect.flip(read(series, {}, {}))).code, "not_recorded")
    })
  )

  it.effect("recorded history answers samples from the start of the range up to the limit", () =>
    Effect.gen(function* () {
      const series = yield* aSeries
      yield* record(series, [
        [1000, 1],
        [2000, { a: [1, { b: "x" }] }],
        [3000, null],
        [4000, 4]
      ])
      const page = yield* read(series, { from: "1000", to: "4000", limit: 2 })
      assert.deepStrictEqual(page, {
        slug: "battery",
        kind: "samples",
        samples: [
          { timestamp_ms: 1000, value: 1 },
          { timestamp_ms: 2000, value: { a: [1, { b: "x" }] } }
        ],
        truncated: true,
        truncated_by: "limit"
      } as never)
      const whole = yield* read(series, { from: "1000", to: "4000", field: "a[1].b" })
      assert.deepStrictEqual(
        whole.samples.map(({ value }) => value),
        [null, "x", null]
      )
      assert.deepInclude(whole, { truncated: false, truncated_by: null })
    })
  )

  it.effect("recorded history answers at most 8 MiB", () =>
    Effect.gen(function* () {
      const series = yield* aSeries
      const text = "x".repeat(1_000_000)
      yield* record(
        series,
        Array.from({ length: 10 }, (_, index) => [index * 1000, text])
      )
      const page = yield* read(series, { from: "0", to: "20000" })
      assert.strictEqual(page.samples.length, 8)
      assert.deepInclude(page, { truncated: true, truncated_by: "bytes" })
      const rest = yield* read(series, { from: "7001", to: "20000" })
      assert.strictEqual(rest.samples.length, 2)
      assert.strictEqual(rest.truncated, false)
      const last = (to: string) => read(series, { from: "0", to, window: "1s", agg: "last" })
      assert.strictEqual((yield* last("8000")).buckets.length, 8)
      assert.strictEqual((yield* Effect.flip(last("9000"))).code, "invalid_range")
    })
  )

  it.effect.prop(
    "recorded history aggregates as a naive model does",
    [
      Schema.Array(Schema.Struct({ at: Schema.Int, value: Schema.NullOr(Schema.Int) })).check(Schema.isMaxLength(40)),
      Schema.Literals(["avg", "min", "max", "last", "count"]),
      Schema.Literals(["1s", "5s", "7s", "10s", "1m"]),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 50_000 })),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50_000 }))
    ],
    ([raw, agg, window, fromMs, span]) =>
      Effect.gen(function* () {
        const series = yield* aSeries
        // A remainder of a negative number may be -0, which JSON does not know.
        const small = (value: number | null) => (value === null ? null : (value % 1000) + 0)
        const samples = new Map(raw.map(({ at, value }) => [Math.abs(at) % 100_000, small(value)]))
        const times = thinned([...samples.keys()], 1000)
        yield* record(series, [...samples])
        const toMs = fromMs + span
        const { buckets } = yield* read(series, { from: String(fromMs), to: String(toMs), agg, window })

        const width = windowMsOf(window)
        const inRange = times.filter((at) => at >= fromMs && at < toMs)
        const starts: Array<number> = []
        for (let start = Math.floor(fromMs / width) * width; start < toMs; start += width) starts.push(start)
        const expected = starts.map((start) => {
          const held = inRange.filter((at) => Math.floor(at / width) * width === start)
          return {
            bucket_start_ms: start,
            value: naive(
              agg,
              held.map((at) => samples.get(at) ?? null)
            ),
            sample_count: held.length
          }
        })
        assert.deepStrictEqual(
          buckets.map((bucket) => ({ ...bucket, value: rounded(bucket.value) })),
          expected.map((bucket) => ({ ...bucket, value: rounded(bucket.value) }))
        )
      }),
    { arbitrary: { runs: 60 } }
  )

  it.effect("recorded history refuses a range that ends before it begins, and one of too many buckets", () =>
    Effect.gen(function* () {
      const series = yield* aSeries
      const code = (query: HistoryQuery) => Effect.map(Effect.flip(read(series, query)), (error) => error.code)
      assert.strictEqual(yield* code({ from: "2000", to: "2000" }), "invalid_range")
      assert.strictEqual(yield* code({ from: "now", to: "now-1h" }), "invalid_range")
      const buckets = (to: string, limit?: number) =>
        read(series, { from: "0", to, window: "1s", agg: "count", ...(limit === undefined ? {} : { limit }) })
      assert.strictEqual((yield* buckets("2000000")).buckets.length, 2000)
      assert.strictEqual((yield* Effect.flip(buckets("2000001"))).code, "invalid_range")
      assert.strictEqual((yield* buckets("3000", 3)).buckets.length, 3)
      assert.strictEqual((yield* Effect.flip(buckets("3001", 3))).code, "invalid_range")
    })
  )

  it.effect("recorded history refuses to calculate with what is no number, and counts it", () =>
    Effect.gen(function* () {
      const series = yield* aSeries
      yield* record(series, [
        [1000, 1],
        [2000, "full"],
        [3000, null]
      ])
      const range = { from: "0", to: "4000", window: "10s" } as const
      for (const agg of ["avg", "min", "max"] as const) {
        assert.strictEqual((yield* Effect.flip(read(series, { ...range, agg }))).code, "not_aggregatable")
      }
      const value = (agg: HistoryAggregate, to: string) =>
        Effect.map(read(series, { ...range, to, agg }), ({ buckets }) => buckets[0]?.value)
      assert.strictEqual(yield* value("count", "4000"), 3)
      assert.strictEqual(yield* value("last", "3000"), "full")
      assert.strictEqual(yield* value("avg", "2000"), 1)
    })
  )
})

const naive = (agg: HistoryAggregate, values: ReadonlyArray<number | null>) => {
  const numbers = values.filter((value) => value !== null)
  if (agg === "count") return values.length
  if (agg === "last") return values.at(-1) ?? null
  if (numbers.length === 0) return null
  if (agg === "min") return Math.min(...numbers)
  if (agg === "max") return Math.max(...numbers)
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length
}

/** Two sums of the same numbers may differ in the last digit. */
const rounded = (value: unknown) => (typeof value === "number" ? Math.round(value * 1e6) + 0 : value)
