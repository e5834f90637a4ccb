import { assert, layer } from "@effect/vitest"
import { SampleStore } from "@fleet/server/robots/history/SampleStore"
import { Series } from "@fleet/server/robots/history/Series"
import { Effect } from "effect"
import { keptSamples } from "../../support/keepSamples.ts"
import { anOrg, aRobot } from "../fixtures.ts"
import { HistoryWorld } from "./world.ts"

layer(HistoryWorld, { timeout: "60 seconds" })("samples that are written again", (it) => {
  it.effect("keep what was written first, among new ones of the same batch", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const { write } = yield* SampleStore
      const aProcess = () => {
        const series = new Series()
        return (values: Readonly<Record<number, string>>) =>
          write(
            Object.entries(values).map(([at, json]) => ({
              orgId,
              robotId,
              slug: "battery",
              gapMs: 1000,
              keepDays: 90,
              series,
              json,
              timestampMs: Number(at)
            }))
          )
      }
      const one = aProcess()
      const other = aProcess()
      assert.deepStrictEqual(yield* one({ 1_000_000: "1" }), [])
      assert.deepStrictEqual(yield* other({ 1_002_000: "2" }), [])
      // Each knows of the first samples, and not of what the other writes from here on.
      assert.deepStrictEqual(yield* one({ 1_003_000: "3", 1_004_000: "4" }), [])
      assert.deepStrictEqual(yield* other({ 1_003_000: "30", 1_004_000: "40", 1_005_000: "50" }), [])
      assert.deepStrictEqual(yield* other({ 1_003_000: "300", 1_004_000: "400", 1_005_000: "500" }), [])
      assert.deepStrictEqual(
        (yield* keptSamples(robotId)).map(({ at, json }) => [at, json]),
        [
          [1_000_000, "1"],
          [1_002_000, "2"],
          [1_003_000, "3"],
          [1_004_000, "4"],
          [1_005_000, "50"]
        ]
      )
    })
  )
})
