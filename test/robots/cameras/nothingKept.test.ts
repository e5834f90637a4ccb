import { assert, describe, it } from "@effect/vitest"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { RobotId } from "@fleet/domain/Ids"
import { joinWithinMs, MediaHub } from "@fleet/server/media/MediaHub"
import { LiveStream, lingerMs, startWithinMs } from "@fleet/server/robots/cameras/live/LiveStream"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { many as count, manyInWords } from "../../support/effort.ts"

describe(`live video of ${manyInWords} cameras`, () => {
  it.effect(`live video of ${manyInWords} cameras leaves nothing once they are stopped, answered or not`, () =>
    Effect.gen(function* () {
      const hub = yield* MediaHub
      const clock = yield* Clock.Clock
      const sent: Array<CloudMessage> = []
      const now = () => clock.currentTimeMillisUnsafe()
      const port = { hub, url: "ws://x/media", end: () => {}, send: (message: CloudMessage) => sent.push(message) > 0 }
      const streams = Array.from({ length: count }, () => new LiveStream("front", 1000, port, now()))
      assert.deepStrictEqual(hub.size(), { rooms: count, tokens: count, bytes: 0 })
      const starts = sent.splice(0).filter((message) => message.type === "camera_start")
      streams.forEach((stream, index) => {
        if (index % 2 === 0) return
        const { request_id } = starts[index]!
        const said = { slug: "front", error: null, cause: "command", observed_at_ms: 1 } as const
        stream.state({ type: "camera_state", publishing: true, request_id, ...said })
      })
      const tick = () => streams.forEach((stream) => stream.tick(now()))
      yield* TestClock.adjust(startWithinMs)
      tick()
      yield* TestClock.adjust(lingerMs)
      tick()
      assert.isTrue(streams.every(({ isOver }) => isOver))
      assert.deepStrictEqual(hub.size(), { rooms: 0, tokens: 0, bytes: 0 })
    }).pipe(Effect.provide(MediaHub.layer))
  )

  it.effect("live video that nobody joins leaves no token", () =>
    Effect.gen(function* () {
      const hub = yield* MediaHub
      let expired = 0
      const room = RobotId.make(randomUUID())
      hub.open(room, 1000, { onPublishing: () => {}, onPublisherLeft: () => {} })
      const events = { onJoined: () => {}, onDelivered: () => {}, onClosed: () => {}, onExpired: () => expired++ }
      const seats = Array.from({ length: count }, () => hub.seat(room, events))
      for (const seat of seats.slice(0, count / 2)) seat.end(4010, "revoked")
      assert.strictEqual(hub.size().tokens, count / 2)
      yield* TestClock.adjust(joinWithinMs - 250)
      assert.strictEqual(hub.size().tokens, count / 2)
      yield* TestClock.adjust("250 millis")
      assert.deepStrictEqual([hub.size().tokens, expired], [0, count / 2])
    }).pipe(Effect.provide(MediaHub.layer))
  )
})
