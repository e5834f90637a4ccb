import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aPublishedRobot, refusal } from "../world.ts"

/** Records of long ago, which no bridge could bring any more. */
const keep = Effect.fnUntraced(function* (
  key: { readonly robot_id: string; readonly org_id: string },
  samples: ReadonlyArray<readonly [timestampMs: number, value: number]>
) {
  const sql = yield* SqlClient.SqlClient
  for (const [timestamp_ms, value] of samples) {
    yield* sql`INSERT INTO samples ${sql.insert({ ...key, slug: "battery", timestamp_ms, value: String(value) })}`
  }
})

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("the history of a datapoint", (it) => {
  it.effect("the history of a datapoint reads history in samples and in buckets", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      yield* keep({ robot_id: robot.id, org_id: orgId }, [
        [60_000, 1],
        [61_500, 2],
        [119_000, 6]
      ])
      const history = (query: string) => call("GET", `${at("battery")}/history?${query}`, { as: app.user })
      assert.deepStrictEqual((yield* history("from=1970-01-01T00:01:00Z&to=1970-01-01T00:01:59.000Z")).body, {
        slug: "battery",
        kind: "samples",
        samples: [
          { timestamp_ms: 60_000, value: 1 },
          { timestamp_ms: 61_500, value: 2 }
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

  it.effect(
    "the history of a datapoint takes windows of any count from 1s to 1d, and as many buckets as the limit says",
    () =>
      Effect.gen(function* () {
        const { app, at, orgId, robot } = yield* aPublishedRobot
        yield* keep({ robot_id: robot.id, org_id: orgId }, [
          [89_999, 1],
          [90_000, 2],
          [179_999, 4],
          [180_000, 8]
        ])
        const history = (query: string) => call("GET", `${at("battery")}/history?${query}`, { as: app.user })
        const { body } = yield* history("from=0&to=180000&window=90s&agg=max")
        assert.deepInclude(body, { kind: "buckets", window_ms: 90_000, agg: "max" })
        assert.deepStrictEqual(body.buckets, [
          { bucket_start_ms: 0, value: 1, sample_count: 1 },
          { bucket_start_ms: 90_000, value: 4, sample_count: 2 }
        ])
        for (const [window, ms] of [
          ["1s", 1_000],
          ["86400s", 86_400_000],
          ["7m", 420_000],
          ["1440m", 86_400_000],
          ["24h", 86_400_000],
          ["1d", 86_400_000]
        ] as const) {
          const answer = yield* history(`from=0&to=2000&window=${window}&agg=count`)
          assert.deepStrictEqual([answer.status, answer.body.window_ms], [200, ms], window)
        }
        const last = yield* history("from=0&to=2000000&window=1s&agg=count&limit=2000")
        assert.lengthOf(last.body.buckets, 2000)
        for (const query of ["to=2000001&window=1s&agg=count", "to=180001&window=90s&agg=max&limit=2"]) {
          const refused = yield* history(`from=0&${query}`)
          assert.deepStrictEqual([refused.status, refused.body.code], [400, "invalid_range"], query)
        }
        const limited = (yield* history("from=0&to=180000&limit=3")).body
        assert.deepInclude(limited, { truncated: false, truncated_by: null })
        const cut = (yield* history("from=0&to=180001&limit=3")).body
        assert.deepInclude(cut, { truncated: true, truncated_by: "limit" })
        const next = (yield* history(`from=${cut.samples.at(-1).timestamp_ms + 1}&to=180001`)).body
        assert.deepStrictEqual(next.samples, [{ timestamp_ms: 180_000, value: 8 }])
      })
  )

  it.effect("the history of a datapoint answers 1000 samples where no limit is given", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO samples (robot_id, org_id, slug, timestamp_ms, value)
        SELECT ${robot.id}, ${orgId}, 'battery', n * 1000, '1' FROM generate_series(1, 1001) AS n`
      const history = (query: string) => call("GET", `${at("battery")}/history?from=0&${query}`, { as: app.user })
      const whole = (yield* history("to=1001000")).body
      assert.deepStrictEqual([whole.samples.length, whole.truncated], [1000, false])
      const cut = (yield* history("to=1001001")).body
      assert.deepStrictEqual([cut.samples.length, cut.truncated_by], [1000, "limit"])
    })
  )

  it.effect("the history of a datapoint answers no more than 8 MiB, however small the samples", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO samples (robot_id, org_id, slug, timestamp_ms, value)
        SELECT ${robot.id}, ${orgId}, 'battery', 1760000000000 + n * 1000, to_jsonb(repeat('x', 825))
        FROM generate_series(1, 10000) AS n`
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
      assert.deepStrictEqual(yield* get("from=now&to=now-1s"), [400, { code: "invalid_range" }])
      assert.deepStrictEqual(yield* get("from=now-1d&window=1s&agg=avg"), [400, { code: "invalid_range" }])
      for (const slug of ["pose", "bridge_state", "robot_details"]) {
        assert.deepStrictEqual(yield* get("", slug), [409, { code: "not_recorded" }], slug)
      }
      assert.strictEqual((yield* call("GET", `${at("battery")}/history?limit=10000`, { as: app.user })).status, 200)
    })
  )
})
