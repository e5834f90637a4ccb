import { assert, layer } from "@effect/vitest"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { keepSamples } from "../../support/keepSamples.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aPublishedRobot, refusal } from "../world.ts"

const dayMs = 86_400_000

/** The beginning of a day that is kept as a whole. */
const base = (Math.floor(Date.now() / dayMs) - 3) * dayMs

const iso = (timeMs: number) => new Date(base + timeMs).toISOString()

/** Records of days ago, which no bridge could bring any more. Times are those of the day. */
const keep = (
  key: { readonly robotId: RobotId; readonly orgId: OrgId },
  samples: ReadonlyArray<readonly [timeMs: number, value: unknown]>
) =>
  keepSamples(
    { ...key, slug: "battery" },
    samples.map(([timeMs, value]) => [base + timeMs, JSON.stringify(value)])
  )

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("the history of a datapoint", (it) => {
  it.effect("the history of a datapoint reads history in samples and in buckets", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      yield* keep({ robotId: robot.id, orgId }, [
        [60_000, 1],
        [61_500, 2],
        [119_000, 6]
      ])
      const history = (query: string) => call("GET", `${at("battery")}/history?${query}`, { as: app.user })
      assert.deepStrictEqual((yield* history(`from=${iso(60_000)}&to=${iso(119_000)}`)).body, {
        slug: "battery",
        kind: "samples",
        samples: [
          { timestamp_ms: base + 60_000, value: 1 },
          { timestamp_ms: base + 61_500, value: 2 }
        ],
        truncated: false,
        truncated_by: null
      })
      assert.deepStrictEqual((yield* history(`from=${base + 59_999}&to=${base + 120_001}&window=1m&agg=avg`)).body, {
        slug: "battery",
        kind: "buckets",
        window_ms: 60_000,
        agg: "avg",
        buckets: [
          { bucket_start_ms: base, value: null, sample_count: 0 },
          { bucket_start_ms: base + 60_000, value: 3, sample_count: 3 },
          { bucket_start_ms: base + 120_000, value: null, sample_count: 0 }
        ]
      })
      const lastHour = (yield* history("")).body
      assert.deepStrictEqual(lastHour.samples, [])
      const days = (yield* history("from=now-2d&window=1h&agg=count")).body.buckets
      assert.include([48, 49], days.length)
      assert.deepStrictEqual(
        days.map(({ value }: any) => value),
        Array(days.length).fill(0)
      )
    })
  )

  it.effect("the history of a datapoint has days of 23 and 25 hours where a zone changes its clocks", () =>
    Effect.gen(function* () {
      // In the future, so that nothing of it is too old to be kept.
      for (const [tz, days] of [
        ["Europe/Berlin", ["2040-03-23T23:00Z", "2040-03-24T23:00Z", "2040-03-25T22:00Z", "2040-03-26T22:00Z"]],
        ["America/New_York", ["2040-11-03T04:00Z", "2040-11-04T04:00Z", "2040-11-05T05:00Z", "2040-11-06T05:00Z"]]
      ] as const) {
        const starts = days.map((text) => Date.parse(text))
        const { app, at, orgId, robot } = yield* aPublishedRobot
        // The first and the last millisecond of each day.
        const samples = starts.slice(0, 3).flatMap((start, day): ReadonlyArray<readonly [number, string]> => [
          [start, "1"],
          [starts[day + 1]! - 1, "3"]
        ])
        yield* keepSamples({ robotId: robot.id, orgId, slug: "battery" }, samples)
        const history = (query: string) =>
          call("GET", `${at("battery")}/history?from=${starts[0]}&to=${starts[3]}&tz=${tz}&${query}`, { as: app.user })
        assert.deepStrictEqual(
          (yield* history("window=1d&agg=avg&limit=3")).body.buckets,
          starts.slice(0, 3).map((start) => ({ bucket_start_ms: start, value: 2, sample_count: 2 }))
        )
        assert.strictEqual((yield* history("window=1d&agg=avg&limit=2")).body.code, "invalid_range")
        assert.lengthOf((yield* history("window=1h&agg=count")).body.buckets, (starts[3]! - starts[0]!) / 3_600_000)
      }
    })
  )

  it.effect("the history of a datapoint has days of a time zone, and names a zone that does not exist", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      yield* keep({ robotId: robot.id, orgId }, [[60_000, 1]])
      const history = (query: string) => call("GET", `${at("battery")}/history?${query}`, { as: app.user })
      const days = `from=${base}&to=${base + 1}&window=1d&agg=count`
      const { body } = yield* history(`${days}&tz=Asia/Kolkata`)
      assert.strictEqual(body.window_ms, dayMs)
      assert.deepStrictEqual(body.buckets, [{ bucket_start_ms: base - 5.5 * 3_600_000, value: 0, sample_count: 0 }])
      assert.strictEqual((yield* history(`${days}&tz=UTC`)).body.buckets[0].bucket_start_ms, base)
      for (const [tz, rule] of [
        ["Europe/Nowhere", "invalid_value"],
        ["%2B01:00", "invalid_value"],
        ["", "too_short"],
        ["A".repeat(65), "too_long"]
      ]) {
        const refused = yield* history(`${days}&tz=${tz}`)
        assert.deepStrictEqual([refused.status, refused.body.details], [400, { field: "tz", rule }], tz)
      }
    })
  )

  it.effect(
    "the history of a datapoint takes windows of any count from 1s to 1d, and as many buckets as the limit says",
    () =>
      Effect.gen(function* () {
        const { app, at, orgId, robot } = yield* aPublishedRobot
        yield* keep({ robotId: robot.id, orgId }, [
          [89_999, 1],
          [90_000, 2],
          [179_999, 4],
          [180_000, 8]
        ])
        const history = (query: string) => call("GET", `${at("battery")}/history?${query}`, { as: app.user })
        const { body } = yield* history(`from=${base}&to=${base + 180_000}&window=90s&agg=max`)
        assert.deepInclude(body, { kind: "buckets", window_ms: 90_000, agg: "max" })
        assert.deepStrictEqual(body.buckets, [
          { bucket_start_ms: base, value: 1, sample_count: 1 },
          { bucket_start_ms: base + 90_000, value: 4, sample_count: 2 }
        ])
        for (const [window, ms] of [
          ["1s", 1_000],
          ["86400s", 86_400_000],
          ["7m", 420_000],
          ["1440m", 86_400_000],
          ["24h", 86_400_000],
          ["1d", 86_400_000]
        ] as const) {
          const answer = yield* history(`from=${base}&to=${base + 2_000}&window=${window}&agg=count`)
          assert.deepStrictEqual([answer.status, answer.body.window_ms], [200, ms], window)
        }
        const last = yield* history(`from=${base}&to=${base + 2_000_000}&window=1s&agg=count&limit=2000`)
        assert.lengthOf(last.body.buckets, 2000)
        for (const query of [
          `to=${base + 2_000_001}&window=1s&agg=count`,
          `to=${base + 180_001}&window=90s&agg=max&limit=2`
        ]) {
          const refused = yield* history(`from=${base}&${query}`)
          assert.deepStrictEqual([refused.status, refused.body.code], [400, "invalid_range"], query)
        }
        const limited = (yield* history(`from=${base}&to=${base + 180_000}&limit=3`)).body
        assert.deepInclude(limited, { truncated: false, truncated_by: null })
        const cut = (yield* history(`from=${base}&to=${base + 180_001}&limit=3`)).body
        assert.deepInclude(cut, { truncated: true, truncated_by: "limit" })
        const next = (yield* history(`from=${cut.samples.at(-1).timestamp_ms + 1}&to=${base + 180_001}`)).body
        assert.deepStrictEqual(next.samples, [{ timestamp_ms: base + 180_000, value: 8 }])
      })
  )

  it.effect("the history of a datapoint answers 1000 samples where no limit is given", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      yield* keep(
        { robotId: robot.id, orgId },
        Array.from({ length: 1001 }, (_, at) => [(at + 1) * 1000, 1])
      )
      const history = (query: string) => call("GET", `${at("battery")}/history?from=0&${query}`, { as: app.user })
      const whole = (yield* history(`to=${base + 1_001_000}`)).body
      assert.deepStrictEqual([whole.samples.length, whole.truncated], [1000, false])
      const cut = (yield* history(`to=${base + 1_001_001}`)).body
      assert.deepStrictEqual([cut.samples.length, cut.truncated_by], [1000, "limit"])
    })
  )

  it.effect("the history of a datapoint answers no more than 8 MiB, however small the samples", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      yield* keep(
        { robotId: robot.id, orgId },
        Array.from({ length: 10_000 }, (_, at) => [at * 1000, "x".repeat(825)])
      )
      const { body } = yield* call("GET", `${at("battery")}/history?from=0&limit=10000&to=now`, { as: app.user })
      assert.deepInclude(body, { truncated: true, truncated_by: "bytes" })
      const bytes = JSON.stringify(body).length
      assert.isAtMost(bytes, 8 * 1024 * 1024)
      assert.isAbove(bytes, 8 * 1024 * 1024 - 40_000)
    })
  )

  it.effect("the history of a datapoint refuses a history query that breaks a rule", () =>
    Effect.gen(function* () {
      const { app, at, developer } = yield* aPublishedRobot
      const get = (query: string, slug = "battery") =>
        refusal("GET", `${at(slug)}/history?${query}`, { as: developer.token })
      for (const [query, field, rule] of [
        ["from=yesterday", "from", "format"],
        ["from=now%2B1h", "from", "format"],
        ["to=2026-13-01T00:00:00Z", "to", "format"],
        ["window=1w&agg=avg", "window", "format"],
        ["window=1.5m&agg=avg", "window", "format"],
        ["window=60&agg=avg", "window", "format"],
        ["window=0s&agg=avg", "window", "too_small"],
        ["window=86401s&agg=avg", "window", "too_large"],
        ["window=1441m&agg=avg", "window", "too_large"],
        ["window=25h&agg=avg", "window", "too_large"],
        ["window=2d&agg=avg", "window", "too_large"],
        ["window=1m&agg=sum", "agg", "invalid_value"],
        ["window=1m", "agg", "required"],
        ["agg=avg", "window", "required"],
        ["limit=0", "limit", "too_small"],
        ["limit=10001", "limit", "too_large"],
        ["limit=1.5", "limit", "type"],
        ["limit=0&window=1m&agg=avg", "limit", "too_small"],
        ["limit=2001&window=1m&agg=avg", "limit", "too_large"],
        ["field=", "field", "too_short"],
        [`field=${"a".repeat(129)}`, "field", "too_long"],
        ["field=a..b", "field", "format"],
        ["color=red", "color", "unknown"]
      ] as const) {
        const refused = [400, { code: "validation_error", details: { field, rule } }]
        assert.deepStrictEqual(yield* get(query), refused, query)
      }
      // A browser sends this + as a space.
      const { body } = yield* call("GET", `${at("battery")}/history?from=2026-01-31T08:00:00+01:00`, {
        as: developer.token
      })
      assert.include(body.message, "2026-01-31T08:00:00%2B01:00 (a + in a URL is a space)")
      assert.deepStrictEqual(yield* get("from=now&to=now-1s"), [400, { code: "invalid_range" }])
      assert.deepStrictEqual(yield* get("from=now-1d&window=1s&agg=avg"), [400, { code: "invalid_range" }])
      for (const slug of ["pose", "bridge_state", "robot_details"]) {
        assert.deepStrictEqual(yield* get("", slug), [409, { code: "not_recorded" }], slug)
      }
      assert.strictEqual((yield* call("GET", `${at("battery")}/history?limit=10000`, { as: app.user })).status, 200)
    })
  )
})
