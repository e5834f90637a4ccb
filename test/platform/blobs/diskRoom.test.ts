import { assert, describe, it } from "@effect/vitest"
import { DiskRoom } from "@fleet/server/platform/blobs/DiskRoom"
import { folderBlobs } from "@fleet/server/platform/blobs/folderBlobs"
import { Deferred, Effect, Exit, Fiber, Stream } from "effect"
import { join } from "node:path"
import { until } from "../../e2e/support/until.ts"
import { temporaryFolder } from "../../support/Temporary.ts"

/** A body, and the wait until it is read: the room for it is promised then. What asks for room before may take it away. */
const watched = <E>(body: Stream.Stream<Uint8Array, E>) => {
  const reading = Deferred.makeUnsafe<void>()
  const told = Stream.drain(Stream.fromEffect(Deferred.succeed(reading, undefined)))
  return { body: Stream.concat(told, body), isRead: Deferred.await(reading) }
}

describe("a folder of blobs on a disk that is nearly full", () => {
  const folderOn = (disk: { readonly size: number; readonly free: number }) =>
    Effect.map(temporaryFolder, (root) => folderBlobs(join(root, "blobs"), async () => disk))
  const takes = (disk: { readonly size: number; readonly free: number }, maxBytes: number) =>
    Effect.gen(function* () {
      const store = yield* folderOn(disk)
      const exit = yield* Effect.exit(
        Effect.scoped(store.receive(Stream.make(Buffer.from("x")), maxBytes, "announced"))
      )
      return exit._tag === "Success"
    })

  it.live("takes nothing in that would need the last twentieth, or the last 5 GB of a large one", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* takes({ size: 1000, free: 60 }, 10))
      assert.isFalse(yield* takes({ size: 1000, free: 60 }, 11))
      assert.isTrue(yield* takes({ size: 1e12, free: 5e9 + 10 }, 10))
      assert.isFalse(yield* takes({ size: 1e12, free: 5e9 + 10 }, 11))
    }).pipe(Effect.scoped)
  )

  it.live("takes as many in at a time as there is room for together, and another once one has ended", () =>
    Effect.gen(function* () {
      const store = yield* folderOn({ size: 1000, free: 80 })
      const gates = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const bodyAfter = (gate: Deferred.Deferred<void>) =>
        watched(Stream.fromEffect(Effect.as(Deferred.await(gate), Buffer.from("x"))))
      const upload = ({ body }: ReturnType<typeof bodyAfter>) => Effect.scoped(store.receive(body, 10, "announced"))
      const begin = (gate: Deferred.Deferred<void>) =>
        Effect.gen(function* () {
          const body = bodyAfter(gate)
          const uploading = yield* Effect.forkChild(upload(body), { startImmediately: true })
          yield* body.isRead
          return uploading
        })
      const open = yield* Deferred.make<void>()
      yield* Deferred.succeed(open, undefined)
      // Room for three; two are under way, and a third comes and goes.
      const underWay = yield* Effect.forEach(gates, begin)
      const fits = Effect.suspend(() => Effect.map(Effect.exit(upload(bodyAfter(open))), Exit.isSuccess))
      assert.isTrue(yield* fits)
      const third = yield* Deferred.make<void>()
      const more = yield* begin(third)
      assert.isFalse(yield* fits)
      yield* Fiber.interrupt(underWay[0]!)
      assert.isTrue(yield* fits)
      yield* Deferred.succeed(gates[1]!, undefined)
      yield* Deferred.succeed(third, undefined)
      assert.deepStrictEqual([(yield* Fiber.join(underWay[1]!)).size, (yield* Fiber.join(more)).size], [1, 1])
    }).pipe(Effect.scoped)
  )

  it.live("takes named files in while there is room now, whatever is promised to uploads", () =>
    Effect.gen(function* () {
      const disk = { size: 1000, free: 80 }
      const store = yield* folderOn(disk)
      const put = Effect.map(Effect.exit(store.named.put("a-1", [Buffer.alloc(2)])), Exit.isSuccess)
      const { body, isRead } = watched(Stream.never)
      yield* Effect.forkChild(Effect.scoped(store.receive(body, 30, "announced")), { startImmediately: true })
      yield* isRead
      const more = yield* Effect.exit(Effect.scoped(store.receive(Stream.empty, 1, "announced")))
      assert.isTrue(Exit.isFailure(more))
      assert.isTrue(yield* put)
      disk.free = 52
      assert.isTrue(yield* put)
      disk.free = 51
      assert.isFalse(yield* put)
    }).pipe(Effect.scoped)
  )

  it.live("keeps room for the next 16 MB alone of a body whose size is not known", () =>
    Effect.gen(function* () {
      const disk = { size: 1e12, free: 5e9 + 40e6 }
      const store = yield* folderOn(disk)
      const takes = (bytes: number) =>
        Effect.map(Effect.exit(Effect.scoped(store.receive(Stream.empty, bytes, "announced"))), Exit.isSuccess)
      const slow = watched(Stream.concat(Stream.make(Buffer.alloc(1e6)), Stream.never))
      yield* Effect.forkChild(Effect.scoped(store.receive(slow.body, 1e9, "unknown")), { startImmediately: true })
      yield* slow.isRead
      yield* until(
        "a megabyte on the disk, 15 to come",
        Effect.map(takes(25e6 + 1), (does) => !does)
      )
      assert.isTrue(yield* takes(24e6))
      const rest = watched(Stream.never)
      const long = Stream.concat(Stream.make(Buffer.alloc(16e6), Buffer.alloc(1e6)), rest.body)
      yield* Effect.forkChild(Effect.scoped(store.receive(long, 1e9, "unknown")), { startImmediately: true })
      yield* rest.isRead
      assert.isFalse(yield* takes(10e6 + 1), "room for 16 MB more of the long one is kept")
      disk.free = 5e9 + 15e6
      const refused = yield* Effect.exit(Effect.scoped(store.receive(Stream.make(Buffer.alloc(1)), 1e9, "unknown")))
      assert.isTrue(Exit.isFailure(refused))
    }).pipe(Effect.scoped)
  )

  it.live("counts what is promised once, as promised or as written, while the disk is asked", () =>
    Effect.gen(function* () {
      const disk = { size: 1000, free: 80 }
      const asked: Array<() => void> = []
      const room = new DiskRoom(
        yield* temporaryFolder,
        () => new Promise((resolve) => asked.push(() => resolve({ ...disk })))
      )
      const reserve = (bytes: number) => Effect.promise(() => room.reserve(bytes).catch(() => null))
      const answer = until(
        "a question",
        Effect.sync(() => asked.shift())
      ).pipe(Effect.tap((give) => Effect.sync(give)))
      const first = yield* Effect.forkChild(reserve(20), { startImmediately: true })
      yield* answer
      const reserved = (yield* Fiber.join(first))!
      // The disk has answered before the bytes came, which are counted as such when the answer is looked at.
      const second = yield* Effect.forkChild(reserve(11), { startImmediately: true })
      yield* answer
      reserved.written(20)
      assert.isNull(yield* Fiber.join(second))
      disk.free -= 20
      const third = yield* Effect.forkChild(reserve(10), { startImmediately: true })
      yield* answer
      assert.isNotNull(yield* Fiber.join(third))
      const fourth = yield* Effect.forkChild(reserve(1), { startImmediately: true })
      yield* answer
      assert.isNull(yield* Fiber.join(fourth))
    }).pipe(Effect.scoped)
  )
})
