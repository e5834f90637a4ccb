import { assert, layer } from "@effect/vitest"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import { Robots } from "@fleet/server/robots/Robots"
import { RobotDeletion } from "@fleet/server/robots/RobotDeletion"
import { Effect } from "effect"
import { aConnectedRobot, auditOf, detail, eventually, publish, source } from "../jobs/world.ts"
import { connectBridge, openBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

layer(TestApp, { timeout: "60 seconds" })("a bridge's socket", (it) => {
  it.effect("a bridge's socket is closed by text that is not a JSON object, before the hello and after", () =>
    Effect.gen(function* () {
      for (const text of ["{", "[]", "1", "null", '"hello"', ""]) {
        const stranger = yield* openBridge
        stranger.sendRaw(text)
        assert.strictEqual(yield* stranger.closeCode, 1008, text)
      }
      const { bridge } = yield* aConnectedRobot
      bridge.sendRaw("[1]")
      assert.strictEqual(yield* bridge.closeCode, 1008)
    })
  )

  it.effect("a bridge's socket takes a frame of 2 MiB and is closed by a longer one", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { bridge } = world
      const frame = JSON.stringify({ type: "datapoint", slug: "battery", value: "", timestamp_ms: 5 })
      const filled = (bytes: number) => frame.replace('""', `"${"x".repeat(bytes - frame.length)}"`)
      bridge.sendRaw(filled(maxFrame))
      yield* bridge.sync
      const { body } = yield* call("GET", `${world.path}/datapoints/battery`, { as: world.as })
      assert.strictEqual(body.value.length, maxFrame - frame.length)
      bridge.sendRaw(filled(maxFrame + 1))
      assert.strictEqual(yield* bridge.closeCode, 1009)
    })
  )

  it.effect("a bridge's socket outlives unknown and malformed frames, which touch nothing", () =>
    Effect.gen(function* () {
      const { as, bridge, path } = yield* aConnectedRobot
      const battery = { type: "datapoint", slug: "battery" }
      const bad = [
        { type: "tomorrow", x: 1 },
        { ...battery, value: 1 },
        { ...battery, timestamp_ms: 1 },
        { ...battery, value: 1, timestamp_ms: "1" },
        { ...battery, value: 1, timestamp_ms: 1, backfill: "yes" },
        { type: "pong" },
        { type: "link_mode", low_bandwidth: 1, reason: "lag", at_ms: 1 },
        { type: "job_update", job_id: "x" },
        { type: "cancel_result", request_id: "nobody", slug: "dock", goals: [], error: null },
        { type: "hello", protocol_version: 5, token: "x", bridge_version: "1" },
        { noType: true }
      ]
      for (const frame of bad) bridge.sendRaw(JSON.stringify(frame))
      bridge.sendRaw(Uint8Array.of(0, 0, 0, 200, 1))
      bridge.sendRaw(JSON.stringify({ ...battery, value: 7, timestamp_ms: 2, more: "is ignored" }))
      yield* bridge.sync
      const { body } = yield* call("GET", `${path}/datapoints/battery`, { as })
      assert.deepStrictEqual([body.value, body.timestamp_ms], [7, 2])
    })
  )

  it.effect("a bridge's socket is superseded by a newer one, and the robot stays online", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const newer = yield* connectBridge(world.bridgeToken)
      assert.strictEqual(yield* world.bridge.closeCode, 4000)
      yield* newer.sync
      assert.isTrue((yield* detail(world)).bridge_state.online)
      const started = yield* call("POST", `${world.path}/jobs/undock`, { as: world.as, body: {} })
      assert.strictEqual(started.status, 202)
      yield* newer.next("invoke")
    })
  )

  it.effect("a bridge's socket is closed when the token is rotated, and the old token is refused", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { owner, robot } = world
      const token = yield* (yield* Robots).rotateToken(owner.caller, robot)
      assert.isFalse((yield* detail(world)).bridge_state.online)
      assert.strictEqual(yield* world.bridge.closeCode, 4005)
      const old = yield* openBridge
      old.hello(world.bridgeToken)
      assert.strictEqual((yield* old.next("hello_error")).code, "invalid_token")
      yield* connectBridge(token)
    })
  )

  it.effect("a bridge's socket is closed when the robot is deleted", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      yield* (yield* RobotDeletion).delete(world.owner.caller, world.robot)
      assert.strictEqual(yield* world.bridge.closeCode, 4004)
    })
  )

  it.effect("a bridge's socket leaves the robot offline when it ends, and the disconnect audited", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      yield* world.bridge.leave
      const { bridge_state } = yield* eventually(detail(world), ({ bridge_state }) => !bridge_state.online)
      assert.deepStrictEqual(bridge_state, { online: false, latency_ms: null, low_bandwidth: false })
      yield* eventually(auditOf(world, "bridge.disconnected"), (events) => events.length === 1)
    })
  )

  it.effect("a bridge's socket gets each publish, and its config_applied is answered with the robot", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { bridge, owner, robot } = world
      yield* publish(owner.caller, robot.id, `${source}low_bandwidth: {mode: "off"}\n`)
      const { doc, version } = yield* bridge.next("config")
      assert.deepStrictEqual([version, doc.low_bandwidth], [2, { mode: "off" }])
      const errors = [{ kind: "camera" as const, slug: "front", code: "unknown", message: "no such topic" }]
      bridge.send({ type: "config_applied", version, ok: false, errors })
      const { config } = yield* eventually(detail(world), ({ config }) => config.applied_version === 2)
      assert.deepInclude(config, { published_version: 2, applied_ok: false, applied_errors: errors })
      bridge.send({ type: "config_applied", version: 1, ok: false, errors })
      bridge.send({ type: "config_applied", version, ok: true, errors: [] })
      const after = yield* eventually(detail(world), ({ config }) => config.applied_ok)
      assert.deepInclude(after.config, { applied_version: 2, applied_errors: [] })
    })
  )
})
