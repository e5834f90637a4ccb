import { assert, layer } from "@effect/vitest"
import { cameraTopics } from "@fleet/bridge/simulator/camera/SceneCamera"
import { paintedTime, sceneSize } from "@fleet/bridge/simulator/camera/Scene"
import { encodeAck, MediaKind } from "@fleet/domain/media/MediaFrames"
import { Effect } from "effect"
import jpeg from "jpeg-js"
import { connectBridge } from "../../support/FakeBridge.ts"
import { joinMedia } from "../../support/MediaPeer.ts"
import { call } from "../../support/wire.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { eventually, publish } from "../../robots/jobs/world.ts"
import { cameraState, say } from "../../robots/health/world.ts"
import { refusal } from "../../robots/world.ts"
import { aFilmedRobot, FilmedApp, hasFfmpeg, ros } from "./world.ts"

const brightness = (image: { readonly data: Uint8Array; readonly width: number }) => (x: number, y: number) =>
  image.data[(y * image.width + x) * 4]!

layer(FilmedApp, { excludeTestServices: true, timeout: "60 seconds" })("a camera of a robot", (it) => {
  for (const [name, camera] of [
    ["an MJPEG address", (url: string) => `{kind: mjpeg, url: "${url}"}`],
    ["compressed images of ROS", () => ros(cameraTopics.compressed, "CompressedImage")],
    ["raw images of ROS", () => ros(cameraTopics.raw, "Image")]
  ] as const) {
    it.effect(`a camera of a robot is seen without ffmpeg: ${name}, as stills and live`, () =>
      Effect.gen(function* () {
        const { as, at } = yield* aFilmedRobot("no-such-ffmpeg", camera)
        const meta = yield* eventually(call("GET", `${at}/snapshot/meta`, { as }), ({ body }) => body.mime !== null)
        assert.deepInclude(meta.body, { slug: "front", mime: "image/jpeg", width: 320, height: 240 })

        const { body, status } = yield* call("POST", `${at}/live`, { as })
        assert.strictEqual(status, 201, JSON.stringify(body))
        const viewer = yield* joinMedia(body.room, body.token)
        const config = JSON.parse(Buffer.from((yield* viewer.next(MediaKind.config)).payload).toString())
        assert.deepStrictEqual(config, { codec: "mjpeg", ...sceneSize, fps: 10, avcc: null })
        let last = 0
        for (let pictures = 0; pictures < 5; pictures++) {
          const unit = yield* viewer.next(MediaKind.picture)
          viewer.send(encodeAck(unit.seq, unit.seq))
          assert.isTrue(unit.isKey)
          const painted = paintedTime(brightness(jpeg.decode(unit.payload)))
          assert.isAbove(painted, last)
          last = painted
          // The stamp is that of the capture, or of the arrival at the bridge.
          assert.isAtLeast(Number(unit.capturedUs / 1000n), painted)
        }
        assert.strictEqual((yield* call("DELETE", `${at}/live`, { as })).status, 204)
      })
    )
  }

  it.effect("a camera of a robot that needs ffmpeg says so where there is none", () =>
    Effect.gen(function* () {
      const { as, at, path } = yield* aFilmedRobot("no-such-ffmpeg", () => "{kind: v4l2, device: /dev/video99}")
      const { body } = yield* eventually(call("GET", path, { as }), ({ body }) =>
        JSON.stringify(body).includes("ffmpeg_missing")
      )
      assert.include(JSON.stringify(body), "apt install ffmpeg")
      const reason = { code: "camera_offline", details: { reason: "ffmpeg_missing" } }
      assert.deepStrictEqual(yield* refusal("POST", `${at}/live`, { as }), [409, reason])
    })
  )

  it.effect("a camera of a robot that cannot be reached is offline for its reason", () =>
    Effect.gen(function* () {
      const { as, at } = yield* aFilmedRobot("no-such-ffmpeg", () => `{kind: mjpeg, url: "http://127.0.0.1:9/x"}`)
      const reason = { code: "camera_offline", details: { reason: "unreachable" } }
      assert.deepStrictEqual(yield* refusal("POST", `${at}/live`, { as }), [409, reason])
    })
  )

  it.effect("a camera of a robot is well again once a bridge that started anew has a still of it", () =>
    Effect.gen(function* () {
      const failed = Effect.fnUntraced(function* (token: string) {
        yield* say(yield* connectBridge(token), cameraState())
      }, Effect.scoped)
      const { as } = yield* aFilmedRobot("no-such-ffmpeg", (url) => `{kind: mjpeg, url: "${url}"}`, failed)
      const { body } = yield* eventually(call("GET", "/api/org/health", { as }), ({ body }) =>
        body.resources.some(({ state }: { readonly state: string }) => state === "ok")
      )
      assert.deepInclude(body.resources[0], {
        kind: "camera",
        ref: "front",
        facet: "source",
        state: "ok",
        reason: null
      })
    })
  )

  it.effect.skipIf(!hasFfmpeg)("a camera of a robot is encoded as H.264 where ffmpeg is installed", () =>
    Effect.gen(function* () {
      const { as, at } = yield* aFilmedRobot("ffmpeg", () => ros(cameraTopics.compressed, "CompressedImage"))
      const { body, status } = yield* call("POST", `${at}/live`, { as })
      assert.strictEqual(status, 201, JSON.stringify(body))
      const viewer = yield* joinMedia(body.room, body.token)
      const config = JSON.parse(Buffer.from((yield* viewer.next(MediaKind.config)).payload).toString())
      assert.match(config.codec, /^avc1\.42/)
      assert.deepInclude(config, { width: 320, height: 240, fps: 10 })
      assert.strictEqual(Buffer.from(config.avcc, "base64")[0], 1)
      const units: Array<{ readonly isKey: boolean; readonly ptsMs: number }> = []
      for (let pictures = 0; pictures < 30; pictures++) {
        const unit = yield* viewer.next(MediaKind.picture)
        viewer.send(encodeAck(unit.seq, unit.seq))
        units.push(unit)
        // Length-prefixed NAL units fill the unit.
        let end = 0
        while (end < unit.payload.length) end += 4 + Buffer.from(unit.payload).readUInt32BE(end)
        assert.strictEqual(end, unit.payload.length)
      }
      assert.isTrue(units[0]!.isKey)
      // A key picture every two seconds, however late the pictures of a busy machine are.
      const lastedMs = units.at(-1)!.ptsMs - units[0]!.ptsMs
      assert.isAtMost(units.filter(({ isKey }) => isKey).length, 2 + lastedMs / 2000)
    })
  )

  it.effect("a camera of a robot stops where its link becomes slow and the configuration says so", () =>
    Effect.gen(function* () {
      const { app, as, at, owner, robot, source } = yield* aFilmedRobot("no-such-ffmpeg", () =>
        ros(cameraTopics.compressed, "CompressedImage")
      )
      const holder = yield* connectRealtime(app.user)
      const { body } = yield* call("POST", `${at}/live`, { as: app.user })
      const viewer = yield* joinMedia(body.room, body.token)
      viewer.acknowledge()
      yield* viewer.next(MediaKind.picture)
      yield* publish(owner.caller, robot.id, `${source}low_bandwidth: {mode: "on", camera: stop}\n`)
      const { detail, reason } = yield* holder.next("live_session")
      assert.deepStrictEqual([reason, detail], ["publish_failed", "low_bandwidth"])
      assert.deepStrictEqual(yield* viewer.closed, [4010, "publish_failed"])
      const slow = { code: "camera_offline", details: { reason: "low_bandwidth" } }
      assert.deepStrictEqual(yield* refusal("POST", `${at}/live`, { as }), [409, slow])
    })
  )

  it.effect("a camera of a robot is stopped at the robot, and started again, as often as it is asked for", () =>
    Effect.gen(function* () {
      const { as, at } = yield* aFilmedRobot("no-such-ffmpeg", () => ros(cameraTopics.compressed, "CompressedImage"))
      for (let turn = 0; turn < 3; turn++) {
        const { body, status } = yield* call("POST", `${at}/live`, { as })
        assert.strictEqual(status, 201)
        const viewer = yield* joinMedia(body.room, body.token)
        yield* viewer.next(MediaKind.picture)
        yield* call("DELETE", `${at}/live?session_id=${body.session_id}`, { as })
      }
    })
  )
})
