import { assert, layer } from "@effect/vitest"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { tooSlowMark } from "@fleet/server/robots/home/BridgeConnection"
import { Effect } from "effect"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { aRobot, detail, publish } from "../jobs/world.ts"

const source = `platform: 1
publishers:
  speak:
    topic: /speak
    type: a/msg/Say
    message: {text: "\${text}"}
    parameters: {text: {type: string}}
    failsafe: {timeout_ms: 500, message: {}}
    quiet_timeout_ms: 0
`
const mebibyte = 1024 * 1024
const text = "x".repeat(mebibyte - 1000)
/** What waits at most, and as much as the operating system may take of it for both ends of a connection. */
const more = tooSlowMark / mebibyte + 64

layer(TestApp, { timeout: "120 seconds" })("a bridge that reads too slowly", (it) => {
  const connected = Effect.gen(function* () {
    const world = yield* aRobot
    yield* publish(world.owner.caller, world.robot.id, source)
    const bridge = yield* connectBridge(world.bridgeToken)
    yield* bridge.next("config")
    const speak = call("POST", `${world.path}/publishers/speak`, { as: world.as, body: { message: { text } } })
    return { ...world, bridge, speak }
  })

  it.effect("is disconnected once 16 MiB wait for it, and the robot is offline at once; others go on", () =>
    Effect.gen(function* () {
      const slow = yield* connected
      const healthy = yield* connected
      const counters = yield* Counters
      const before = counters.bridges_too_slow_total
      slow.bridge.socket.pause()
      let sent = 0
      while (counters.bridges_too_slow_total === before && sent < more) {
        sent++
        assert.strictEqual((yield* slow.speak).status, 204)
      }
      assert.strictEqual(counters.bridges_too_slow_total, before + 1)
      assert.isAbove(sent * mebibyte, tooSlowMark)
      assert.isFalse((yield* detail(slow)).bridge_state.online)
      assert.strictEqual((yield* slow.speak).body.code, "robot_offline")
      assert.strictEqual((yield* healthy.speak).status, 204)
      yield* healthy.bridge.next("publish")
      const again = yield* connectBridge(slow.bridgeToken)
      assert.isTrue((yield* detail(slow)).bridge_state.online)
      assert.strictEqual((yield* slow.speak).status, 204)
      yield* again.next("publish")
    })
  )

  it.effect("stays while it reads, however much is sent to it", () =>
    Effect.gen(function* () {
      const { bridge, speak } = yield* connected
      const counters = yield* Counters
      const before = counters.bridges_too_slow_total
      for (let sent = 0; sent < tooSlowMark / mebibyte + 2; sent++) {
        assert.strictEqual((yield* speak).status, 204)
        yield* bridge.next("publish")
      }
      assert.strictEqual(counters.bridges_too_slow_total, before)
    })
  )
})
