import { assert, layer } from "@effect/vitest"
import { Recorder } from "@fleet/server/robots/datapoints/Recorder"
import { Effect } from "effect"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aPublishedRobot, refusal } from "./world.ts"

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("the history of a datapoint", (it) => {
  it.effect("reads history in samples and in buckets", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      const recorder = yield* Recorder
      for (const [timestampMs, json] of [
        [60_000, "1"],
        [61_500.5, "2"],
        [119_000, "6"]
      ] as const) {
        const retention = { enabled: true, interval_seconds: 1 }
        recorder.record(orgId, retention, { robotId: robot.id, slug: "battery", json, timestampMs })
      }
      yield* recorder.flush
      const history = (query: string) => call("GET", `${at("battery")}/history?${query}`, { as: app.user })
      assert.deepStrictEqual((yield* history("from=1970-01-01T00:01:00Z&to=1970-01-01T00:01:59.000Z")).body, {
        slug: "battery",
        kind: "samples",
        samples: [
          { timestamp_ms: 60_000, value: 1 },
          { timestamp_ms: 61_500.5, value: 2 }
        ],
        truncated: false,
        truncated_by: null
      })
      assert.deepStrictEqual((yield* history("from=59999&to=120001&window=1m&agg=avg")).body, {
        slug: "battery",
        kind: "buckets",
        window_ms: 60_000,
        agg: "avg",
        buckets: [
          { bucket_start_ms: 0, value: null, sample_count: 0 },
          { bucket_start_ms: 60_000, value: 3, sample_count: 3 },
          { bucket_start_ms: 120_000, value: null, sample_count: 0 }
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

  it.effect("refuses a history query that breaks a rule", () =>
    Effect.gen(function* () {
      const { app, at, developer } = yield* aPublishedRobot
      const get = (query: string, slug = "battery") =>
        refusal("GET", `${at(slug)}/history?${query}`, { as: developer.token })
      for (const [query, field, rule] of [
        ["from=yesterday", "from", "format"],
        ["from=now%2B1h", "from", "format"],
        ["to=2026-13-01T00:00:00Z", "to", "format"],
        ["window=2m&agg=avg", "window", "invalid_value"],
        ["window=1m&agg=sum", "agg", "invalid_value"],
        ["window=1m", "agg", "required"],
        ["agg=avg", "window", "required"],
        ["limit=0", "limit", "too_small"],
        ["limit=10001", "limit", "too_large"],
        ["limit=1.5", "limit", "type"],
        ["limit=5&window=1m&agg=avg", "limit", "not_allowed"],
        ["field=", "field", "too_short"],
        [`field=${"a".repeat(129)}`, "field", "too_long"],
        ["field=a..b", "field", "format"],
        ["color=red", "color", "unknown"]
      ] as const) {
        const refused = [400, { code: "validation_error", details: { field, rule } }]
        assert.deepStrictEqual(yield* get(query), refused, query)
      }
      assert.deepStrictEqual(yield* get("from=now&to=now-1s"), [400, { code: "invalid_range" }])
      assert.deepStrictEqual(yield* get("from=now-1d&window=1s&agg=avg"), [400, { code: "invalid_range" }])
      for (const slug of ["pose", "bridge_state", "robot_details"]) {
        assert.deepStrictEqual(yield* get("", slug), [409, { code: "not_recorded" }], slug)
      }
      assert.strictEqual((yield* call("GET", `${at("battery")}/history?limit=10000`, { as: app.user })).status, 200)
    })
  )
})
