import { assert, describe, it } from "@effect/vitest"
import { ignoredFrames } from "@fleet/bridge/cloud/Session"
import { Cause, Clock, Effect, Exit, Fiber, Logger, Metric } from "effect"
import { TestClock } from "effect/testing"
import { silentServer } from "../ros/support/rawServer.ts"
import { doc, launch, started, temporaryDirectory } from "./support/bridge.ts"
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
  it.effect(
    "the session with the cloud says hello with token, protocol 5 and its version, then tells the link mode",
    () =>
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

  it.effect("the session with the cloud echoes the time of a ping", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      cloud.send({ type: "ping", ts_ms: 123, latency_ms: null, lag_ms: null })
      assert.strictEqual((yield* cloud.sees("pong")).ts_ms, 123)
    })
  )

  it.effect("the session with the cloud gives up on a hello that is not answered for 10 seconds, and tries again", () =>
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

  it.effect("the session with the cloud takes 30 seconds of silence for a dead link", () =>
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

  it.effect("the session with the cloud comes back after 1012", () =>
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
    it.effect(`the session with the cloud ends for good when it is closed with ${code}`, () =>
      Effect.gen(function* () {
        const { cloud, fiber } = yield* started
        cloud.close(code)
        assert.include(yield* endingOf(fiber), words)
      })
    )
  }

  it.effect("the session with the cloud ends when the cloud does not know the token, and does not repeat it", () =>
    Effect.gen(function* () {
      const { cloud, launch } = yield* bridge
      cloud.greeting = [{ type: "hello_error", code: "invalid_token", message: "no such robot" }]
      const ending = yield* endingOf(yield* launch)
      assert.include(ending, "does not know this token")
      assert.notInclude(ending, "rbt_test")
    })
  )

  for (const code of ["bridge_too_old", "protocol_mismatch", "org_locked"] as const) {
    it.effect(`the session with the cloud waits one to two minutes after ${code}`, () =>
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

  it.effect("the session with the cloud says that the organization is locked", () =>
    Effect.gen(function* () {
      const said: Array<unknown> = []
      const log = Logger.layer([Logger.make(({ message }) => said.push(message))])
      const { cloud, launch } = yield* bridge
      cloud.greeting = [{ type: "hello_error", code: "org_locked", message: "no plan" }]
      yield* Effect.provide(launch, log)
      yield* eventually("the words", () =>
        said.some((words) => String(words).includes("organization is locked: no plan"))
      )
    })
  )

  for (const [header, leastMs, mostMs] of [
    [undefined, 1000, 6000],
    ["1", 1000, 6000],
    ["40", 40_000, 66_000],
    ["soon", 1000, 6000]
  ] as const) {
    it.effect(
      `the session with the cloud comes back from a full node with Retry-After ${header} after its wait, spread`,
      () =>
        Effect.gen(function* () {
          const { cloud, launch } = yield* bridge
          cloud.refusal = header === undefined ? {} : { "Retry-After": header }
          yield* launch
          yield* eventually("an attempt", () => cloud.attempts === 1)
          yield* settle
          cloud.refusal = undefined
          const before = yield* Clock.currentTimeMillis
          yield* passUntil("a hello", () => cloud.all("hello").length === 1)
          const waited = (yield* Clock.currentTimeMillis) - before
          // The test's time runs on a little while sockets close and open.
          assert.isTrue(waited >= leastMs && waited < mostMs, `${waited}`)
          assert.strictEqual(cloud.attempts, 2)
        })
    )
  }

  it.effect("the session with the cloud gives up on an upgrade that is not answered for 10 seconds", () =>
    Effect.gen(function* () {
      const { url, asked } = yield* silentServer
      const said: Array<unknown> = []
      const log = Logger.layer([Logger.make(({ message }) => said.push(message))])
      const cloud = { url: url.replace("ws:", "http:") }
      yield* Effect.provide(launch(cloud, new FakeRobot(), yield* temporaryDirectory), log)
      yield* asked
      yield* TestClock.adjust("9999 millis")
      yield* settle
      assert.isFalse(said.some((words) => String(words).includes("cannot be reached")))
      yield* TestClock.adjust("1 millis")
      yield* eventually("the words", () => said.some((words) => String(words).includes("no answer within 10 seconds")))
    })
  )

  it.effect("the session with the cloud ignores and counts what it does not know, and names each type once", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => said.push(String(message)))])
      const { cloud, launch } = yield* bridge
      yield* Effect.provide(launch, log)
      yield* cloud.sees("link_mode")
      const { count } = yield* Metric.value(ignoredFrames)
      cloud.sendText('{"type":"dance"}')
      cloud.sendText('{"type":"dance"}')
      cloud.sendText('{"type":"ping","ts_ms":"soon"}')
      cloud.sendText("not JSON")
      for (let n = 0; n < 150; n++) cloud.sendText(JSON.stringify({ type: `${n}${"x".repeat(500)}` }))
      cloud.send({ type: "ping", ts_ms: 7, latency_ms: null, lag_ms: null })
      assert.strictEqual((yield* cloud.sees("pong")).ts_ms, 7)
      assert.lengthOf(cloud.sockets, 1)
      assert.strictEqual((yield* Metric.value(ignoredFrames)).count, count + 154)
      const named = said.filter((words) => words.includes("unknown type"))
      assert.lengthOf(
        named.filter((words) => words.includes("dance")),
        1
      )
      assert.lengthOf(named, 100)
      assert.isTrue(named.every((words) => words.length < 200))
    })
  )
})

/** The text of a config frame of exactly so many bytes, its version last. */
const configOf = (version: number, bytes: number): string => {
  const textOf = (pad: string) =>
    JSON.stringify({ type: "config", doc: { ...doc, messages: { pad: { text: pad } } }, version })
  return textOf("x".repeat(bytes - textOf("").length))
}

const mebibyte = 1_048_576

describe("a frame of the cloud", () => {
  it.effect("a frame of the cloud is read at 1 MiB", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      cloud.sendText(configOf(2, mebibyte))
      assert.isTrue((yield* cloud.sees("config_applied", ({ version }) => version === 2)).ok)
    })
  )

  for (const bytes of [mebibyte + 1, 2 * mebibyte]) {
    it.effect(
      `a frame of the cloud is refused at ${bytes} bytes, and a configuration's refusal is told of each kind`,
      () =>
        Effect.gen(function* () {
          const { cloud, robot } = yield* started
          const { count } = yield* Metric.value(ignoredFrames)
          cloud.sendText(configOf(2, bytes))
          const { ok, errors } = yield* cloud.sees("config_applied", ({ version }) => version === 2)
          assert.isFalse(ok)
          assert.deepStrictEqual(
            errors.map(({ kind, slug, code }) => [kind, slug, code]),
            ["datapoint", "action", "service", "publisher", "camera", "low_bandwidth", "recorder"].map((kind) => [
              kind,
              "*",
              "whole_kind_failed"
            ])
          )
          assert.strictEqual((yield* Metric.value(ignoredFrames)).count, count + 1)
          robot.emit("/battery", { percentage: 0.5 }, 1)
          yield* cloud.sees("datapoint")
          assert.lengthOf(cloud.sockets, 1)
        })
    )
  }

  it.effect("a frame of the cloud of another type over 1 MiB is counted and logged, and the session goes on", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => said.push(String(message)))])
      const { cloud, launch } = yield* bridge
      yield* Effect.provide(launch, log)
      yield* cloud.sees("link_mode")
      const { count } = yield* Metric.value(ignoredFrames)
      const ping = { type: "ping", ts_ms: 1, latency_ms: null, lag_ms: null }
      cloud.sendText(JSON.stringify({ ...ping, pad: "x".repeat(mebibyte) }))
      cloud.sendText(JSON.stringify({ pad: "x".repeat(mebibyte) }))
      cloud.sendText(JSON.stringify({ type: "config", pad: "x".repeat(mebibyte) }))
      cloud.sendText(JSON.stringify({ ...ping, ts_ms: 7 }))
      assert.strictEqual((yield* cloud.sees("pong")).ts_ms, 7)
      assert.isEmpty(cloud.all("config_applied"))
      assert.strictEqual((yield* Metric.value(ignoredFrames)).count, count + 3)
      assert.isTrue(said.some((words) => /refused: ping, 1048\d{3} bytes/.test(words)))
    })
  )

  it.effect("a frame of the cloud over 2 MiB, which the cloud never sends, ends the connection", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      cloud.sendText(configOf(2, 2 * mebibyte + 1))
      yield* passUntil("a second hello", () => cloud.all("hello").length === 2)
    })
  )
})
