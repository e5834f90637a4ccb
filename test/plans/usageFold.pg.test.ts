import { assert, layer } from "@effect/vitest"
import type { AppId } from "@fleet/domain/Ids"
import type { UsageMetric } from "@fleet/domain/Usage"
import { UsageCounterStore } from "@fleet/server/plans/UsageCounterStore"
import { usageSeries } from "@fleet/server/plans/usageText"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeOrg } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"

const boots = [1, 2, 3].map((at) => `00000000-0000-4000-8000-00000000000${at}`)
const apps = [null, "00000000-0000-4000-8000-000000000009" as AppId]
const metrics: ReadonlyArray<UsageMetric> = ["api_calls", "asset_bytes"]
const days = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"]

const Place = Schema.Literals([0, 1])
const Move = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("put"),
    boot: Schema.Literals([0, 1, 2]),
    app: Place,
    metric: Place,
    day: Schema.Literals([0, 1, 2, 3]),
    value: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))
  }),
  Schema.Struct({
    kind: Schema.Literal("fold"),
    before: Schema.Literals([0, 1, 2, 3]),
    alive: Schema.Literals([0, 1, 2])
  }),
  Schema.Struct({ kind: Schema.Literal("two folds"), before: Schema.Literals([0, 1, 2, 3]) })
])
const Moves = Schema.Array(Move).check(Schema.isMaxLength(30))

layer(Layer.provideMerge(UsageCounterStore.layer, TestApp), { timeout: "2 minutes" })("days of use", (it) => {
  it.effect.prop(
    "keep their values when they are folded, whoever folds them, how often and at once",
    [Moves],
    ([moves]) =>
      Effect.gen(function* () {
        const store = yield* UsageCounterStore
        const sql = yield* SqlClient.SqlClient
        const { orgId } = yield* makeOrg
        const rows = new Map<string, number>()
        const folded = new Map<string, number>()
        const fold = (before: number, alive: ReadonlyArray<string>) => {
          for (const [key, value] of rows) {
            const [metric, app, day, boot] = key.split(" ") as [string, string, string, string]
            if (day >= days[before]! || alive.includes(boot)) continue
            const at = `${metric} ${app} ${day}`
            const known = folded.get(at) ?? 0
            folded.set(at, metric === "asset_bytes" ? Math.max(known, value) : known + value)
            rows.delete(key)
          }
        }
        for (const move of moves) {
          if (move.kind === "put") {
            const metric = metrics[move.metric]!
            // A peak has one row, whoever writes it.
            const boot = metric === "asset_bytes" ? boots[0]! : boots[move.boot]!
            const [appId, day] = [apps[move.app]!, days[move.day]!]
            yield* store.put([{ orgId, appId, metric, day, boot, value: move.value }])
            const key = `${metric} ${appId} ${day} ${boot}`
            rows.set(key, Math.max(rows.get(key) ?? 0, move.value))
          } else if (move.kind === "fold") {
            const alive = boots.slice(0, move.alive)
            yield* store.fold(days[move.before]!, alive)
            fold(move.before, alive)
          } else {
            const one = store.fold(days[move.before]!, [])
            yield* Effect.all([one, one], { concurrency: 2 })
            fold(move.before, [])
          }
        }
        const expected = new Map(folded)
        for (const [key, value] of rows) {
          const at = key.slice(0, key.lastIndexOf(" "))
          const known = expected.get(at) ?? 0
          expected.set(at, key.startsWith("asset") ? Math.max(known, value) : known + value)
        }
        const query = { from_day: days[0]!, to_day: days.at(-1)! }
        const found = usageSeries(yield* store.list({ orgId, from: query.from_day, to: query.to_day }), query)
        const values = found.flatMap(({ appId, metric, values }) =>
          [...values].flatMap((value, at) => {
            const day = new Date(Date.parse(query.from_day) + at * 86_400_000).toISOString().slice(0, 10)
            return value === 0 ? [] : [[`${metric} ${appId} ${day}`, value] as const]
          })
        )
        assert.deepStrictEqual(new Map(values.toSorted()), new Map([...expected].toSorted()))
        yield* store.fold("2026-11-03", [])
        const [left] = yield* sql<{ readonly n: number }>`
          SELECT count(*)::int AS n FROM usage_counters WHERE org_id = ${orgId}`
        assert.strictEqual(left!.n, 0)
      }),
    { arbitrary: { runs: 40 } }
  )
})
