import { assert, layer } from "@effect/vitest"
import { LatencyStore } from "@fleet/server/robots/latency/LatencyStore"
import { Effect, Layer } from "effect"
import { makeEveryone } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const App = LatencyStore.layer.pipe(Layer.provideMerge(TestApp))

layer(App, { excludeTestServices: true, timeout: "60 seconds" })("a minute of latency", (it) => {
  it.effect("a minute of latency of a write whose answer was lost is counted once, and what comes later is added", () =>
    Effect.gen(function* () {
      const { developer, robot } = yield* makeEveryone
      const store = yield* LatencyStore
      const at = Date.UTC(2026, 0, 2)
      const measured = (ms: number) => [
        { robotId: robot.id, at: new Date(at), min: ms, max: ms, sum: 2 * ms, samples: 2, onlineMs: 10_000 }
      ]
      const lost = measured(10)
      for (const write of [lost, [...lost], measured(2)]) yield* store.add(write)
      const { body } = yield* call("GET", `/api/org/latency?from_ms=${at}&to_ms=${at + 1}`, { as: developer.token })
      const [{ bucket_at: _, ...bucket }] = body.series[0].buckets
      assert.deepStrictEqual(bucket, { min_ms: 2, avg_ms: 6, max_ms: 10, samples: 4, online_ms: 20_000 })
    })
  )
})
