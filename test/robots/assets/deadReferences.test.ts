import { assert, layer } from "@effect/vitest"
import { AssetRun } from "@fleet/bridge/engine/assets/AssetRun"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { eventually } from "../jobs/world.ts"
import { aRobotWithFiles, AssetsApp, paint, png, progress, urdfOf, wheel } from "./world.ts"

const gripper = "package://rover/meshes/gripper.dae"

/** A mesh that names files of the computer that it was drawn on. */
const dae = `<COLLADA><library_images>
${[
  "file:///C:/Users/x/texture.tif",
  "C:\\Users\\x\\other.tif",
  "/home/x/paint.png",
  "gone.png",
  "../../../out.png",
  "..\\textures\\.\\paint%20red.png",
  "logo.svg"
]
  .map((name) => `<image><init_from>${name}</init_from></image>`)
  .join("\n")}
</library_images></COLLADA>`

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })("a sync of a bridge", (it) => {
  const run = Effect.fnUntraced(function* (urdf: string, files: Readonly<Record<string, string | Uint8Array>>) {
    const world = yield* aRobotWithFiles([gripper])
    const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
    const request = yield* world.begin
    const sync = new AssetRun(
      { syncId: request.sync_id, token: request.token, url: `${base}/api/bridge/assets` },
      {
        urdf: () => urdf,
        file: (uri) => Effect.succeed(Object.hasOwn(files, uri) ? Buffer.from(files[uri]!) : null)
      }
    )
    sync.add(request.meshes)
    yield* sync.work
    progress(world.bridge, request.sync_id, sync.done, sync.total, "finished", sync.failed)
    const ended = yield* eventually(world.status(request.sync_id), ({ body }) => body.state !== "running")
    return { status: ended.body, assets: (yield* world.list).body.assets }
  })

  it.effect("a sync succeeds though a mesh names files that the robot has not, which are unavailable", () =>
    Effect.gen(function* () {
      const { assets, status } = yield* run(urdfOf(gripper), { [gripper]: dae, [paint]: png })
      assert.deepInclude(status, { state: "succeeded", reason: null, stored: 3 })
      assert.deepStrictEqual(
        status.failed.map(({ kind, reference }: any) => [kind, reference]),
        [
          ["unavailable", "C:\\Users\\x\\other.tif"],
          ["unavailable", "/home/x/paint.png"],
          ["unavailable", "../../../out.png"],
          ["unavailable", "file:///C:/Users/x/texture.tif"],
          ["unavailable", "package://rover/meshes/gone.png"],
          ["unavailable", "package://rover/meshes/logo.svg"]
        ]
      )
      for (const { message } of status.failed) assert.match(message, /^\S.*\.$/)
      assert.deepStrictEqual(
        assets.map(({ name }: any) => name),
        [gripper, paint, "robot_description"]
      )
    })
  )

  it.effect("a sync fails where the URDF names such a file itself", () =>
    Effect.gen(function* () {
      const { status } = yield* run(urdfOf(gripper), { [paint]: png })
      const words = `files_failed: ${gripper}: The robot has no such file.`
      assert.deepInclude(status, { state: "failed", reason: words })
      assert.deepInclude(status.failed[0], { reference: gripper, kind: "unresolvable" })
    })
  )

  it.effect("a sync whose URDF is refused says the cloud's line and cause", () =>
    Effect.gen(function* () {
      const { status } = yield* run(`<robot>\n<link>\n</robot>`, { [gripper]: "", [wheel]: "" })
      const message = "The URDF cannot be read. Line 3: Missing end tag for element link."
      assert.deepInclude(status, { state: "failed", reason: `files_failed: robot_description: ${message}` })
      assert.deepStrictEqual(status.failed, [{ reference: "robot_description", kind: "refused", message }])
    })
  )
})
