import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { launch, started, temporaryDirectory } from "./support/bridge.ts"
import { eventually, passUntil, settle, startCloud } from "./support/FakeCloud.ts"
import { FakeRobot } from "./support/FakeRobot.ts"

const bridge = Effect.gen(function* () {
  const cloud = yield* startCloud
  return { cloud, launch: launch(cloud, new FakeRobot(), yield* temporaryDirectory) }
})

const endingOf = Effect.fnUntraced(function* (fiber: Fiber.Fiber<unknown, { readonly message: string }>) {
  const exit = yield* TestClock.withLive(Effect.timeout(Fiber.await(fiber), "5 seconds"))
  assert.isTrue(Exit.isFailure(exit))
  return Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
})

describe("the session with the cloud", () => {
  it.effect("says hello with token, protocol 5 and its version, then tells the link mode", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      assert.deepStrictEqual(cloud.frames[0], {
        type: "hello",
        protocol_version: 5,
        token: "rbt_test",
        bridge_version: "0.1.0",
        active_jobs: []
      })
      assert.strictEqual(cloud.frames[1]?.type, "link_mode")
    })
  )

  it.effect("echoes the time of a ping", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      cloud.send({ type: "ping", ts_ms: 123, latency_ms: null, lag_ms: null })
      assert.strictEqual((yield* cloud.sees("pong")).ts_ms, 123)
    })
  )

  it.effect("gives up on a hello that is not answered for 10 seconds, and tries again", () =>
    Effect.gen(function* () {
      const { cloud, launch } = yield* bridge
      cloud.greeting = "silence"
      yield* launch
      yield* cloud.sees("hello")
      yield* TestClock.adjust("9999 millis")
      yield* settle
      assert.strictEqual(cloud.sockets[0]?.readyState, 1)
      yield* TestClock.adjust("1 millis")
      yield* eventually("the socket closed", () => cloud.sockets[0]?.readyState === 3)
      yield* passUntil("a second hello", () => cloud.all("hello").length === 2)
    })
  )

  it.effect("takes 30 seconds of silence for a dead link", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      yield* TestClock.adjust("29 seconds")
      cloud.send({ type: "ping", ts_ms: 1, latency_ms: null, lag_ms: null })
      yield* cloud.sees("pong")
      yield* TestClock.adjust("29 seconds")
      yield* settle
      assert.strictEqual(cloud.sockets[0]?.readyState, 1)
      yield* TestClock.adjust("1 seconds")
      yield* eventually("the socket closed", () => cloud.sockets[0]?.readyState === 3)
    })
  )

  it.effect("comes back after 1012", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      cloud.close(1012)
      yield* passUntil("a second hello", () => cloud.all("hello").length === 2)
    })
  )

  for (const [code, words] of [
    [4000, "took over"],
    [4004, "was deleted"],
    [4005, "was rotated"]
  ] as const) {
    it.effect(`ends for good when it is closed with ${code}`, () =>
      Effect.gen(function* () {
        const { cloud, fiber } = yield* started
        cloud.close(code)
        assert.include(yield* endingOf(fiber), words)
      })
    )
  }

  it.effect("ends when the cloud does not know the token, and does not repeat it", () =>
    Effect.gen(function* () {
      const { cloud, launch } = yield* bridge
      cloud.greeting = [{ type: "hello_error", code: "invalid_token", message: "no such robot" }]
      const ending = yield* endingOf(yield* launch)
      assert.include(ending, "does not know this token")
      assert.notInclude(ending, "rbt_test")
    })
  )

  for (const code of ["bridge_too_old", "protocol_mismatch"] as const) {
    it.effect(`waits one to two minutes after ${code}`, () =>
      Effect.gen(function* () {
        const { cloud, launch } = yield* bridge
        cloud.greeting = [{ type: "hello_error", code, message: "5 only" }]
        yield* launch
        yield* cloud.sees("hello")
        cloud.close(1008)
        const before = yield* Clock.currentTimeMillis
        yield* passUntil("a second hello", () => cloud.all("hello").length === 2)
        const waited = (yield* Clock.currentTimeMillis) - before
        // The test's time runs on a little while sockets close and open.
        assert.isTrue(waited >= 60_000 && waited < 130_000)
      })
    )
  }

  it.effect("ignores what it does not know, what breaks the contract and what is too big", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      cloud.sendText('{"type":"dance"}')
      cloud.sendText('{"type":"ping","ts_ms":"soon"}')
      cloud.sendText("not JSON")
      cloud.sendText(
        JSON.stringify({ type: "ping", ts_ms: 1, latency_ms: null, lag_ms: null, pad: "x".repeat(1 << 20) })
      )
      cloud.send({ type: "ping", ts_ms: 7, latency_ms: null, lag_ms: null })
      assert.strictEqual((yield* cloud.sees("pong")).ts_ms, 7)
      assert.lengthOf(cloud.sockets, 1)
    })
  )
})
