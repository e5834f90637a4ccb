import { assert, layer } from "@effect/vitest"
import { encodeAck, MediaKind, rateOf } from "@fleet/domain/media/MediaFrames"
import { Effect } from "effect"
import { TestApp } from "../../support/TestApp.ts"
import { aWatchedRobot, passes } from "./liveWorld.ts"

layer(TestApp, { timeout: "60 seconds" })("the rate of live video", (it) => {
  it.effect("a robot is asked for less before its only viewer skips, once a queue has stayed on the way to it", () =>
    Effect.gen(function* () {
      const { as, bridge, running } = yield* aWatchedRobot
      const { publisher, viewer } = yield* running(as)
      viewer.send(encodeAck(1, 1))
      yield* viewer.sync
      // A picture each 50 ms over a link that takes 60 ms for one: the queue grows by 10 ms with each.
      let acked = 1
      let sent = 1
      for (let step = 1; step <= 300 && !publisher.frames.some(({ kind }) => kind === MediaKind.rate); step++) {
        yield* passes(bridge, 10)
        if (step % 5 === 0) publisher.picture(++sent)
        yield* publisher.sync
        if (step % 6 === 0 && step > 6) viewer.send(encodeAck(++acked, acked))
        yield* viewer.sync
      }
      const asked = rateOf(yield* publisher.next(MediaKind.rate))
      // The pictures are tiny: half of what the camera is configured for, which is as far as one change goes.
      assert.strictEqual(asked, 250_000)
      assert.strictEqual(viewer.frames.filter(({ kind }) => kind === MediaKind.picture).length, sent)
    })
  )
})
