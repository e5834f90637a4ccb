import { assert, describe, it } from "@effect/vitest"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import { AssetRun } from "@fleet/bridge/engine/assets/AssetRun"
import { Effect } from "effect"

const target = { syncId: "s", url: "http://127.0.0.1:9", token: "t" }

describe("a sync at the bridge", () => {
  it.effect("goes on after a file that cannot be read, and names it", () =>
    Effect.gen(function* () {
      const [gone, none] = ["package://a/gone.dae", "package://a/none.dae"]
      const run = new AssetRun(target, {
        urdf: () => null,
        file: (uri) => Effect.succeed(uri === gone ? { path: "/nowhere/gone.dae", size: 10 } : null)
      })
      run.add([gone, none])
      yield* run.work
      assert.deepStrictEqual(
        run.failed.map(({ kind, reference }) => `${reference} ${kind}`),
        ["robot_description unresolvable", `${gone} unresolvable`, `${none} unresolvable`]
      )
      assert.strictEqual(run.done, 3)
    })
  )

  it.effect("reports no more failures than fit into a frame", () =>
    Effect.gen(function* () {
      const run = new AssetRun(target, {
        urdf: () => null,
        file: () => {
          throw new Error("\u{1f916}".repeat(500))
        }
      })
      run.add(Array.from({ length: 1000 }, (_, index) => `package://a/${`${index}`.padEnd(200, "\u{1f916}")}.stl`))
      yield* run.work
      assert.strictEqual(run.done, 1001)
      assert.isAbove(run.failed.length, 500)
      assert.isBelow(Buffer.byteLength(JSON.stringify(run.failed)), maxFrame - 65_536)
    })
  )
})
