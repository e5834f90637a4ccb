import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { aRobot, auditOf, detail, pass } from "../jobs/world.ts"
import { connectBridge, openBridge } from "../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"

layer(TestApp, { timeout: "60 seconds" })("a hello", (it) => {
  it.effect("is answered with the robot, the protocol and the newest bridge, then the configuration", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const bridge = yield* openBridge
      bridge.hello(world.bridgeToken)
      assert.deepStrictEqual(yield* bridge.next("hello_ok"), {
        type: "hello_ok",
        robot_id: world.robot.id,
        protocol: { status: "current", sunset_at: null },
        bridge: { latest_version: "0.1.0" }
      })
      const { doc, version } = yield* bridge.next("config")
      assert.strictEqual(version, 1)
      assert.sameMembers(Object.keys(doc), ["platform", "datapoints", "actions", "services", "publishers", "cameras"])
      const { bridge_state, bridge_version, last_hello_error, protocol_status, protocol_version } = yield* detail(world)
      assert.deepStrictEqual(
        { bridge_state, bridge_version, last_hello_error, protocol_status, protocol_version },
        {
          bridge_state: { online: true, latency_ms: null, low_bandwidth: false },
          bridge_version: "0.1.0",
          last_hello_error: null,
          protocol_status: "current",
          protocol_version: 5
        }
      )
      assert.lengthOf(yield* auditOf(world, "bridge.connected"), 1)
    })
  )

  it.effect("of a robot without a publish gets version 0 and an empty document", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const { token } = yield* makeRobot(owner.caller)
      const bridge = yield* connectBridge(token)
      assert.deepStrictEqual(yield* bridge.next("config"), { type: "config", version: 0, doc: {} })
    })
  )

  it.effect("with a token of no robot is refused and closed", () =>
    Effect.gen(function* () {
      const bridge = yield* openBridge
      bridge.hello("rbt_nobody")
      assert.strictEqual((yield* bridge.next("hello_error")).code, "invalid_token")
      assert.strictEqual(yield* bridge.closeCode, 1008)
    })
  )

  it.effect("of another protocol is refused, recorded on the robot, and forgiven at the next good one", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      for (const [protocol_version, code] of [
        [4, "bridge_too_old"],
        [6, "protocol_mismatch"]
      ] as const) {
        const bridge = yield* openBridge
        bridge.hello(world.bridgeToken, { protocol_version, bridge_version: "old" })
        const refusal = yield* bridge.next("hello_error")
        assert.deepStrictEqual([refusal.code, yield* bridge.closeCode], [code, 1008])
        const kept = yield* detail(world)
        assert.deepStrictEqual(
          [kept.protocol_status, kept.protocol_version, kept.bridge_version, kept.bridge_state.online],
          ["refused", protocol_version, "old", false]
        )
        assert.deepInclude(kept.last_hello_error, { code, message: refusal.message })
      }
      assert.deepStrictEqual(
        (yield* auditOf(world, "bridge.refused")).map(({ actor_kind, details }) => [actor_kind, details]),
        [
          ["bridge", { code: "bridge_too_old" }],
          ["bridge", { code: "protocol_mismatch" }]
        ]
      )
      yield* connectBridge(world.bridgeToken)
      const kept = yield* detail(world)
      assert.deepStrictEqual([kept.protocol_status, kept.last_hello_error], ["current", null])
    })
  )

  it.effect("is the first frame or nothing", () =>
    Effect.gen(function* () {
      const frames = [
        { type: "datapoint", slug: "battery", value: 1, timestamp_ms: 1 },
        { type: "greetings" },
        { type: "hello", protocol_version: 5 },
        {}
      ]
      for (const frame of frames) {
        const bridge = yield* openBridge
        bridge.sendRaw(JSON.stringify(frame))
        assert.strictEqual((yield* bridge.next("hello_error")).code, "invalid_frame")
        assert.strictEqual(yield* bridge.closeCode, 1008)
      }
    })
  )

  it.effect("has ten seconds to come", () =>
    Effect.gen(function* () {
      const bridge = yield* openBridge
      yield* pass(bridge, 9_500)
      yield* TestClock.adjust("750 millis")
      assert.strictEqual(yield* bridge.closeCode, 4002)
    })
  )
})
