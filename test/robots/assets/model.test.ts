import { createClient } from "@fleet/sdk"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { anApp } from "../world.ts"
import { aRobotWithFiles, AssetsApp, paint, png, upload, urdfOf, wheel } from "./world.ts"

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })("a robot's model in the SDK", (it) => {
  it.effect("a model has the robot's own URDF and addresses for what its files name", () =>
    Effect.gen(function* () {
      const world = yield* aRobotWithFiles()
      const { key } = yield* anApp(world, [world.robot.id], {}, { action_history: false, assets: true })
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const fleet = createClient({ baseUrl: base, serverKey: key })
      const robot = fleet.robot(world.robot.id)
      assert.strictEqual(yield* Effect.promise(() => robot.model()), null)

      const request = yield* world.begin
      yield* upload(request, { kind: "urdf", name: "robot_description", bytes: urdfOf(wheel) })
      yield* upload(request, { name: wheel, bytes: "solid" })
      yield* upload(request, { kind: "texture", name: paint, bytes: png })
      const model = yield* Effect.promise(() => robot.model())
      assert.deepInclude(model, { urdf: urdfOf(wheel), jointStateSlug: null })
      assert.isAbove(model!.expiresAt.getTime(), Date.now())
      const read = (url: string) => Effect.promise(async () => (await fetch(model!.resolveUrl(url))).text())
      assert.strictEqual(yield* read(wheel), "solid")
      // As a loader of the wheel resolves what the wheel names.
      const relative = "package://rover/meshes/./../textures/paint%20red.png"
      assert.strictEqual(model!.resolveUrl(relative).split("/").at(-1), encodeURIComponent("paint%20red.png"))
      assert.strictEqual(model!.resolveUrl("package://rover/other.stl"), "package://rover/other.stl")
      const { assets } = yield* Effect.promise(() => robot.assets())
      assert.lengthOf(assets, 3)
      fleet.close()
    })
  )
})
