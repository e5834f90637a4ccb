import { assert, describe, it, layer } from "@effect/vitest"
import { Datapoint } from "@fleet/bridge-protocol/BridgeMessages"
import { isDatapoint } from "@fleet/bridge-protocol/isDatapoint"
import { FailureLimit } from "@fleet/server/platform/limits/FailureLimit"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { Sample } from "@fleet/server/platform/bus/RobotEvents"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { HttpServer } from "effect/http"
import { connect } from "node:net"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { aConnectedRobot, aRobot, detail, eventually, jobOf, start } from "../jobs/world.ts"
import { connectBridge, openBridge } from "../../support/FakeBridge.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const sample = (value: unknown, timestamp_ms: number, rest: object = {}) => ({
  type: "datapoint" as const,
  slug: "battery",
  value,
  timestamp_ms,
  ...rest
})

layer(TestApp, { timeout: "60 seconds" })("a sample", (it) => {
  it.effect("a sample of a slug that is not published as a datapoint is dropped", () =>
    Effect.gen(function* () {
      const { as, bridge, path, robot } = yield* aConnectedRobot
      const heard: Array<string> = []
      yield* (yield* Bus).follow(robot.id, (event) => void (event.type === "sample" && heard.push(event.slug)))
      for (const slug of ["nobody", "dock", "front", "bridge_state", "battery"]) {
        bridge.send({ ...sample(1, 1), slug })
      }
      yield* bridge.sync
      assert.deepStrictEqual(heard, ["battery"])
      const { body } = yield* call("GET", `${path}/datapoints/bridge_state`, { as })
      assert.notStrictEqual(body.value, 1)
    })
  )

  it.effect("a sample kept while offline is not spread, and never replaces a newer one", () =>
    Effect.gen(function* () {
      const { as, bridge, path, robot } = yield* aConnectedRobot
      const heard: Array<Sample> = []
      yield* (yield* Bus).follow(robot.id, (event) => void (event.type === "sample" && heard.push(event)))
      const value = Effect.map(call("GET", `${path}/datapoints/battery`, { as }), ({ body }) => body.value)
      bridge.send(sample(1, 1000, { backfill: true }))
      yield* bridge.sync
      assert.strictEqual(yield* value, 1)
      bridge.send(sample(2, 2000))
      bridge.send(sample(3, 1500, { backfill: true }))
      bridge.send(sample(3, 2000, { backfill: true }))
      yield* bridge.sync
      assert.strictEqual(yield* value, 2)
      bridge.send(sample(4, 2001, { backfill: true }))
      yield* bridge.sync
      assert.strictEqual(yield* value, 4)
      assert.deepStrictEqual(
        heard.map(({ json }) => json),
        ["2"]
      )
    })
  )

  it.effect(
    "a sample stamped ahead is answered as sent, and keeps no later one out, over reconnects, on REST and realtime",
    () =>
      Effect.gen(function* () {
        const { as, bridge, bridgeToken, path, robot } = yield* aConnectedRobot
        const get = Effect.map(call("GET", `${path}/datapoints/battery`, { as }), ({ body }) => body)
        const current = Effect.gen(function* () {
          const client = yield* connectRealtime(as)
          client.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
          const { timestamp_ms, value } = yield* client.next("datapoint")
          return { slug: "battery", value, timestamp_ms }
        })
        const ahead = { slug: "battery", value: 1, timestamp_ms: 8_640_000_000_000_000 }
        bridge.send(sample(1, ahead.timestamp_ms))
        yield* bridge.sync
        assert.deepStrictEqual([yield* get, yield* current], [ahead, ahead])
        bridge.send(sample(2, 2))
        yield* bridge.sync
        const behind = { slug: "battery", value: 2, timestamp_ms: 2 }
        assert.deepStrictEqual([yield* get, yield* current], [behind, behind])

        bridge.send(sample(1, ahead.timestamp_ms))
        yield* bridge.sync
        yield* bridge.leave
        yield* eventually(detail({ as, path }), ({ bridge_state }) => !bridge_state.online)
        // Memory lets go of the robot once its value is in the table.
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(yield* get, ahead)
        const next = yield* connectBridge(bridgeToken)
        yield* next.next("config")
        next.send(sample(3, 3))
        yield* next.sync
        const newest = { slug: "battery", value: 3, timestamp_ms: 3 }
        assert.deepStrictEqual([yield* get, yield* current], [newest, newest])
      })
  )

  it.effect("a sample whose timestamp is no integer from 0 to 8640000000000000 is ignored and counted", () =>
    Effect.gen(function* () {
      const { as, bridge, path } = yield* aConnectedRobot
      const counters = yield* Counters
      const get = Effect.map(call("GET", `${path}/datapoints/battery`, { as }), ({ body }) => body)
      for (const timestamp_ms of [0, 8_640_000_000_000_000]) {
        bridge.send(sample(timestamp_ms, timestamp_ms))
        yield* bridge.sync
        assert.deepStrictEqual(yield* get, { slug: "battery", value: timestamp_ms, timestamp_ms })
      }
      const before = { ...counters }
      const odd = ["-1", "1.5", "1e300", "8640000000000001", "-0.5", "null", '"1"']
      for (const timestamp of odd) {
        bridge.sendRaw(`{"type":"datapoint","slug":"battery","value":9,"timestamp_ms":${timestamp}}`)
      }
      yield* bridge.sync
      assert.strictEqual((yield* get).value, 8_640_000_000_000_000)
      assert.strictEqual(counters.bridge_frames_ignored_total - before.bridge_frames_ignored_total, odd.length)
      assert.strictEqual(counters.samples_received_total, before.samples_received_total)
    })
  )

  it.effect("an optional part of a frame that cannot be read is left out and counted, and the frame is taken", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { bridgeToken } = world
      const counters = yield* Counters
      const before = { ...counters }
      const leftOut = () => counters.bridge_parts_ignored_total - before.bridge_parts_ignored_total
      const taken: Array<number> = []
      for (const backfill of ['"true"', "1", "null"]) {
        world.bridge.sendRaw(`{"type":"datapoint","slug":"battery","value":1,"timestamp_ms":1,"backfill":${backfill}}`)
        yield* world.bridge.sync
        taken.push(leftOut())
      }
      const active = { job_id: crypto.randomUUID(), slug: "dock", state: "running" }
      for (const active_jobs of [
        null,
        [active, { ...active, state: "asleep" }],
        Array.from({ length: 501 }, () => active)
      ]) {
        const bridge = yield* openBridge
        bridge.hello(bridgeToken, { active_jobs })
        yield* bridge.next("hello_ok")
        taken.push(leftOut())
        yield* start(world, "undock")
        const { id } = yield* jobOf(world, "undock")
        const lost = { type: "job_lost", job_ids: [id], error: { code: 7 } }
        bridge.sendRaw(JSON.stringify(lost))
        yield* bridge.sync
        assert.deepInclude(yield* jobOf(world, "undock"), { id, state: "lost" })
        taken.push(leftOut())
      }
      assert.deepStrictEqual(taken, [1, 2, 3, 4, 5, 6, 7, 8, 9])
      assert.strictEqual(counters.bridge_frames_ignored_total, before.bridge_frames_ignored_total)
      // What is not optional is the frame.
      const bridge = yield* openBridge
      bridge.hello(bridgeToken, { active_jobs: null, bridge_version: "" })
      assert.strictEqual((yield* bridge.next("hello_error")).code, "invalid_frame")
    })
  )

  it.effect("a sample of a bridge that was closed is ignored", () =>
    Effect.gen(function* () {
      const { as, bridge, bridgeToken, path } = yield* aConnectedRobot
      bridge.send(sample(1, 1))
      yield* bridge.sync
      const newer = yield* connectBridge(bridgeToken)
      bridge.send(sample(2, 2))
      yield* bridge.closeCode
      yield* newer.sync
      assert.strictEqual((yield* call("GET", `${path}/datapoints/battery`, { as })).body.value, 1)
    })
  )
})

/** The status of an upgrade of /bridge. */
const upgradeStatus = Effect.gen(function* () {
  const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
  return yield* Effect.callback<number>((resume) => {
    const socket = connect(Number(base.port), base.hostname, () => socket.write(upgrade(base.host)))
    socket.once("data", (data) => {
      socket.destroy()
      resume(Effect.succeed(Number(String(data).split(" ")[1])))
    })
  })
})

const upgrade = (host: string) =>
  `GET /bridge HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${"A".repeat(22)}==\r\n\r\n`

layer(TestApp, { timeout: "60 seconds" })("an address", (it) => {
  it.effect("an address is refused the upgrade for a minute after thirty failed hellos", () =>
    Effect.gen(function* () {
      const { bridgeToken } = yield* aRobot
      for (let failed = 0; failed < 30; failed++) {
        assert.strictEqual(yield* upgradeStatus, 101)
        const bridge = yield* openBridge
        bridge.hello("rbt_nobody")
        yield* bridge.next("hello_error")
      }
      assert.strictEqual(yield* upgradeStatus, 429)
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* upgradeStatus, 429)
      yield* TestClock.adjust("1 second")
      yield* connectBridge(bridgeToken)
    })
  )
})

describe("a limit on failures", () => {
  it("a limit on failures holds in any minute, not in those of the clock", () => {
    const limit = new FailureLimit(3, 60_000)
    for (const at of [1000, 59_000, 60_500]) limit.failed("a", at)
    assert.isNotNull(limit.barredForMs("a", 60_500))
    assert.isNull(limit.barredForMs("b", 60_500))
    assert.isNull(limit.barredForMs("a", 61_000))
    limit.failed("a", 61_000)
    assert.isNotNull(limit.barredForMs("a", 118_999))
    assert.isNull(limit.barredForMs("a", 119_000))
  })
})

const Almost = Schema.Struct({
  type: Schema.Literals(["datapoint", "datapoint", "pong"]),
  slug: Schema.optionalKey(Schema.Union([Schema.String, Schema.Null, Schema.Int])),
  value: Schema.optionalKey(
    Schema.Union([Schema.String, Schema.Null, Schema.Finite, Schema.Boolean, Schema.Array(Schema.Int)])
  ),
  timestamp_ms: Schema.optionalKey(
    Schema.Union([
      Schema.Int,
      Schema.Finite,
      Schema.String,
      Schema.Literals(["NaN", "Infinity"]),
      Schema.Literals([-1, 0, 8_640_000_000_000_000, 8_640_000_000_000_002])
    ])
  ),
  backfill: Schema.optionalKey(Schema.Union([Schema.Boolean, Schema.Null, Schema.String])),
  more: Schema.optionalKey(Schema.String)
})

describe("isDatapoint", () => {
  it.prop("isDatapoint agrees with its schema on every frame", [Almost], ([frame]) => {
    const parsed = JSON.parse(JSON.stringify(frame))
    assert.strictEqual(isDatapoint(parsed), Option.isSome(decode(parsed)))
  })
  const decode = Schema.decodeUnknownOption(Schema.toCodecJson(Datapoint))
})

/** The bytes of text frames as a client sends them, masked with zeros. */
const framed = (...messages: ReadonlyArray<object>) =>
  Buffer.concat(
    messages.map((message) => {
      const text = Buffer.from(JSON.stringify(message))
      return Buffer.concat([Uint8Array.of(0x81, 0xfe, text.length >> 8, text.length & 255, 0, 0, 0, 0), text])
    })
  )

layer(TestApp, { timeout: "60 seconds" })("bytes", (it) => {
  it.effect("bytes mean the same wherever the network cuts them", () =>
    Effect.gen(function* () {
      const { as, bridgeToken, path, robot } = yield* aRobot
      const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
      const heard: Array<string> = []
      yield* (yield* Bus).follow(robot.id, (event) => void (event.type === "sample" && heard.push(event.json)))
      const hello = framed({ type: "hello", protocol_version: 5, token: bridgeToken, bridge_version: "0.1.0" })
      const samples = framed(sample("é🤖".repeat(20), 1), sample(["x".repeat(126)], 2))
      const expected = [JSON.stringify("é🤖".repeat(20)), JSON.stringify(["x".repeat(126)])]
      const longest = Math.max(hello.length, samples.length)
      for (let cut = 1; cut < longest; cut++) {
        heard.length = 0
        yield* Effect.callback<void>((resume) => {
          let seen = ""
          let greeted = false
          const socket = connect(Number(base.port), base.hostname, () => socket.write(upgrade(base.host)))
          const cutAndSend = (bytes: Buffer) => {
            socket.write(bytes.subarray(0, cut))
            if (cut < bytes.length) setImmediate(() => socket.write(bytes.subarray(cut)))
          }
          socket.setNoDelay(true)
          socket.on("data", (data) => {
            const before = seen
            seen += data.toString("latin1")
            if (before === "") cutAndSend(hello)
            if (!greeted && seen.includes('"config"')) {
              greeted = true
              cutAndSend(samples)
            }
          })
          const watch = setInterval(() => {
            if (heard.length < 2) return
            clearInterval(watch)
            socket.destroy()
            resume(Effect.void)
          }, 1)
          return Effect.sync(() => {
            clearInterval(watch)
            socket.destroy()
          })
        })
        assert.deepStrictEqual(heard, expected, `cut after ${cut} bytes`)
      }
      assert.deepStrictEqual((yield* call("GET", `${path}/datapoints/battery`, { as })).body.value, ["x".repeat(126)])
    })
  )
})
