import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { grant, makeApp, makeAppUser, makeOrg, makeRobot, makeServerKey } from "../support/people.ts"
import { call } from "../support/wire.ts"

/** An org with an Owner, a Developer and one robot. */
export const anOrgWithRobot = Effect.gen(function* () {
  const { developer, orgId, owner } = yield* makeOrg
  const { robot, token: bridgeToken } = yield* makeRobot(owner.caller, "Rover")
  return { orgId, owner, developer, robot, bridgeToken, path: `/api/robots/${robot.id}` }
})
type World = Effect.Success<typeof anOrgWithRobot>

/** An app that reaches the robots, with a user whose role grants the slugs, and a server key. */
export const anApp = Effect.fnUntraced(function* (
  { owner }: Pick<World, "owner">,
  robots: ReadonlyArray<RobotId>,
  grants: Readonly<Record<RobotId, ReadonlyArray<string>>>,
  capabilities = { action_history: false, assets: false }
) {
  const { app, observe } = yield* makeApp(owner.caller, robots)
  yield* grant(owner.caller, app, observe.id, grants, capabilities)
  const user = yield* makeAppUser(owner.caller, app, observe.id)
  const key = yield* makeServerKey(owner.caller, app)
  return { appId: app.id, identifier: app.identifier, roleId: observe.id, user: user.token, key: key.token }
})

const source = `platform: 1
datapoints:
  battery:
    topic: /battery
    type: std_msgs/msg/Float32
    field: data
    rate_throttle_hz: 2
    description: What is left
    numeric: {unit: V, decimals: 1}
    retention: {enabled: true, interval_seconds: 1}
  pose: {topic: /pose, type: geometry_msgs/msg/Pose}
actions:
  dock:
    ros_name: /dock
    type: a/action/Dock
    message: {speed: "\${speed}", lamp: "\${lamp}"}
    parameters:
      speed: {type: float64, min_value: 0, max_value: 1.5, description: Metres a second}
      lamp: {type: bool, default: false}
services:
  reset: {ros_name: /reset, type: std_srvs/srv/Trigger}
`

/** A published robot, and callers of every kind; the user is granted a datapoint, an action and a built-in. */
export const aPublishedRobot = Effect.gen(function* () {
  const world = yield* anOrgWithRobot
  const { owner, path, robot } = world
  yield* call("PUT", `${path}/config/draft`, { as: owner.token, body: { source } })
  yield* call("POST", `${path}/config/publish`, { as: owner.token })
  const granted = ["battery", "dock", "robot_details", "gone"]
  const app = yield* anApp(world, [robot.id], { [robot.id]: granted }, { action_history: true, assets: false })
  return { ...world, app, at: (slug: string) => `${path}/datapoints/${slug}` }
})

/** Status and whole envelope of a refusal, without its words; an answer that is none comes as it is. */
export const refusal = (...request: Parameters<typeof call>) =>
  Effect.map(call(...request), ({ body, status }) => {
    const { message, ...envelope } = body
    return typeof message === "string" ? [status, envelope] : [status, body]
  })

/** The audit trail of an org's robots and their configurations, oldest first. */
export const auditOf = Effect.fnUntraced(function* (orgId: OrgId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT action, actor_kind, actor_id, target_kind, target_id, target_label, details FROM audit_events
    WHERE org_id = ${orgId} AND split_part(action, '.', 1) IN ('robot', 'config') ORDER BY audit_events.seq`
  return rows as ReadonlyArray<any>
})
