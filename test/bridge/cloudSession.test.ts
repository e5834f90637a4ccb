import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { ignoredFrames, session } from "@fleet/bridge/cloud/Session"
import { bridgeVersion } from "@fleet/bridge/Version"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Metric, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { newJobId } from "./support/jobIds.ts"
import { eventually, robotId, settle, startCloud } from "./support/FakeCloud.ts"
import { surroundings } from "./support/toldEngine.ts"

const ping = (ts_ms: number) => ({ type: "ping", ts_ms, latency_ms: null, lag_ms: null }) as const

const helloOk = (protocol: { readonly status: "current" | "deprecated"; readonly sunset_at: string | null }) =>
  ({ type: "hello_ok", robot_id: robotId, protocol, bridge: { latest_version: "0.1.0" } }) as const

const jobs = [{ job_id: newJobId(), slug: "dock", state: "running" }] as const

/** A session with a cloud that greets in this way. */
const begun = Effect.fnUntraced(function* (greeting?: ReadonlyArray<CloudMessage> | "silence") {
  const cloud = yield* startCloud
  if (greeting !== undefined) cloud.greeting = greeting
  const around = surroundings(jobs)
  const onOpen = (id: string) => Effect.suspend(() => around.note("open", id, around.outbox.attached))
  const fiber = yield* session({ url: cloud.url, token: Redacted.make("rbt_test") }, onOpen).pipe(
    Effect.provide(around.layer),
    Effect.flip,
    Effect.forkScoped
  )
  yield* cloud.sees("hello")
  const ending = TestClock.withLive(Effect.timeout(Fiber.join(fiber), "10 seconds"))
  const runsStill = Effect.map(settle, () => fiber.pollUnsafe() === undefined)
  return { ...around, cloud, closes: cloud.closes, ending, fiber, runsStill }
})

/** One that was accepted, and carries out what it understands. */
const accepted = Effect.fnUntraced(function* (greeting?: ReadonlyArray<CloudMessage>) {
  const made = yield* begun(greeting)
  const pass = Effect.fnUntraced(function* (ts_ms: number) {
    made.cloud.send(ping(ts_ms))
    yield* made.cloud.sees("pong", (pong) => pong.ts_ms === ts_ms)
  })
  yield* pass(1)
  return { ...made, pass }
})

describe("a session with the cloud", () => {
  it.effect("a session with the cloud begins with a hello that says who the robot is and what runs", () =>
    Effect.gen(function* () {
      const { cloud } = yield* begun()
      assert.deepStrictEqual(cloud.frames[0], {
        type: "hello",
        protocol_version: 5,
        token: "rbt_test",
        bridge_version: bridgeVersion,
        active_jobs: jobs
      })
    })
  )

  it.effect(
    "a session with the cloud sends and carries out nothing before the cloud has accepted; then it opens, and the engine is told",
    () =>
      Effect.gen(function* () {
        const { cloud, outbox, runsStill, told } = yield* begun([ping(1)])
        assert.isTrue(yield* runsStill)
        assert.deepStrictEqual([told, outbox.attached], [[], false])
        cloud.send(helloOk({ status: "current", sunset_at: null }))
        cloud.send(ping(2))
        cloud.send({ type: "failsafe", slug: "drive" })
        yield* eventually("a failsafe", () => told.length === 4)
        assert.deepStrictEqual(told, [
          ["open", robotId, true],
          ["connected", robotId],
          ["handle", ping(2)],
          ["handle", { type: "failsafe", slug: "drive" }]
        ])
        yield* cloud.sees("pong")
        assert.deepStrictEqual(
          cloud.frames.map(({ type }) => type),
          ["hello", "pong"]
        )
        assert.deepStrictEqual(cloud.all("pong"), [{ type: "pong", ts_ms: 2 }])
      })
  )

  it.effect("a session with the cloud ends when the hello is refused, and the engine hears nothing of it", () =>
    Effect.gen(function* () {
      const { closes, ending, told } = yield* begun([{ type: "hello_error", code: "org_locked", message: "no plan" }])
      const end = yield* ending
      assert.deepStrictEqual([end._tag, end.message], ["SessionLost", "the robot's organization is locked: no plan"])
      yield* eventually("the close", () => closes.length === 1)
      assert.deepStrictEqual([told, closes], [[], [1000]])
    })
  )

  it.effect(
    "a session with the cloud ends when the hello is not answered within 10 seconds, whatever else is said",
    () =>
      Effect.gen(function* () {
        const { cloud, ending, runsStill } = yield* begun("silence")
        yield* TestClock.adjust(9999)
        cloud.send(ping(1))
        assert.isTrue(yield* runsStill)
        yield* TestClock.adjust(1)
        assert.strictEqual((yield* ending).message, "the cloud did not answer the hello within 10 seconds")
      })
  )

  it.effect("a session with the cloud ends after 30 seconds in which nothing came", () =>
    Effect.gen(function* () {
      const { ending, outbox, pass, runsStill } = yield* accepted()
      yield* TestClock.adjust(29_999)
      yield* pass(2)
      yield* TestClock.adjust(29_999)
      assert.isTrue(yield* runsStill)
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* ending).message, "nothing came from the cloud for 30 seconds")
      assert.isFalse(outbox.attached)
    })
  )

  it.effect("a session with the cloud ends as the cloud closes it, before the hello was answered and after", () =>
    Effect.gen(function* () {
      for (const begin of [begun("silence"), accepted()]) {
        const { cloud, ending, outbox } = yield* begin
        cloud.close(4004)
        const end = yield* ending
        assert.deepStrictEqual([end._tag, end.message], ["BridgeEnded", "The robot was deleted."])
        assert.isFalse(outbox.attached)
      }
    })
  )

  it.effect("a session with the cloud ends where there is no cloud", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(startCloud)
      const around = surroundings()
      const none = session({ url, token: Redacted.make("rbt_test") }, () => Effect.void)
      const end = yield* Effect.flip(Effect.provide(none, around.layer))
      assert.match(end.message, /^the cloud cannot be reached: .*ECONNREFUSED/)
    })
  )

  it.effect("a session with the cloud that is given up closes its socket with 1000 and leaves the outbox", () =>
    Effect.gen(function* () {
      const { closes, fiber, outbox } = yield* accepted()
      assert.isTrue(outbox.attached)
      yield* Fiber.interrupt(fiber)
      yield* eventually("the close", () => closes.length === 1)
      assert.deepStrictEqual([closes, outbox.attached], [[1000], false])
    })
  )

  it.effect.each([
    ["current", "2030-01-01", []],
    ["deprecated", "2030-01-01", ["Warn: This bridge's protocol is served until 2030-01-01"]],
    ["deprecated", null, ["Warn: This bridge's protocol is served until further notice"]]
  ] as const)(
    "a session with the cloud logs until when its protocol is served, if it is not the newest: %s, %s",
    ([status, sunset_at, lines]) =>
      Effect.gen(function* () {
        const { said } = yield* accepted([helloOk({ status, sunset_at })])
        assert.deepStrictEqual(said, [...lines])
      })
  )
})

const mebibyte = 1_048_576
const oversized = (frame: object) => {
  const text = JSON.stringify({ ...frame, pad: "" })
  return text.replace('"pad":""', `"pad":"${"x".repeat(mebibyte + 1 - text.length)}"`)
}

const unreadable = "not a JSON object with a type"
const tooLarge = (type: string) => `Warn: Frame from the cloud refused: ${type}, 1048577 bytes, over the limit of 1 MiB`
const long = "x".repeat(100)

describe("a frame that a session cannot carry out", () => {
  it.effect.each<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>, ReadonlyArray<unknown>]>([
    ["is logged each time where it is malformed", ["{", "{}"], Array(2).fill(unreadable), []],
    [
      "is logged once where its type is not known, by 100 characters of it",
      ["dance", "sing", "dance", `${long}1`, `${long}2`].map((type) => JSON.stringify({ type })),
      ["dance", "sing", long].map((name) => `Info: Frames of an unknown type from the cloud are ignored: ${name}`),
      []
    ],
    [
      "is logged for the first 100 types alone that are not known",
      Array.from({ length: 102 }, (_, type) => `{"type":"${type}"}`),
      Array.from({ length: 100 }, (_, type) => `Info: Frames of an unknown type from the cloud are ignored: ${type}`),
      []
    ],
    [
      "is logged where it is over 1 MiB, and a configuration answered if it can be told which",
      [{ type: "ping", version: 3 }, {}, { type: "config" }, { type: "config", version: 0 }].map(oversized),
      ["ping", "unknown", "config", "config"].map(tooLarge),
      [["refuse", 0]]
    ]
  ])("%s", ([, frames, lines, answers]) =>
    Effect.gen(function* () {
      const { cloud, pass, said, told } = yield* accepted()
      const before = told.length
      const { count } = yield* Metric.value(ignoredFrames)
      for (const frame of frames) cloud.sendText(frame)
      yield* pass(9)
      const expected = lines.map((line) => (line === unreadable ? `Warn: Frame from the cloud ignored: ${line}` : line))
      assert.deepStrictEqual(said, expected)
      assert.deepStrictEqual(told.slice(before), [...answers, ["handle", ping(9)]])
      assert.strictEqual((yield* Metric.value(ignoredFrames)).count, count + frames.length)
    })
  )

  it.effect("a frame that a session cannot carry out is counted as bridge_ignored_frames, which never falls", () =>
    Effect.gen(function* () {
      yield* Metric.update(ignoredFrames, 1)
      const found = (yield* Metric.snapshot).find(({ id }) => id === "bridge_ignored_frames")
      assert.strictEqual(found?.type, "Counter")
      const before = yield* Metric.value(ignoredFrames)
      yield* Metric.update(ignoredFrames, -1)
      assert.deepStrictEqual(yield* Metric.value(ignoredFrames), before)
      assert.isTrue(before.incremental)
    })
  )
})
