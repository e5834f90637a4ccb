import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { OperatedApp, metrics } from "../../support/metrics.ts"
import { makeEveryone, makeOrg } from "../../support/people.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, refusal } from "../../support/wire.ts"

const operator = "the operator of the tests"
const scrape = (as = operator) => call("GET", "/metrics", { as })

interface Family {
  readonly type: string
  readonly unit: string | undefined
  readonly help: string | undefined
  readonly samples: ReadonlyArray<{ readonly name: string; readonly labels: string; readonly value: number }>
}

/** Reads OpenMetrics text as its standard says, and refuses anything else. */
const familiesOf = (text: string): ReadonlyMap<string, Family> => {
  assert.isTrue(text.endsWith("\n# EOF\n"))
  const families = new Map<string, Family>()
  let current = ""
  for (const line of text.slice(0, -"# EOF\n".length).trimEnd().split("\n")) {
    const meta = /^# (TYPE|UNIT|HELP) ([a-z][a-z0-9_]*) (\S.*)$/.exec(line)
    if (meta !== null) {
      const [, kind, family, rest] = meta
      if (kind === "TYPE") {
        assert.isFalse(families.has(family!), `${family} comes twice`)
        families.set((current = family!), { type: rest!, unit: undefined, help: undefined, samples: [] })
      }
      assert.strictEqual(family, current, line)
      if (kind !== "TYPE") Object.assign(families.get(current)!, { [kind!.toLowerCase()]: rest })
      continue
    }
    const sample = /^([a-z][a-z0-9_]*)(\{[^}]*\})? (-?[0-9.e+-]+)$/.exec(line)
    assert.isNotNull(sample, line)
    const [, name, labels = "", value] = sample!
    assert.isTrue(name!.startsWith(current), line)
    ;(families.get(current)!.samples as Array<Family["samples"][number]>).push({
      name: name!,
      labels,
      value: Number(value)
    })
  }
  return families
}

const bounds = ["0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "5.0", "10.0"]

/** How much the metrics of these names grew over a work. */
const growth = <A, E, R>(names: ReadonlyArray<string>, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* metrics
    yield* work
    const after = yield* metrics
    return names.map((name) => (after[name] ?? 0) - (before[name] ?? 0))
  })

layer(OperatedApp, { excludeTestServices: true, timeout: "60 seconds" })("GET /metrics", (it) => {
  it.effect("GET /metrics answers OpenMetrics text: type, unit, help, counters that end in _total, EOF", () =>
    Effect.gen(function* () {
      yield* makeOrg
      yield* scrape()
      const { body, headers, status } = yield* scrape()
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("content-type"), "application/openmetrics-text; version=1.0.0; charset=utf-8")
      const families = familiesOf(body)
      for (const [name, { help, samples, type, unit }] of families) {
        assert.isTrue(name.startsWith("fleet_"), name)
        assert.isString(help, name)
        assert.isNotEmpty(samples, name)
        assert.isFalse(name.endsWith("_total"), name)
        for (const each of ["seconds", "bytes"]) if (name.endsWith(each)) assert.strictEqual(unit, each)
        const names = [...new Set(samples.map((sample) => sample.name.slice(name.length)))]
        const expected = { counter: ["_total"], gauge: [""], histogram: ["_bucket", "_count", "_sum"] }[type]
        assert.deepStrictEqual(names, expected, name)
      }
      assert.deepStrictEqual(
        ["fleet_samples_received", "fleet_bridges_connected", "fleet_process_cpu_seconds"].map(
          (name) => families.get(name)?.type
        ),
        ["counter", "gauge", "counter"]
      )
    })
  )

  it.effect("GET /metrics has cumulative histograms of requests, commands, queries and event loop delay", () =>
    Effect.gen(function* () {
      yield* scrape()
      const families = familiesOf((yield* scrape()).body)
      for (const name of [
        "fleet_http_request_duration_seconds",
        "fleet_realtime_command_duration_seconds",
        "fleet_database_query_duration_seconds",
        "fleet_event_loop_delay_seconds"
      ]) {
        const { samples, type } = families.get(name)!
        assert.strictEqual(type, "histogram")
        const series = Map.groupBy(samples, ({ labels }) => labels.replace(/,?le="[^"]*"/, "").replace("{}", ""))
        for (const each of series.values()) {
          const buckets = each.filter(({ name }) => name.endsWith("_bucket"))
          assert.deepStrictEqual(
            buckets.map(({ labels }) => /le="([^"]*)"/.exec(labels)![1]),
            [...bounds, "+Inf"]
          )
          const counts = buckets.map(({ value }) => value)
          assert.deepStrictEqual(
            counts,
            counts.toSorted((a, b) => a - b)
          )
          assert.strictEqual(each.find(({ name }) => name.endsWith("_count"))!.value, counts.at(-1))
        }
      }
    })
  )

  it.effect("GET /metrics counts a request once, by its method and the class of its status", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const count = (method: string, status: string) =>
        `http_request_duration_seconds_count{method="${method}",status="${status}"}`
      const grown = yield* growth(
        [count("POST", "2xx"), count("POST", "4xx"), count("GET", "4xx"), count("other", "4xx")],
        Effect.gen(function* () {
          yield* call("POST", "/api/robots", { as: owner.token, body: { name: "Rover" } })
          yield* call("POST", "/api/robots", { as: owner.token, body: {} })
          yield* call("GET", "/api/robots")
          yield* call("PROPFIND", "/api/robots")
          yield* call("MKCOL", "/api/robots")
        })
      )
      assert.deepStrictEqual(grown, [1, 1, 1, 2])
    })
  )

  it.effect("GET /metrics counts statements, and the time they take", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const [count, sum] = yield* growth(
        ["database_query_duration_seconds_count", "database_query_duration_seconds_sum"],
        call("GET", "/api/org/plan", { as: owner.token })
      )
      assert.isAtLeast(count!, 5)
      assert.isAbove(sum!, 0)
    })
  )

  it.effect("GET /metrics counts a command over realtime once it is replied to", () =>
    Effect.gen(function* () {
      const { owner, robot } = yield* makeEveryone
      const client = yield* connectRealtime(owner.token)
      const [count] = yield* growth(
        ["realtime_command_duration_seconds_count"],
        Effect.gen(function* () {
          client.send({ type: "publish", request_id: "1", robot_id: robot.id, slug: "horn" })
          yield* client.next("command_result")
        })
      )
      assert.strictEqual(count, 1)
    })
  )

  it.effect("GET /metrics includes the event loop's delay, measured all the time", () =>
    Effect.gen(function* () {
      const [count] = yield* growth(["event_loop_delay_seconds_count"], Effect.sleep("300 millis"))
      assert.isAtLeast(count!, 1)
    })
  )

  it.effect("GET /metrics is 404 for everybody but the operator", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      for (const as of [owner.token, "the operator of the test", `${operator}s`, ""]) {
        assert.deepStrictEqual(refusal(yield* scrape(as)), [404, "not_found"])
      }
      assert.deepStrictEqual(refusal(yield* call("GET", "/metrics")), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* call("POST", "/metrics", { as: operator })), [404, "not_found"])
    })
  )
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("GET /metrics without an operator", (it) => {
  it.effect("GET /metrics is 404 whatever the bearer where no token is configured", () =>
    Effect.gen(function* () {
      yield* HttpServer.addressFormattedWith(Effect.succeed)
      for (const as of ["undefined", "null", operator]) {
        assert.deepStrictEqual(refusal(yield* scrape(as)), [404, "not_found"])
      }
    })
  )
})
