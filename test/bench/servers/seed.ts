import type { AppId, OrgId, RobotId, RoleId } from "@fleet/domain/Ids"
import { Passwords } from "@fleet/server/identity/factors/Passwords"
import { Drafts } from "@fleet/server/robots/config/Drafts"
import { Publishing } from "@fleet/server/robots/config/Publishing"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { grant, makeApp, makeAppUser, makeOrg, makeRobot, makeServerKey } from "../../support/people.ts"
import { cloneRobots } from "./cloneRobots.ts"
import {
  accountPassword,
  actionSlugs,
  cameraSlug,
  publisherSlug,
  reading,
  recorded,
  robots,
  serviceSlugs,
  watched
} from "./facts.ts"

const datapoints = `platform: 1
datapoints:
  ${reading}:
    topic: /reading
    type: std_msgs/msg/String
    field: data
  ${recorded}:
    topic: /recorded
    type: std_msgs/msg/Float64
    field: data
    retention: { enabled: true, interval_seconds: 1 }
`
const everything = `${datapoints}  ${watched}:
    topic: /watched
    type: std_msgs/msg/Float64
    field: data
    alerts:
      high: { severity: warning, condition: { fire_at: 10, resolve_at: 5 } }
services:
${serviceSlugs.map((slug) => `  ${slug}: { ros_name: /${slug}, type: std_srvs/srv/Trigger }`).join("\n")}
publishers:
  ${publisherSlug}:
    topic: /cmd_vel
    type: geometry_msgs/msg/Twist
    message: { linear: { x: "\${forward}" } }
    parameters: { forward: { type: float64 } }
    failsafe: { timeout_ms: 60000, message: { linear: { x: 0 } } }
    quiet_timeout_ms: 60000
cameras:
  ${cameraSlug}:
    source: { kind: ros, topic: /camera/image_raw/compressed, type: sensor_msgs/msg/CompressedImage }
    width: 320
    height: 240
    fps: 30
    bitrate_kbps: 4000
    snapshot_interval_seconds: 3600
`
const actions = `actions:
${actionSlugs.map((slug) => `  ${slug}: { ros_name: /${slug}, type: fleet_sim_interfaces/action/Dock }`).join("\n")}
`

/** Accounts of the app that can sign in. Hashing their password starts a process, which takes a part of a start. */
const makeAccounts = Effect.fnUntraced(function* (
  app: { readonly id: AppId; readonly org_id: OrgId },
  roleId: RoleId,
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  const hash = yield* (yield* Passwords).hash(Redacted.make(accountPassword))
  yield* sql`
    UPDATE apps SET self_registration = true, email_code_enabled = true, default_role_id = ${roleId}
    WHERE id = ${app.id}`
  yield* sql`
    INSERT INTO app_users (org_id, app_id, email, role_id, status, password_hash)
    SELECT ${app.org_id}, ${app.id}, 'account-' || n || '@example.com', ${roleId}, 'active', ${hash}
    FROM generate_series(0, ${count - 1}::int) AS n`
})

/**
 * An org with one app user and one server key that may do everything on the first robots, and so many more robots that
 * only have datapoints, which the server key may read.
 */
export const seed = Effect.fnUntraced(function* (more: number, accounts: number) {
  const { owner } = yield* makeOrg
  const make = Effect.fnUntraced(function* (source: string) {
    const { robot, token } = yield* makeRobot(owner.caller)
    yield* (yield* Drafts).put(owner.caller, robot, source)
    yield* (yield* Publishing).publish(owner.caller, robot)
    return { id: robot.id, token }
  })
  const made = yield* Effect.forEach(Array.from({ length: robots }), (_, index) =>
    make(index === 1 ? everything + actions : everything)
  )
  const template = yield* make(datapoints)
  const { app, operate } = yield* makeApp(
    owner.caller,
    [...made, template].map(({ id }) => id)
  )
  const slugs = [reading, recorded, publisherSlug, cameraSlug, ...serviceSlugs]
  const grants = Object.fromEntries(
    made.map(({ id }, index) => [id, index === 1 ? [...slugs, ...actionSlugs] : slugs])
  ) as Record<RobotId, ReadonlyArray<string>>
  yield* grant(owner.caller, app, operate.id, grants)
  const user = yield* makeAppUser(owner.caller, app, operate.id)
  const key = yield* makeServerKey(owner.caller, app)
  if (accounts > 0) yield* makeAccounts(app, operate.id, accounts)
  const clones = yield* cloneRobots(yield* SqlClient.SqlClient, template.id, more)
  return {
    template: template.id,
    facts: {
      robots: [...made, ...clones],
      userToken: user.token,
      ownerToken: owner.token,
      serverKey: key.token,
      appId: app.id,
      appIdentifier: app.identifier
    }
  }
})
