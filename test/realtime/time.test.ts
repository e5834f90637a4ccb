import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { connectRealtime, openRealtime } from "../support/RealtimeClient.ts"
import { runOut, ShortTokens } from "./expiring.ts"
import { aLiveStage, aStage, plain } from "./world.ts"

layer(ShortTokens, { timeout: "60 seconds" })("the time of the service", (it) => {
  it.effect("the time of the service comes with each accepted auth, also of the token that is held", () =>
    Effect.gen(function* () {
      const { user } = yield* aStage
      const client = yield* openRealtime
      const first = yield* client.auth(user.token)
      assert.strictEqual(first.server_ms, yield* Clock.currentTimeMillis)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* client.auth(user.token)).server_ms, first.server_ms + 5000)
    })
  )

  it.effect("the time of the service is answered from the first auth_ok on, by the request's id", () =>
    Effect.gen(function* () {
      const { user } = yield* aStage
      const client = yield* openRealtime
      client.send({ type: "time", request_id: "early" })
      assert.deepStrictEqual(plain(yield* client.next("error")), { type: "error", code: "not_authenticated" })
      yield* client.auth(user.token)
      const longest = "x".repeat(64)
      for (const request_id of ["1", longest]) client.send({ type: "time", request_id, more: 1 })
      const server_ms = yield* Clock.currentTimeMillis
      assert.deepStrictEqual(yield* client.next("time"), { type: "time", request_id: "1", server_ms })
      assert.deepStrictEqual(yield* client.next("time"), { type: "time", request_id: longest, server_ms })
      for (const request_id of [undefined, "", `${longest}x`, 7]) client.send({ type: "time", request_id })
      for (const frame of yield* client.settled) {
        assert.deepStrictEqual(plain(frame), { type: "error", code: "invalid_frame" })
      }
    })
  )

  it.effect("the time of the service is answered in the 60 seconds after a token's end, and nothing else is", () =>
    Effect.gen(function* () {
      const { bridge, robot, user } = yield* aLiveStage
      const client = yield* connectRealtime(user.token)
      yield* runOut(client)
      client.send({ type: "time", request_id: "late" })
      client.send({ type: "stop", request_id: "stop", robot_id: robot.id, all: true })
      client.send({ type: "release", request_id: "release", robot_id: robot.id, slug: "drive" })
      const server_ms = yield* Clock.currentTimeMillis
      const refused = (request_id: string) => ({
        type: "command_result",
        request_id,
        ok: false,
        job: null,
        kind: null,
        code: "not_authenticated"
      })
      const [time, ...others] = yield* client.settled
      assert.deepStrictEqual(time, { type: "time", request_id: "late", server_ms })
      assert.deepStrictEqual(others.map(plain), [refused("stop"), refused("release")])
      yield* bridge.sync
      assert.isFalse(bridge.frames.some(({ type }) => type === "failsafe"))
    })
  )
})
