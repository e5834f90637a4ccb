import { assert, describe, it } from "@effect/vitest"
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
})
