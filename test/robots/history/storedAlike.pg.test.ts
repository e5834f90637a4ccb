import { assert, layer } from "@effect/vitest"
import { Compaction } from "@fleet/server/robots/history/Compaction"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { keepSamples, keptRows } from "../../support/keepSamples.ts"
import { anOrg, aRobot } from "../fixtures.ts"
import { HistoryWorld } from "./world.ts"

const hourMs = 3_600_000
const nowMs = 1000 * 24 * hourMs
const fromMs = nowMs - 5 * hourMs

/** Samples of one hour, and how to read them: the same before they are in a block and after. */
const stored = Effect.fnUntraced(function* (values: ReadonlyArray<string>) {
  yield* TestClock.setTime(nowMs)
  const orgId = yield* anOrg
  const robotId = yield* aRobot(orgId)
  yield* keepSamples(
    { robotId, orgId, slug: "battery" },
    values.map((json, at) => [fromMs + at, json])
  )
  const samples = yield* RecordedSamples
  const range = { robotId, orgId, slug: "battery", fromMs, bytes: 1_000_000 }
  return {
    compact: Effect.gen(function* () {
      yield* (yield* Compaction).run
      assert.lengthOf(yield* keptRows(robotId), 0)
    }),
    aggregate: (agg: "avg" | "min" | "max" | "last" | "count", toMs = nowMs) =>
      Effect.map(
        samples.buckets({ ...range, toMs, keys: [], windowMs: hourMs, startsMs: null }, agg),
        (all) => all?.[0]?.json
      ),
    field: (keys: ReadonlyArray<string>) =>
      Effect.map(samples.samples({ ...range, toMs: nowMs, keys, limit: 10 }), (all) => all.map(({ json }) => json))
  }
})

layer(HistoryWorld, { timeout: "120 seconds" })("samples in rows and in blocks", (it) => {
  it.effect("numbers whose sum is out of range have every aggregate but an average", () =>
    Effect.gen(function* () {
      const { aggregate, compact } = yield* stored(["1.5e308", "1.5e308", "1.4e308"])
      const all = Effect.gen(function* () {
        const whole = Number(yield* aggregate("last"))
        assert.strictEqual(whole, 1.4e308)
        assert.strictEqual(Number(yield* aggregate("max")), 1.5e308)
        assert.strictEqual(Number(yield* aggregate("min")), 1.4e308)
        assert.strictEqual(yield* aggregate("count"), "3")
        assert.isNull(yield* aggregate("avg"))
        // A part of a block is read from its body.
        assert.isNull(yield* aggregate("avg", fromMs + 2))
        assert.strictEqual(Number(yield* aggregate("avg", fromMs + 1)), 1.5e308)
      })
      yield* all
      yield* compact
      yield* all
    })
  )

  it.effect("elements of lists are counted from either end", () =>
    Effect.gen(function* () {
      const { compact, field } = yield* stored(['{"v": [1, 2, 3]}', '{"v": []}', '{"v": {"-1": 4}}'])
      const all = Effect.forEach(["-1", "-3", "-4", "+1", "-0", "1.0", "--1"], (key) => field(["v", key]))
      const rows = yield* all
      assert.deepStrictEqual(rows.slice(0, 2), [
        ["3", null, "4"],
        ["1", null, null]
      ])
      yield* compact
      assert.deepStrictEqual(yield* all, rows)
    })
  )

  it.effect("the average of very large numbers is that of all of them", () =>
    Effect.gen(function* () {
      const { aggregate, compact } = yield* stored(["1e300", "3e300", "2e280", "-1e300"])
      const expected = (1e300 + 3e300 + 2e280 - 1e300) / 4
      assert.strictEqual(Number(yield* aggregate("avg")).toPrecision(9), expected.toPrecision(9))
      yield* compact
      assert.strictEqual(Number(yield* aggregate("avg")).toPrecision(9), expected.toPrecision(9))
    })
  )
})
