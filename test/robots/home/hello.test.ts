import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { PublishedConfigs } from "@fleet/server/robots/config/PublishedConfigs"
import { Robots } from "@fleet/server/robots/Robots"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { aRobot, auditOf, detail, eventually, pass, publish, source, start } from "../jobs/world.ts"
import { connectBridge, openBridge } from "../../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { refusal } from "../../support/wire.ts"
import { broadcastNow } from "../../support/broadcastNow.ts"

layer(TestApp, { timeout: "60 seconds" })("a hello", (it) => {
  it.effect("a hello is answered with the robot, the protocol and the newest bridge, then the configuration", () =>
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

  it.effect("a hello of a robot without a publish gets version 0 and an empty document", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const { token } = yield* makeRobot(owner.caller)
      const bridge = yield* connectBridge(token)
      assert.deepStrictEqual(yield* bridge.next("config"), { type: "config", version: 0, doc: { platform: 1 } })
    })
  )

  it.effect("a hello with a token of no robot is refused and closed", () =>
    Effect.gen(function* () {
      const bridge = yield* openBridge
      bridge.hello("rbt_nobody")
      assert.strictEqual((yield* bridge.next("hello_error")).code, "invalid_token")
      assert.strictEqual(yield* bridge.closeCode, 1008)
    })
  )

  it.effect("a hello of another protocol is refused, recorded on the robot, and forgiven at the next good one", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      for (const [protocol_version, code] of [
        [4, "bridge_too_old"],
        [6, "protocol_mismatch"],
        [Number.MAX_SAFE_INTEGER, "protocol_mismatch"]
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
        const { at } = kept.last_hello_error
        assert.strictEqual(at, new Date(at).toISOString())
        assert.deepStrictEqual(kept.last_hello_error, { code, message: refusal.message, at })
      }
      assert.deepStrictEqual(
        (yield* auditOf(world, "bridge.refused")).map(({ actor_kind, details }) => [actor_kind, details]),
        [
          ["bridge", { code: "bridge_too_old" }],
          ["bridge", { code: "protocol_mismatch" }],
          ["bridge", { code: "protocol_mismatch" }]
        ]
      )
      yield* connectBridge(world.bridgeToken)
      const kept = yield* detail(world)
      assert.deepStrictEqual([kept.protocol_status, kept.last_hello_error], ["current", null])
    })
  )

  it.effect(
    "a hello leaves the protocol current before the first, and after one that was refused for another reason",
    () =>
      Effect.gen(function* () {
        const world = yield* aRobot
        const protocol = Effect.map(detail(world), ({ protocol, protocol_status, protocol_version }) => [
          protocol_version,
          protocol_status,
          protocol
        ])
        const current = { status: "current", sunset_at: null }
        assert.deepStrictEqual(yield* protocol, [null, "current", current])
        const bridge = yield* openBridge
        bridge.hello(world.bridgeToken, { protocol_version: 0 })
        assert.strictEqual((yield* bridge.next("hello_error")).code, "invalid_frame")
        assert.deepStrictEqual(yield* protocol, [null, "current", current])
        const old = yield* openBridge
        old.hello(world.bridgeToken, { protocol_version: 1 })
        yield* old.closeCode
        assert.deepStrictEqual(yield* protocol, [1, "refused", { status: "refused", sunset_at: null }])
        yield* connectBridge(world.bridgeToken)
        assert.deepStrictEqual(yield* protocol, [5, "current", current])
      })
  )

  it.effect("a hello and config_applied may hold characters that the database refuses", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const bridge = yield* openBridge
      bridge.hello(world.bridgeToken, { bridge_version: "1\u0000" })
      yield* bridge.next("hello_ok")
      assert.strictEqual((yield* detail(world)).bridge_version, "1\ufffd")
      const error = { kind: "camera" as const, slug: "front", code: "unknown", message: `no\u0000${"x".repeat(5000)}` }
      bridge.send({ type: "config_applied", version: 2, ok: true, errors: [] })
      bridge.send({ type: "config_applied", version: Number.MAX_SAFE_INTEGER, ok: true, errors: [] })
      bridge.send({ type: "config_applied", version: 1, ok: false, errors: [error] })
      const { config } = yield* eventually(detail(world), ({ config }) => config.applied_version !== null)
      assert.deepInclude(config, {
        applied_version: 1,
        applied_errors: [{ ...error, message: `no\ufffd${"x".repeat(5000)}` }]
      })
    })
  )

  it.effect("a hello is the first frame or nothing", () =>
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

  it.effect("a hello has ten seconds to come", () =>
    Effect.gen(function* () {
      const bridge = yield* openBridge
      yield* pass(bridge, 9_500)
      yield* TestClock.adjust("750 millis")
      assert.strictEqual(yield* bridge.closeCode, 4002)
    })
  )

  it.effect("a hello that meets a publish ends with the newest configuration", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      for (let version = 2; version < 10; version++) {
        const bridge = yield* openBridge
        bridge.hello(world.bridgeToken)
        yield* publish(world.owner.caller, world.robot.id, `${source}# ${version}\n`)
        yield* eventually(
          Effect.sync(() => bridge.frames.findLast(({ type }) => type === "config")),
          (config) => config?.type === "config" && config.version === version
        )
      }
    })
  )

  it.effect("a hello gets a configuration that could not be read when it was published, once it can be", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { bridgeToken, robot } = yield* aRobot
      const bridge = yield* connectBridge(bridgeToken)
      yield* bridge.next("config")
      yield* sql`UPDATE config_versions SET version = 2 WHERE robot_id = ${robot.id}`
      yield* sql`ALTER TABLE config_versions RENAME TO elsewhere`
      broadcastNow(yield* Bus, { type: "config_published", robotId: robot.id, version: 2 })
      assert.isTrue(Exit.isFailure(yield* Effect.exit((yield* PublishedConfigs).current(robot.id))))
      yield* sql`ALTER TABLE elsewhere RENAME TO config_versions`
      yield* pass(bridge, 3_000)
      assert.strictEqual((yield* bridge.next("config")).version, 2)
    })
  )

  it.effect("a hello that meets a rotation of the token leaves no bridge behind", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const robots = yield* Robots
      let token = world.bridgeToken
      for (let round = 0; round < 8; round++) {
        const bridge = yield* openBridge
        bridge.hello(token)
        token = yield* robots.rotateToken(world.owner.caller, world.robot)
        assert.include([1008, 4005], yield* bridge.closeCode)
        yield* eventually(detail(world), ({ bridge_state }) => !bridge_state.online)
        assert.deepStrictEqual(refusal(yield* start(world, "undock")), [409, "robot_offline"])
      }
    })
  )

  it.effect("a hello and a disconnect are published as org activity", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const told: Array<unknown> = []
      const bus = yield* Bus
      const stop = bus.followOrg(
        world.orgId,
        "activity",
        ({ event: { detail, kind, robot_id, severity, subject } }) => {
          if (kind !== "bridge") return
          assert.strictEqual(robot_id, world.robot.id)
          told.push([subject, severity, detail])
        }
      )
      yield* Effect.addFinalizer(() => Effect.sync(stop))
      const old = yield* openBridge
      old.hello(world.bridgeToken, { protocol_version: 4 })
      yield* old.closeCode
      const bridge = yield* connectBridge(world.bridgeToken)
      bridge.send({ type: "link_mode", low_bandwidth: true, reason: "lag", at_ms: 1 })
      yield* bridge.sync
      yield* bridge.leave
      yield* eventually(
        Effect.sync(() => told.length),
        (count) => count === 4
      )
      assert.deepStrictEqual(told, [
        ["refused", "warning", { code: "bridge_too_old" }],
        ["online", "info", null],
        ["low_bandwidth", "warning", null],
        ["offline", "warning", null]
      ])
    })
  )
})
