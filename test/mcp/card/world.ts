import { Permissions } from "@fleet/server/apps/Permissions"
import { Roles } from "@fleet/server/apps/Roles"
import { Effect } from "effect"
import { publish } from "../../robots/jobs/world.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { connect, makeMcpApp } from "../../support/mcp.ts"

const source = `platform: 1
datapoints:
  note: {topic: /note, type: std_msgs/msg/String, field: data}
  speed: {topic: /speed, type: std_msgs/msg/Float32, field: data, numeric: {unit: m/s, decimals: 2}}
  battery: {topic: /battery, type: std_msgs/msg/Float32, field: data, numeric: {unit: "%"}}
actions:
  dock:
    description: Drives to the dock and connects the charger.
    ros_name: /dock
    type: a/action/Dock
    message: {speed: "\${speed}", lamp: "\${lamp}"}
    parameters:
      speed: {type: float64, min_value: 0, max_value: 1.5, default: 0.4, description: In metres per second.}
      lamp: {type: bool, default: false}
  undock: {ros_name: /undock, type: a/action/Undock}
services:
  reset: {ros_name: /reset, type: std_srvs/srv/Trigger}
publishers:
  horn:
    topic: /horn
    type: std_msgs/msg/Empty
    message: {}
    failsafe: {timeout_ms: 500, message: {}}
    quiet_timeout_ms: 0
cameras:
  front:
    source: {kind: ros, topic: /image, type: sensor_msgs/msg/Image}
    width: 640
    height: 480
    fps: 10
    bitrate_kbps: 500
    snapshot_interval_seconds: 5
`

const slugs = ["note", "speed", "battery", "dock", "undock", "reset", "horn", "front", "bridge_state"]

/** A connected robot with values, whose user lets a client act; `undock` needs a person's yes. */
export const aShownRobot = Effect.fnUntraced(function* (query: Readonly<Record<string, string>> = {}) {
  const world = yield* makeMcpApp
  const { app, observe, owner, robot, user } = world
  yield* publish(owner.caller, robot.id, source)
  yield* (yield* Permissions).put(owner.caller, app, yield* (yield* Roles).get(app, observe.id), {
    role_id: observe.id,
    grants: [{ robot_id: robot.id, slugs: slugs as never, confirm: ["undock"] as never }],
    capabilities: { action_history: true, assets: false }
  })
  const bridge = yield* connectBridge(world.bridgeToken)
  yield* bridge.next("config")
  const say = (slug: string, value: unknown) =>
    bridge.send({ type: "datapoint", slug, value: value as never, timestamp_ms: 1, backfill: false })
  say("battery", 83)
  say("speed", 0.4)
  say("note", "ready")
  yield* bridge.sync
  const client = yield* connect(world.path, user.token, query)
  return { ...world, robotId: robot.id as string, bridge, say, client }
})
