import { assert, layer, vi } from "@effect/vitest"
import { BlobStorage } from "@fleet/server/platform/blobs/BlobStorage"
import { SnapshotRecords } from "@fleet/server/robots/cameras/SnapshotRecords"
import { Effect } from "effect"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aRobot } from "../jobs/world.ts"
import { picture } from "./pictures.ts"

layer(TestApp, { timeout: "60 seconds" })("what is said of a still", (it) => {
  it.effect("what is said of a still that is not in memory is read without its bytes, and is of the newest", () =>
    Effect.gen(function* () {
      const { as, path, robot } = yield* aRobot
      const { named } = yield* BlobStorage
      const records = yield* SnapshotRecords
      const meta = Effect.map(
        call("GET", `${path}/cameras/front/snapshot/meta`, { as }),
        ({ body: { age_ms: _age, ...said } }) => said
      )
      const read = yield* Effect.acquireRelease(
        Effect.sync(() => vi.spyOn(named, "read")),
        (spy) => Effect.sync(() => spy.mockRestore())
      )
      for (const width of [8, 9]) {
        const said = { mime: "image/png", width, height: 6, timestamp_ms: width * 1000 } as const
        const image = picture("image/png", width, 6)
        yield* records.put({ ...said, robot_id: robot.id, slug: "front", received_at_ms: 1, image })
        for (let turn = 0; turn < 3; turn++) assert.deepStrictEqual(yield* meta, { slug: "front", ...said })
      }
      assert.strictEqual(read.mock.calls.length, 0)
    }).pipe(Effect.scoped)
  )
})
