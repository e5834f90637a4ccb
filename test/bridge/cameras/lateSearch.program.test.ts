import { liveCameras } from "@fleet/bridge/conformance/documents"
import { startScriptedCloud } from "@fleet/bridge/conformance/ScriptedCloud"
import { Ffmpeg } from "@fleet/bridge/engine/cameras/Ffmpeg"
import { runLive } from "@fleet/bridge/engine/cameras/runLive"
import { foxgloveGateway } from "@fleet/bridge/ros/foxglove/FoxgloveGateway"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, it } from "@effect/vitest"
import { Camera } from "@fleet/domain/RobotConfig/Camera"
import { Deferred, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"

it.effect("live video begins as JPEG when the search for ffmpeg has taken six seconds", () =>
  Effect.gen(function* () {
    const cloud = yield* startScriptedCloud("127.0.0.1", 0)
    const robot = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
    const camera = Schema.decodeUnknownSync(Camera)(liveCameras(robot.cameraUrl).front)
    const published = yield* Deferred.make<void>()
    const port = {
      reduced: () => null,
      passes: { isUnfit: false },
      onPublishing: () => Deferred.doneUnsafe(published, Effect.void),
      onPicture: () => {}
    }
    yield* runLive(camera, { url: cloud.mediaUrl, room: "room", token: "token" }, port).pipe(
      Effect.provideService(Ffmpeg, Ffmpeg.of({ find: Effect.never })),
      Effect.provide(foxgloveGateway("ws://127.0.0.1:9")),
      Effect.forkScoped({ startImmediately: true })
    )
    yield* TestClock.adjust("5999 millis")
    assert.lengthOf(cloud.media.streams, 0)
    yield* TestClock.adjust("1 millis")
    yield* Deferred.await(published)
    assert.isTrue(cloud.media.streams[0]!.beginsWithKey)
  }).pipe(Effect.scoped)
)
