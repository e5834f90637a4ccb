import { assert, describe, it, layer } from "@effect/vitest"
import { maxSnapshotFrame } from "@fleet/bridge-protocol/CloseCodes"
import { encodeSnapshot, type SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import { snapshotTypes } from "@fleet/domain/Cameras"
import type { RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { nothingPublished, type Published } from "@fleet/server/robots/config/PublishedConfigs"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Snapshots } from "@fleet/server/robots/cameras/Snapshots"
import { SnapshotRecords } from "@fleet/server/robots/cameras/records/SnapshotRecords"
import type { Snapshot } from "@fleet/server/robots/cameras/records/SnapshotStore"
import { Effect, Layer, Option, Queue } from "effect"
import { TestClock } from "effect/testing"
import { aConnectedRobot, eventually } from "../jobs/world.ts"
import { connectedHome, leaves } from "../../support/homes.ts"
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
        ["image/jpeg", picture("image/jpeg", 4, 4)],
        ["image/png", picture("image/png", 5, 3)],
        ["image/webp", picture("image/webp", 3, 4)],
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

  it.effect("an image is ignored and counted over 1572864 bytes of frame, or with a timestamp that is none", () =>
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

const camera = {
  kind: "camera",
  slug: "front",
  config: {
    source: { kind: "v4l2", device: "/dev/video0" },
    width: 4,
    height: 3,
    fps: 5,
    bitrate_kbps: 100,
    snapshot_interval_seconds: 10
  }
} as const
const published: Published = {
  ...nothingPublished,
  version: 1,
  exposures: new Map(["front", "rear"].map((slug) => [slug, { ...camera, slug }]))
}

describe("images of one camera", () => {
  it.effect(
    "images of one camera are written one at a time, once in half of its interval, and of those that came meanwhile the newest alone",
    () =>
      Effect.gen(function* () {
        const [begun, gate] = [yield* Queue.unbounded<Snapshot>(), yield* Queue.unbounded<"ok" | "fails">()]
        const records = Layer.mock(SnapshotRecords, {
          put: (snapshot) =>
            Effect.gen(function* () {
              yield* Queue.offer(begun, snapshot)
              if ((yield* Queue.take(gate)) === "fails") return yield* Effect.die("the database refuses")
            })
        })
        yield* Effect.gen(function* () {
          const home = yield* connectedHome("00000000-0000-4000-8000-000000000001" as RobotId, published)
          const snapshots = yield* Snapshots
          const keep = (byte: number, slug = "front") => assert.isTrue(home.snapshot(header({ slug }), jpeg(byte)))
          const next = Effect.map(Queue.take(begun), ({ image: bytes, slug }) => [slug, bytes.at(-1)])
          const waits = Effect.map(snapshots.newest(home.robotId, "front"), (found) =>
            Option.getOrNull(Option.map(found, ({ image: bytes }) => bytes.at(-1)))
          )
          for (const byte of [1, 2, 3]) keep(byte)
          keep(9, "rear")
          assert.sameDeepMembers(
            [yield* next, yield* next],
            [
              ["front", 1],
              ["rear", 9]
            ]
          )
          assert.strictEqual(yield* waits, 3)
          yield* TestClock.adjust("5 seconds")
          assert.strictEqual(yield* Queue.size(begun), 0)
          yield* Queue.offerAll(gate, ["fails", "fails"])
          yield* Effect.yieldNow
          yield* TestClock.adjust("250 millis")
          assert.deepStrictEqual(yield* next, ["front", 3])
          yield* Queue.offer(gate, "ok")
          keep(4)
          keep(5)
          // It was written at once, or at the tick after that.
          yield* TestClock.adjust("4500 millis")
          assert.strictEqual(yield* Queue.size(begun), 0)
          assert.strictEqual(yield* waits, 5)
          yield* TestClock.adjust("500 millis")
          assert.deepStrictEqual(yield* next, ["front", 5])
          yield* Queue.offer(gate, "ok")
          yield* leaves(home)
          yield* TestClock.adjust("1 minute")
          assert.isTrue(home.parts.every(({ isVacant }) => isVacant))
        }).pipe(
          Effect.provide(
            Snapshots.layer.pipe(Layer.provide(records), Layer.provideMerge(RobotHomes.layer), Layer.provide(Bus.layer))
          )
        )
      })
  )
})
