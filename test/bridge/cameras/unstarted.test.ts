import { assert, describe, it } from "@effect/vitest"
import { runFfmpeg } from "@fleet/bridge/engine/cameras/Ffmpeg"
import { withoutCredentials } from "@fleet/bridge/engine/cameras/CameraFault"
import { rawPicture } from "@fleet/bridge/engine/cameras/RawImage"
import { Effect } from "effect"

describe("a camera's trouble", () => {
  it.live("an ffmpeg that is gone is a fault of the camera, and the bridge goes on", () =>
    Effect.gen(function* () {
      const fault = yield* Effect.flip(Effect.scoped(runFfmpeg("/nowhere/ffmpeg", [])))
      assert.strictEqual(fault.code, "ffmpeg_missing")
    })
  )

  it("a message of others is told without a password, whatever that holds", () => {
    assert.strictEqual(withoutCredentials("open rtsp://user:p@ss/w@camera:554/a"), "open rtsp://camera:554/a")
  })

  it("an image's encoding is not looked up among an object's own members", () => {
    const image = { data: new Uint8Array(4), encoding: "constructor", height: 1, step: 4, width: 1 }
    assert.typeOf(rawPicture(image, 0), "string")
  })
})
