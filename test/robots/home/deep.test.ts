import { assert, layer } from "@effect/vitest"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import { Effect } from "effect"
import { connectBridge } from "../../support/FakeBridge.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { makeOrg } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { healthOf } from "../health/world.ts"
import { aConnectedRobot, aRobot, jobOf, start } from "../jobs/world.ts"

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

layer(TestApp, { timeout: "60 seconds" })("a frame nested beyond any stack", (it) => {
  it.effect("a frame nested beyond any stack from a bridge is dropped, and the bridge stays connected", () =>
    Effect.gen(function* () {
      const { as, bridgeToken, robot } = yield* aRobot
      const bridge = yield* connectBridge(bridgeToken)
      const deep = nested(300_000)
      bridge.sendRaw(`{"type":"datapoint","slug":"battery","value":${deep},"timestamp_ms":1}`)
      bridge.sendRaw(`{"type":"type_definitions","request_id":"1","definitions":[${deep}],"unresolved":[]}`)
      bridge.sendRaw(`{"type":"job_update","result":${deep}}`)
      yield* bridge.sync
      yield* (yield* HealthReports).flush
      const reason = "A sample was dropped: its value nests too deep."
      const battery = { robot_id: robot.id, kind: "datapoint", ref: "battery", facet: "source" }
      assert.deepStrictEqual(yield* healthOf({ as }), [{ ...battery, state: "failed", reason }])
      bridge.sendRaw("[]")
      assert.strictEqual(yield* bridge.closeCode, 1008)
    })
  )

  it.effect("a frame nested too deep that reports on a job, or has an optional part, is taken without that", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { bridge } = world
      const counters = yield* Counters
      const before = { ...counters }
      const report = (state: string, result: string, feedback: string) =>
        Effect.gen(function* () {
          yield* start(world, "undock")
          const { id } = yield* jobOf(world, "undock")
          const rest = `"origin":"platform","goal_id":"g","progress":null,"error":null,"timestamp_ms":1`
          bridge.sendRaw(
            `{"type":"job_update","job_id":"${id}","slug":"undock","state":"${state}","feedback":${feedback},"result":${result},${rest}}`
          )
          yield* bridge.sync
          const { error, result: kept, state: now } = yield* jobOf(world, "undock")
          return [now, kept, error?.code]
        })
      const deep = nested(300_000)
      assert.deepStrictEqual(yield* report("succeeded", "[7]", deep), ["succeeded", [7], undefined])
      assert.deepStrictEqual(yield* report("succeeded", deep, "null"), ["failed", null, "result_failed"])
      assert.deepStrictEqual(yield* report("cancelled", deep, "null"), ["cancelled", null, undefined])
      yield* start(world, "undock")
      const { id } = yield* jobOf(world, "undock")
      bridge.sendRaw(`{"type":"job_lost","job_ids":["${id}"],"error":${deep}}`)
      yield* bridge.sync
      assert.strictEqual((yield* jobOf(world, "undock")).state, "lost")
      assert.strictEqual(counters.bridge_parts_ignored_total - before.bridge_parts_ignored_total, 4)
      assert.strictEqual(counters.bridge_frames_ignored_total, before.bridge_frames_ignored_total)
    })
  )

  it.effect("a frame nested beyond any stack from a client is answered, and the client stays connected", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const client = yield* connectRealtime(developer.token)
      client.socket.send(`{"type":"subscribe","robot_id":${nested(15_000)},"slug":"a"}`)
      assert.strictEqual((yield* client.next("subscribe_error")).code, "invalid_frame")
      client.socket.send(`{"type":"nothing"}`)
      assert.strictEqual((yield* client.next("error")).code, "unknown_command")
    })
  )
})
