import { assert, layer } from "@effect/vitest"
import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import { Effect } from "effect"
import { connectBridge } from "../../support/FakeBridge.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { makeOrg } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { healthOf } from "../health/world.ts"
import { aRobot } from "../jobs/world.ts"

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
