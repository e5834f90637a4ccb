import type { RobotId } from "@fleet/domain/Ids"
import type { Developer } from "@fleet/domain/Caller"
import { Drafts } from "@fleet/server/robots/config/Drafts"
import { Publishing } from "@fleet/server/robots/config/Publishing"
import { Robots } from "@fleet/server/robots/Robots"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { connectBridge, type FakeBridge } from "../../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../../support/people.ts"
import { call } from "../../support/wire.ts"

export const source = `platform: 1
datapoints:
  battery: {topic: /battery, type: std_msgs/msg/Float32, field: data, retention: {enabled: true, interval_seconds: 1}}
actions:
  dock:
    ros_name: /dock
    type: a/action/Dock
    message: {speed: "\${speed}", lamp: "\${lamp}"}
    parameters:
      speed: {type: float64, min_value: 0, max_value: 1.5}
      lamp: {type: bool, default: false}
  undock: {ros_name: /undock, type: a/action/Undock}
services:
  reset: {ros_name: /reset, type: std_srvs/srv/Trigger}
publishers:
  drive:
    topic: /cmd_vel
    type: geometry_msgs/msg/Twist
    message: {linear: {x: "\${speed}"}}
    parameters:
      speed: {type: float64, max_value: 1}
    failsafe: {timeout_ms: 500, message: {linear: {x: 0}}}
    quiet_timeout_ms: 1000
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

/** Publishes a configuration of the robot. */
export const publish = Effect.fnUntraced(function* (developer: Developer, robotId: RobotId, text: string) {
  const robot = yield* (yield* Robots).get(developer, robotId)
  yield* (yield* Drafts).put(developer, robot, text)
  return yield* (yield* Publishing).publish(developer, robot)
})

/** A robot of an org of its own, published but not connected. */
export const aRobot = Effect.gen(function* () {
  const { developer, orgId, owner } = yield* makeOrg
  const { robot, token: bridgeToken } = yield* makeRobot(owner.caller)
  yield* publish(owner.caller, robot.id, source)
  const path = `/api/robots/${robot.id}`
  return { orgId, owner, developer, robot, bridgeToken, path, as: developer.token }
})
export type World = Effect.Success<typeof aRobot>

/** A published robot whose bridge is connected and has its configuration. */
export const aConnectedRobot = Effect.gen(function* () {
  const world = yield* aRobot
  const bridge = yield* connectBridge(world.bridgeToken)
  yield* bridge.next("config")
  return { ...world, bridge }
})

/** The robot as its developers see it. */
export const detail = ({ as, path }: Pick<World, "as" | "path">) =>
  Effect.map(call("GET", path, { as }), ({ body }) => body)

/** Lets the test's time pass while the bridge answers its pings. */
export const pass = Effect.fnUntraced(function* (bridge: FakeBridge, ms: number) {
  for (let passed = 0; passed < ms; passed += 250) {
    yield* TestClock.adjust(Math.min(250, ms - passed))
    yield* bridge.sync
  }
})

/** Asks until the answer fits, in real time. */
export const eventually = <A, E, R>(ask: Effect.Effect<A, E, R>, fits: (answer: A) => boolean) =>
  Effect.gen(function* () {
    for (const until = Date.now() + 60_000; ;) {
      const answer = yield* ask
      if (fits(answer)) return answer
      if (Date.now() > until) return yield* Effect.die(new Error(`It stays ${JSON.stringify(answer)}.`))
      yield* Effect.promise(() => new Promise((resume) => setTimeout(resume, 5)))
    }
  })

/** The audit events of the robot's org whose action is one of these, oldest first. */
export const auditOf = Effect.fnUntraced(function* (
  { orgId }: Pick<World, "orgId">,
  ...actions: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`
    SELECT action, actor_kind, actor_id, target_kind, target_id, target_label, details FROM audit_events
    WHERE org_id = ${orgId} AND ${sql.in("action", actions)} ORDER BY audit_events.seq`) as ReadonlyArray<any>
})

/** Starts an action or calls a service. */
export const start = ({ as, path }: Pick<World, "as" | "path">, slug: string, body: object = {}) =>
  call("POST", `${path}/jobs/${slug}`, { as, body })

/** The newest job of a slug. */
export const jobOf = ({ as, path }: Pick<World, "as" | "path">, slug: string) =>
  Effect.map(call("GET", `${path}/jobs/${slug}`, { as }), ({ body }) => body.job)

/** The newest run of each slug, whether or not it is still published. */
export const runsOf = ({ as, path }: Pick<World, "as" | "path">) =>
  Effect.map(call("GET", `${path}/jobs`, { as }), ({ body }) =>
    Object.fromEntries(body.jobs.map((job: { readonly slug: string }) => [job.slug, job]))
  )
