import { assert, layer } from "@effect/vitest"
import { NearTimeStore } from "@fleet/server/robots/history/NearTimeStore"
import { SampleStore } from "@fleet/server/robots/history/SampleStore"
import { Series } from "@fleet/server/robots/history/Series"
import { SeriesStore } from "@fleet/server/robots/history/SeriesStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { keptSamples } from "../../support/keepSamples.ts"
import { anOrg, aRobot } from "../fixtures.ts"
import { HistoryWorld } from "./world.ts"

/** What happens to a series of battery each time that it is found: it gets another name, or is merged into another. */
const happens: Array<"renamed" | "merged"> = []

const Renamed = Layer.effect(
  SeriesStore,
  Effect.gen(function* () {
    const store = yield* SeriesStore
    const sql = yield* SqlClient.SqlClient
    return SeriesStore.of({
      ...store,
      find: (names) =>
        Effect.tap(store.find(names), () => {
          const next = happens.shift()
          if (next === undefined) return Effect.void
          return Effect.orDie(
            next === "renamed"
              ? sql`UPDATE series SET slug = 'power' WHERE slug = 'battery'`
              : sql`DELETE FROM series WHERE slug = 'battery'`
          )
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
  it.effect("a sample goes with its series", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const series = new Series()
      const sample = { robotId, orgId, slug: "battery", gapMs: 1000, json: "1", keepDays: 90, series }
      happens.push("renamed")
      const { write } = yield* SampleStore
      assert.deepStrictEqual(yield* write([{ ...sample, timestampMs: 1_000_000 }]), [])
      assert.deepStrictEqual(yield* write([{ ...sample, timestampMs: 2_000_000 }]), [])
      assert.deepStrictEqual(yield* keptSamples(robotId), [
        { slug: "power", at: 1_000_000, json: "1" },
        { slug: "power", at: 2_000_000, json: "1" }
      ])
    })
  )

  it.effect("a sample whose series is gone is written to the one of its slug, or answered as refused", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const sample = { robotId, orgId, slug: "battery", gapMs: 1000, json: "1", keepDays: 90, series: new Series() }
      const { write } = yield* SampleStore
      happens.push("merged")
      assert.deepStrictEqual(yield* write([{ ...sample, timestampMs: 1_000_000 }]), [])
      sample.series.unload()
      happens.push("merged", "merged")
      assert.deepStrictEqual(yield* write([{ ...sample, timestampMs: 2_000_000 }]), [
        { robotId, orgId, slug: "battery", timestampMs: 2_000_000, nearMs: null }
      ])
      assert.isNull(sample.series.id)
      assert.deepStrictEqual(yield* write([{ ...sample, timestampMs: 3_000_000 }]), [])
    })
  )
})
