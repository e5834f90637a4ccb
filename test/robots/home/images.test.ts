import { assert, layer } from "@effect/vitest"
import { maxSnapshotFrame } from "@fleet/bridge-protocol/CloseCodes"
import { encodeSnapshot, type SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import { snapshotTypes } from "@fleet/domain/Cameras"
import type { RobotId } from "@fleet/domain/Ids"
import { Snapshots } from "@fleet/server/robots/cameras/Snapshots"
import { Effect, Option } from "effect"
import { aConnectedRobot, eventually } from "../jobs/world.ts"
import { picture } from "../cameras/pictures.ts"
import { metrics, OperatedApp } from "../../support/metrics.ts"

const header = (rest: Partial<SnapshotHeader> = {}): SnapshotHeader => ({
  type: "snapshot",
  slug: "front",
  mime: "image/jpeg",
  width: 4,
  height: 3,
  timestamp_ms: 1000,
  ...rest
})

const image = (mime: (typeof snapshotTypes)[number], ...rest: ReadonlyArray<number>) => picture(mime, 4, 3, ...rest)
const jpeg = (...rest: ReadonlyArray<number>) => image("image/jpeg", ...rest)

const newest = (robotId: RobotId, slug = "front") =>
  Effect.flatMap(Snapshots, (snapshots) => snapshots.newest(robotId, slug))

/** The newest image once it is this one. */
const kept = (robotId: RobotId, bytes: Uint8Array) =>
  Effect.map(
    eventually(newest(robotId), (found) => Option.exists(found, (each) => Buffer.compare(each.image, bytes) === 0)),
    Option.getOrThrow
  )

const ignored = Effect.map(metrics, ({ bridge_frames_ignored_total }) => bridge_frames_ignored_total!)

layer(OperatedApp, { timeout: "60 seconds" })("an image", (it) => {
  it.effect("an image is kept for a published camera alone", () =>
    Effect.gen(function* () {
      const { bridge, robot } = yield* aConnectedRobot
      bridge.sendRaw(encodeSnapshot(header({ slug: "battery" }), jpeg(9)))
      bridge.sendRaw(encodeSnapshot(header({ slug: "rear" }), jpeg(9)))
      bridge.sendRaw(encodeSnapshot(header(), jpeg(1)))
      const { image: _, ...rest } = yield* kept(robot.id, jpeg(1))
      assert.deepInclude(rest, { mime: "image/jpeg", width: 4, height: 3, timestamp_ms: 1000 })
      assert.isTrue(Option.isNone(yield* newest(robot.id, "battery")))
      assert.isTrue(Option.isNone(yield* newest(robot.id, "rear")))
    })
  )

  it.effect("an image that came last is the newest, also after one of a clock that was ahead", () =>
    Effect.gen(function* () {
      const { bridge, robot } = yield* aConnectedRobot
      bridge.sendRaw(encodeSnapshot(header({ timestamp_ms: 8_640_000_000_000_000 }), jpeg(1)))
      yield* kept(robot.id, jpeg(1))
      bridge.sendRaw(encodeSnapshot(header({ timestamp_ms: 1 }), jpeg(2)))
      const { timestamp_ms } = yield* kept(robot.id, jpeg(2))
      assert.strictEqual(timestamp_ms, 1)
    })
  )

  it.effect("an image is JPEG, PNG or WebP by its type and its bytes; anything else is ignored and counted", () =>
    Effect.gen(function* () {
      const { bridge, robot } = yield* aConnectedRobot
      const before = yield* ignored
      const refused = [
        ["text/html", Buffer.from("<script>")],
        ["text/html", jpeg()],
        ["image/svg+xml", Buffer.from("<svg/>")],
        ["image/gif", Buffer.from("GIF89a")],
        ["IMAGE/JPEG", jpeg()],
        ["image/jpeg; charset=x", jpeg()],
        ["toString", jpeg()],
        ["image/jpeg", image("image/png")],
        ["image/png", jpeg()],
        ["image/webp", image("image/png")],
        ["image/jpeg", jpeg().subarray(0, 12)],
        ["image/jpeg", jpeg().subarray(0, 2)],
        ["image/png", image("image/png").subarray(0, 7)],
        ["image/webp", image("image/webp").subarray(0, 11)],
        ["image/jpeg", Buffer.of()]
      ] as const
      for (const [mime, bytes] of refused) bridge.sendRaw(encodeSnapshot(header({ mime }), bytes))
      yield* bridge.sync
      assert.strictEqual((yield* ignored) - before, refused.length)
      assert.isTrue(Option.isNone(yield* newest(robot.id)))
      // Another robot: what was refused counts for how fast images come.
      const good = yield* aConnectedRobot
      for (const mime of snapshotTypes) {
        good.bridge.sendRaw(encodeSnapshot(header({ mime }), image(mime, 7)))
        assert.strictEqual((yield* kept(good.robot.id, image(mime, 7))).mime, mime)
      }
    })
  )

  it.effect("an image has the size of its bytes where its header says another", () =>
    Effect.gen(function* () {
      const { bridge, robot } = yield* aConnectedRobot
      const before = yield* ignored
      for (const [mime, width, height] of [
        ["image/jpeg", 4, 4],
        ["image/png", 5, 3],
        ["image/webp", 3, 4]
      ] as const) {
        const bytes = picture(mime, width, height)
        bridge.sendRaw(encodeSnapshot(header({ mime }), bytes))
        assert.deepInclude(yield* kept(robot.id, bytes), { mime, width, height })
      }
      assert.strictEqual(yield* ignored, before)
    })
  )

  it.effect("an image is ignored and counted over 1572864 bytes of frame, or with an invalid timestamp", () =>
    Effect.gen(function* () {
      const { bridge, robot } = yield* aConnectedRobot
      const beside = encodeSnapshot(header(), Uint8Array.of()).length
      const largest = Buffer.concat([jpeg(), Buffer.alloc(maxSnapshotFrame - beside - jpeg().length)])
      assert.strictEqual(encodeSnapshot(header(), largest).length, 1_572_864)
      const before = yield* ignored
      bridge.sendRaw(encodeSnapshot(header(), largest))
      yield* kept(robot.id, largest)
      assert.strictEqual(yield* ignored, before)
      bridge.sendRaw(encodeSnapshot(header(), Buffer.concat([largest, Uint8Array.of(1)])))
      for (const timestamp of ["-1", "1.5", "8640000000000001"]) {
        const text = Buffer.from(encodeSnapshot(header(), jpeg(5))).toString("latin1")
        const changed = text.replace('"timestamp_ms":1000', `"timestamp_ms":${timestamp}`.padEnd(19))
        const bytes = Buffer.from(changed, "latin1")
        bytes.writeUInt32BE(bytes.length - 8, 0)
        bridge.sendRaw(bytes)
      }
      yield* bridge.sync
      assert.strictEqual((yield* ignored) - before, 4)
      assert.strictEqual((yield* kept(robot.id, largest)).image.length, largest.length)
    })
  )
})
