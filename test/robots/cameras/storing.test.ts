import { assert, describe, it } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import type { Snapshot } from "@fleet/server/robots/cameras/Snapshot"
import { SnapshotRecords } from "@fleet/server/robots/cameras/SnapshotRecords"
import { Snapshots } from "@fleet/server/robots/cameras/Snapshots"
import { nothingPublished, type Published } from "@fleet/server/robots/config/PublishedConfigs"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Context, Effect, Layer, Option, Queue } from "effect"
import { TestClock } from "effect/testing"
import { connectedHome, leaves } from "../../support/homes.ts"
import { silentHealth } from "../../support/silentHealth.ts"
import { setClockBack } from "../../support/setClockBack.ts"
import { picture } from "./pictures.ts"

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
const slugs = Array.from({ length: 50 }, (_, index) => `camera_${index}`)
const published: Published = {
  ...nothingPublished,
  version: 1,
  exposures: new Map(["front", "rear", ...slugs].map((slug) => [slug, { ...camera, slug }]))
}
const robotId = "00000000-0000-4000-8000-000000000001" as RobotId
const megabyte = 1_000_000

const makeStore = Effect.gen(function* () {
  const [begun, gate] = [yield* Queue.unbounded<Snapshot>(), yield* Queue.unbounded<"ok" | "fails">()]
  const stored = new Map<string, Snapshot>()
  const put = (snapshot: Snapshot) =>
    Effect.gen(function* () {
      yield* Queue.offer(begun, snapshot)
      if ((yield* Queue.take(gate)) === "fails") return yield* Effect.die("the store refuses")
      stored.set(snapshot.slug, snapshot)
    })
  const find = ({ slug }: { readonly slug: string }) => Effect.succeed(Option.fromUndefinedOr(stored.get(slug)))
  return { begun, gate, put, find, let: (...ends: ReadonlyArray<"ok" | "fails">) => Queue.offerAll(gate, ends) }
})

class Store extends Context.Service<Store, Effect.Success<typeof makeStore>>()("Store") {}

/** A connected robot whose images are stored when the test lets them be. `begun` has the slug and last byte of each. */
const aRobot = Effect.gen(function* () {
  const home = yield* connectedHome(robotId, published)
  const snapshots = yield* Snapshots
  const store = yield* Store
  const keep = (byte: number, slug = "front", bytes = 0) => {
    const image = Buffer.concat([picture("image/jpeg", 4, 3), Buffer.alloc(bytes), Uint8Array.of(byte)])
    const header = { type: "snapshot", slug, mime: "image/jpeg", width: 4, height: 3, timestamp_ms: 1000 } as const
    assert.isTrue(home.snapshot(header, image))
    return image
  }
  const newest = (slug = "front") =>
    Effect.map(snapshots.newest(robotId, slug), (found) =>
      Option.getOrNull(Option.map(found, ({ image }) => image.at(-1)!))
    )
  const next = Effect.map(Queue.take(store.begun), ({ image, slug }) => [slug, image.at(-1)])
  return { home, keep, newest, next, ...store }
})

const App = (stillsMemory: number) =>
  Snapshots.layer.pipe(
    Layer.provide(Layer.unwrap(Effect.map(Store, ({ find, put }) => Layer.mock(SnapshotRecords, { find, put })))),
    Layer.provideMerge(RobotHomes.layer),
    Layer.provideMerge(Layer.mergeAll(Bus.layer, Counters.layer, Layer.effect(Store, makeStore))),
    Layer.provide([Settings.layerTest({ stillsMemory }), silentHealth])
  )

describe("the newest image of a camera", () => {
  it.effect("is stored at once, then every five minutes, one at a time", () =>
    Effect.gen(function* () {
      const { begun, gate, keep, let: lets, newest, next } = yield* aRobot
      for (const byte of [1, 2, 3]) keep(byte)
      keep(9, "rear")
      assert.deepStrictEqual(
        [yield* next, yield* next],
        [
          ["front", 1],
          ["rear", 9]
        ]
      )
      assert.strictEqual(yield* newest(), 3)
      yield* lets("ok", "ok")
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual(yield* Queue.size(begun), 0)
      assert.deepStrictEqual([yield* newest(), yield* newest("rear")], [3, 9])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* next, ["front", 3])
      // What did not succeed is tried again in time.
      yield* lets("fails")
      keep(4)
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(yield* next, ["front", 4])
      assert.strictEqual(yield* newest(), 4)
      assert.strictEqual(yield* Queue.size(gate), 0)
      yield* lets("ok")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* Queue.size(begun), 0)
    }).pipe(Effect.provide(App(256)))
  )

  it.effect("is stored when the bridge leaves, also where one is being stored, and is in memory no more", () =>
    Effect.gen(function* () {
      const counters = yield* Counters
      const { begun, home, keep, let: lets, newest, next } = yield* aRobot
      keep(1)
      assert.deepStrictEqual(yield* next, ["front", 1])
      keep(2)
      assert.isAbove(counters.stills_bytes, 0)
      yield* leaves(home)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Queue.size(begun), 0)
      yield* lets("ok")
      assert.deepStrictEqual(yield* next, ["front", 2])
      assert.strictEqual(yield* newest(), 2)
      yield* lets("ok")
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(home.isVacant)
      assert.strictEqual(counters.stills_bytes, 0)
      assert.strictEqual(yield* newest(), 2)
    }).pipe(Effect.provide(App(256)))
  )

  it.effect("has its memory back once the next has come, unless somebody has it", () =>
    Effect.gen(function* () {
      const { home, keep, let: lets, next } = yield* aRobot
      const snapshots = yield* Snapshots
      const bytes = 50_000
      const stored = keep(1, "front", bytes)
      yield* next
      const replaced = keep(2, "front", bytes)
      const read = keep(3, "front", bytes)
      assert.deepStrictEqual([stored.length, replaced.length], [read.length, 0])
      const held = Option.getOrThrow(yield* snapshots.newest(robotId, "front"))
      const renamed = keep(4, "front", bytes)
      assert.strictEqual(held.image.at(-1), 3)
      const { exposures, version } = home.published
      home.renameSlug({ from: "front", to: "back", names: { [version]: { front: "back" } }, version })
      const after = new Map(exposures).set("back", { ...camera, slug: "back" })
      after.delete("front")
      const names = new Map([[version, new Map([["front", "back"]])]])
      home.configure({ ...home.published, exposures: after, names, version: version + 1 })
      // Four images may come in a second, under either name.
      yield* TestClock.adjust("500 millis")
      const other = keep(5, "back", bytes)
      assert.deepStrictEqual([renamed.length, other.at(-1)], [0, 5])
      yield* lets("ok")
      assert.deepStrictEqual(yield* next, ["back", 5])
      keep(6, "back", bytes)
      // What is being stored stays.
      assert.strictEqual(other.at(-1), 5)
      yield* lets(...slugs.map(() => "ok" as const))
      // A part of a larger memory is not ours to give back.
      const shared = Buffer.alloc(2 * bytes)
      const own = picture("image/jpeg", 4, 3)
      shared.set(own)
      const header = {
        type: "snapshot",
        slug: "part",
        mime: "image/jpeg",
        width: 4,
        height: 3,
        timestamp_ms: 1
      } as const
      for (let turn = 0; turn < 3; turn++) home.snapshot(header, shared.subarray(0, bytes))
      assert.strictEqual(shared.length, 2 * bytes)
    }).pipe(Effect.provide(App(256)))
  )

  it.effect("is stored when the server stops, in place of one that is being stored", () =>
    Effect.gen(function* () {
      const homes = yield* RobotHomes
      const { keep, let: lets, newest, next } = yield* aRobot
      keep(1)
      yield* next
      keep(2)
      yield* lets("ok", "ok")
      yield* homes.flush
      assert.deepStrictEqual(yield* next, ["front", 2])
      assert.strictEqual(yield* newest(), 2)
    }).pipe(Effect.provide(App(256)))
  )

  it.effect("goes from memory once it is stored where others need that, those that came first before", () =>
    Effect.gen(function* () {
      const counters = yield* Counters
      const { begun, keep, let: lets, newest, next } = yield* aRobot
      // Two are as much as there is; the beginnings of pictures and their last bytes count, too.
      const half = megabyte / 2 - 100
      keep(1, "camera_0", half)
      keep(2, "camera_1", half)
      yield* lets("ok", "ok")
      assert.deepStrictEqual(
        [yield* next, yield* next],
        [
          ["camera_0", 1],
          ["camera_1", 2]
        ]
      )
      yield* TestClock.adjust("1 second")
      keep(3, "camera_0", half)
      assert.isAtLeast(counters.stills_bytes, 2 * half)
      assert.strictEqual(yield* Queue.size(begun), 0)
      // The third is one too many: that of camera_1 goes, which is stored already.
      keep(4, "camera_2", half)
      assert.isAtMost(counters.stills_bytes, megabyte)
      assert.deepStrictEqual(yield* next, ["camera_2", 4])
      assert.strictEqual(yield* newest("camera_1"), 2)
      // Then that of camera_0, which is stored first.
      keep(5, "camera_3", half)
      assert.deepStrictEqual(yield* next, ["camera_0", 3])
      assert.deepStrictEqual(yield* next, ["camera_3", 5])
      yield* lets("ok", "ok", "ok")
      yield* TestClock.adjust("1 second")
      assert.isAtMost(counters.stills_bytes, megabyte)
      assert.deepStrictEqual(
        [yield* newest("camera_0"), yield* newest("camera_1"), yield* newest("camera_2"), yield* newest("camera_3")],
        [3, 2, 4, 5]
      )
      assert.strictEqual(counters.stills_dropped_total, 0)
    }).pipe(Effect.provide(App(1)))
  )

  it.effect("is stored only as far as memory is needed, in the order in which they came", () =>
    Effect.gen(function* () {
      const counters = yield* Counters
      const { begun, keep, let: lets } = yield* aRobot
      const each = 30_000
      // Each is stored as the first of its connection; then another comes, which would wait for five minutes.
      const held = slugs.slice(0, 33)
      for (const slug of held) {
        keep(1, slug, each)
        yield* lets("ok")
        yield* Queue.take(begun)
        yield* TestClock.adjust("1 milli")
      }
      yield* TestClock.adjust("1 second")
      for (const slug of held) keep(2, slug, each)
      assert.strictEqual(yield* Queue.size(begun), 0)
      keep(1, "camera_40", each)
      const stored = yield* Queue.takeAll(begun)
      // A stop stores the others, also where what follows does not hold.
      yield* lets(...slugs.map(() => "ok" as const))
      assert.sameMembers(
        stored.map(({ slug }) => slug),
        ["camera_0", "camera_40"]
      )
      assert.strictEqual(counters.stills_dropped_total, 0)
    }).pipe(Effect.provide(App(1)))
  )

  it.effect("comes and is stored as before when the clock is set back", () =>
    Effect.gen(function* () {
      const { begun, keep, let: lets, newest, next } = yield* aRobot
      yield* TestClock.adjust("2 hours")
      yield* lets("ok", "ok")
      keep(1)
      assert.deepStrictEqual(yield* next, ["front", 1])
      yield* TestClock.adjust("1 second")
      yield* setClockBack(3_600_000)
      keep(2)
      assert.strictEqual(yield* Queue.size(begun), 1)
      assert.strictEqual(yield* newest(), 2)
      assert.deepStrictEqual(yield* next, ["front", 2])
    }).pipe(Effect.provide(App(256)))
  )

  it.effect("goes unstored where the store is too slow for what comes: memory stays bounded", () =>
    Effect.gen(function* () {
      const counters = yield* Counters
      const { begun, keep, let: lets } = yield* aRobot
      const each = 100_000
      for (const slug of slugs) keep(1, slug, each)
      // 32 are being stored and are in memory for as long; of the others no more than there is room for.
      assert.strictEqual(yield* Queue.size(begun), 32)
      assert.isAtMost(counters.stills_bytes, 32 * (each + 100) + megabyte)
      assert.isAbove(counters.stills_dropped_total, 0)
      yield* lets(...slugs.map(() => "ok" as const))
      yield* TestClock.adjust("1 second")
      assert.isAtMost(counters.stills_bytes, megabyte)
    }).pipe(Effect.provide(App(1)))
  )
})
