import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { grant, makeEveryone } from "../../support/people.ts"
import { call } from "../../support/wire.ts"
import { connectBridge } from "./FakeBridge.ts"

const source = `platform: 1
datapoints:
  battery:
    topic: /battery
    type: sensor_msgs/msg/BatteryState
    field: percentage
    retention: { enabled: true, interval_seconds: 1 }
    alerts:
      full: { condition: { fire_at: 80, resolve_at: 70 }, name: Full }
actions:
  pick:
    ros_name: /pick
    type: demo_msgs/action/Pick
    message: { shelf: "\${shelf}" }
    parameters:
      shelf: { type: int32 }
services:
  reset: { ros_name: /reset, type: std_srvs/srv/Trigger }
publishers:
  drive:
    topic: /cmd_vel
    type: geometry_msgs/msg/Twist
    message: { linear: { x: "\${speed}" } }
    parameters:
      speed: { type: float64 }
    failsafe: { timeout_ms: 60000, message: { linear: { x: 0 } } }
    quiet_timeout_ms: 60000
`

/** A robot that is online and configured, and a user who may read and command it. */
export const world = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const { app, bridgeToken, observe, owner, robot } = everyone
  const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const draft = yield* call("PUT", `/api/robots/${robot.id}/config/draft`, { as: owner.token, body: { source } })
  assert.isNotNull(draft.body.doc, JSON.stringify(draft.body.issues))
  const published = yield* call("POST", `/api/robots/${robot.id}/config/publish`, { as: owner.token })
  assert.strictEqual(published.status, 200, JSON.stringify(published.body))
  yield* grant(owner.caller, app, observe.id, { [robot.id]: ["battery", "pick", "drive", "reset"] })
  const bridge = yield* Effect.acquireRelease(
    Effect.sync(() => connectBridge(baseUrl, bridgeToken, { datapoint: "battery", value: 81 })),
    (bridge) => Effect.promise(() => bridge[Symbol.asyncDispose]())
  )
  return { ...everyone, baseUrl, bridge }
})
