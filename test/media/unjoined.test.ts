import { assert, describe, it, layer } from "@effect/vitest"
import { maxMediaUnit, mediaHeaderBytes } from "@fleet/domain/media/MediaFrames"
import { joinDeadlineMs, maxUnjoinedBytes } from "@fleet/server/media/MediaSocket"
import { maxUnjoined, maxUnjoinedOfAddress, UnjoinedSockets } from "@fleet/server/media/UnjoinedSockets"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { WebSocket } from "ws"
import { aWatchedRobot } from "../robots/cameras/liveWorld.ts"
import { eventually } from "../robots/jobs/world.ts"
import { openMedia } from "../support/MediaPeer.ts"
import { TestApp } from "../support/TestApp.ts"

/** The status with which an upgrade is refused; null where it is taken, and closed again. */
const refusedWith = Effect.gen(function* () {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.callback<number | null>((resume) => {
    const socket = new WebSocket(`${base.replace(/^http/, "ws")}/media`)
    socket.on("error", () => undefined)
    socket.once("unexpected-response", (_, answer) => resume(Effect.succeed(answer.statusCode!)))
    socket.once("open", () => {
      socket.once("close", () => resume(Effect.succeed(null)))
      socket.terminate()
    })
  })
})

/** A join of an unknown token that is so many bytes long. */
const aJoinOf = (bytes: number) => {
  const join = JSON.stringify({ type: "join", room: "x", token: "x", role: "viewer" })
  return join + " ".repeat(bytes - join.length)
}

layer(TestApp, { timeout: "60 seconds" })("a socket of /media that has not joined", (it) => {
  it.effect("a socket of /media that has not joined may say 4 KiB, and a whole unit once it has", () =>
    Effect.gen(function* () {
      const [short, long, binary] = [yield* openMedia, yield* openMedia, yield* openMedia]
      short.send(aJoinOf(maxUnjoinedBytes))
      assert.deepStrictEqual(yield* short.closed, [1008, "unknown join token"])
      long.send(aJoinOf(maxUnjoinedBytes + 1))
      assert.strictEqual((yield* long.closed)[0], 1009)
      binary.send(new Uint8Array(maxMediaUnit + mediaHeaderBytes))
      assert.strictEqual((yield* binary.closed)[0], 1009)
      const { as, running } = yield* aWatchedRobot
      const { publisher } = yield* running(as)
      publisher.picture(2, { isKey: true, payload: new Uint8Array(maxMediaUnit) })
      yield* publisher.sync
      assert.isNull(publisher.close)
    })
  )

  it.effect("a socket of /media that has not joined is closed 10 s after it came, to the millisecond", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("137 millis")
      const early = yield* openMedia
      yield* early.sync
      yield* TestClock.adjust("61 millis")
      const late = yield* openMedia
      yield* late.sync
      yield* TestClock.adjust(joinDeadlineMs - 62)
      yield* early.sync
      assert.isNull(early.close)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* early.closed, [4002, "no join in time"])
      yield* TestClock.adjust(60)
      yield* late.sync
      assert.isNull(late.close)
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* late.closed)[0], 4002)
    })
  )

  it.effect(
    "a socket of /media that has not joined is one of 100 of its address; those that joined are not counted",
    () =>
      Effect.gen(function* () {
        const { as, running } = yield* aWatchedRobot
        yield* running(as)
        const held = yield* Effect.all(
          Array.from({ length: maxUnjoinedOfAddress - 1 }, () => openMedia),
          { concurrency: 10 }
        )
        const last = yield* openMedia
        yield* last.sync
        assert.strictEqual(yield* refusedWith, 503)
        last.socket.close()
        yield* last.closed
        yield* eventually(refusedWith, (status) => status === null)
        yield* held[0]!.sync
      })
  )
})

describe("sockets that have not joined", () => {
  it("sockets that have not joined are a thousand of all addresses together", () => {
    const sockets = new UnjoinedSockets()
    const address = (index: number) => `10.0.0.${index % 20}`
    for (let index = 0; index < maxUnjoined; index++) {
      assert.isFalse(sockets.isFull("192.0.2.1"))
      sockets.opened(address(index))
    }
    assert.isTrue(sockets.isFull("192.0.2.1"))
    sockets.left(address(0))
    assert.isFalse(sockets.isFull("192.0.2.1"))
  })

  it("sockets that have not joined leave nothing once they are gone", () => {
    const sockets = new UnjoinedSockets()
    for (let turn = 0; turn < 10_000; turn++) {
      sockets.opened(`10.1.${turn >> 8}.${turn & 255}`)
      sockets.left(`10.1.${turn >> 8}.${turn & 255}`)
    }
    assert.strictEqual(sockets.addresses, 0)
    assert.isFalse(sockets.isFull("10.1.0.0"))
  })
})
