import { assert, layer } from "@effect/vitest"
import { NearTimeStore } from "@fleet/server/robots/history/NearTimeStore"
import { SampleStore } from "@fleet/server/robots/history/SampleStore"
import { Series } from "@fleet/server/robots/history/Series"
import { SeriesStore } from "@fleet/server/robots/history/SeriesStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { anOrg, aRobot } from "../fixtures.ts"
import { HistoryWorld } from "./world.ts"

let renames = 0
let former = 0

/** Series that get another name as soon as they are found, so many times. */
const Renamed = Layer.effect(
  SeriesStore,
  Effect.gen(function* () {
    const store = yield* SeriesStore
    const sql = yield* SqlClient.SqlClient
    return SeriesStore.of({
      ...store,
      find: (names) =>
        Effect.tap(store.find(names), () => {
          if (renames === 0) return Effect.void
          renames--
          const name = `former_${++former}`
          return Effect.orDie(sql`UPDATE series SET slug = ${name} WHERE slug = 'battery'`)
        })
    })
  })
)

const World = Layer.fresh(SampleStore.layer).pipe(
  Layer.provide(NearTimeStore.layer),
  Layer.provide(Renamed),
  Layer.provideMerge(HistoryWorld)
)

layer(World, { timeout: "60 seconds" })("a series that is renamed while it is written", (it) => {
  it.effect("a sample is written under the slug it came with, or answered as refused", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const sample = { robotId, orgId, slug: "battery", gapMs: 1000, json: "1", keepDays: 90, series: new Series() }
      const { write } = yield* SampleStore
      renames = 1
      assert.deepStrictEqual(yield* write([{ ...sample, timestampMs: 1_000_000 }]), [])
      sample.series.unload()
      renames = 2
      assert.deepStrictEqual(yield* write([{ ...sample, timestampMs: 2_000_000 }]), [
        { robotId, orgId, slug: "battery", timestampMs: 2_000_000, nearMs: null }
      ])
      assert.isNull(sample.series.id)
      assert.deepStrictEqual(yield* write([{ ...sample, timestampMs: 3_000_000 }]), [])
    })
  )
})
