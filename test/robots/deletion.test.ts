import { assert, layer } from "@effect/vitest"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { Fact } from "@fleet/server/platform/bus/Facts"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { anApp, anOrgWithRobot, auditOf, refusal } from "./world.ts"
import { keepSamples } from "../support/keepSamples.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

const source = `platform: 1
datapoints:
  battery: {topic: /battery, type: std_msgs/msg/Float32, retention: {enabled: true}}
services:
  reset: {ros_name: /reset, type: std_srvs/srv/Trigger}
cameras:
  front: {source: {kind: v4l2, device: /dev/video0}, width: 640, height: 480, fps: 10, bitrate_kbps: 500, snapshot_interval_seconds: 10}
`

const tables = ["series", "latest_values", "job_runs", "config_drafts", "config_versions", "role_grants", "app_robots"]

/** A robot with something in every table. */
const aFullRobot = Effect.gen(function* () {
  const world = yield* anOrgWithRobot
  const sql = yield* SqlClient.SqlClient
  const { orgId, owner, path, robot } = world
  yield* call("PUT", `${path}/config/draft`, { as: owner.token, body: { source } })
  yield* call("POST", `${path}/config/publish`, { as: owner.token })
  yield* keepSamples({ robotId: robot.id, orgId, slug: "battery" }, [
    [1, "1"],
    [2, "1"],
    [3, "1"]
  ])
  yield* sql`INSERT INTO latest_values (robot_id, slug, value, timestamp_ms) VALUES (${robot.id}, 'battery', '1', 3)`
  yield* sql`
    INSERT INTO job_runs (id, mint, org_id, robot_id, slug, kind, state, patience_ms, actor, started_at, updated_at)
    VALUES (gen_random_uuid(), 1, ${orgId}, ${robot.id}, 'reset', 'service', 'succeeded', 1000, '{}', now(), now())`
  const app = yield* anApp(world, [robot.id], { [robot.id]: ["battery"] })
  return { ...world, app }
})

const left = Effect.fnUntraced(function* (robotId: RobotId) {
  const sql = yield* SqlClient.SqlClient
  const rows: Record<string, number> = {}
  for (const table of tables) {
    const [{ n }] = (yield* sql`SELECT count(*)::int AS n FROM ${sql(table)} WHERE robot_id = ${robotId}`) as any
    if (n > 0) rows[table] = n
  }
  return rows
})

const actions = (orgId: OrgId) => Effect.map(auditOf(orgId), (events) => events.map(({ action }) => action))

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("deleting a robot", (it) => {
  it.effect("deleting a robot is previewed", () =>
    Effect.gen(function* () {
      const { developer, owner, path } = yield* aFullRobot
      const preview = call("GET", `${path}/deletion-preview`, { as: developer.token })
      const { body, status } = yield* preview
      assert.isAbove(body.bytes_freed, 0)
      assert.deepStrictEqual(
        [status, body],
        [
          200,
          {
            slug_count: 2,
            sample_rows: 3,
            bytes_freed: body.bytes_freed,
            cameras: ["front"],
            asset_count: 0,
            asset_bytes_freed: 0,
            job_run_count: 1,
            had_live_session: false,
            had_unpublished_draft: false
          }
        ]
      )
      yield* call("PUT", `${path}/config/draft`, { as: owner.token, body: { source: `${source}# more` } })
      assert.strictEqual((yield* preview).body.had_unpublished_draft, true)
    })
  )

  it.effect("deleting a robot deletes everything but the audit log, and publishes the fact", () =>
    Effect.gen(function* () {
      const { app, orgId, owner, path, robot } = yield* aFullRobot
      const heard: Array<Fact> = []
      yield* (yield* Bus).onFact(
        (event) => void heard.push(event),
        () => undefined
      )
      const answer = yield* call("DELETE", path, { as: owner.token })
      assert.deepStrictEqual([answer.status, answer.body], [204, null])
      assert.deepStrictEqual(yield* left(robot.id), {})
      assert.deepStrictEqual(yield* refusal("GET", path, { as: owner.token }), [404, { code: "not_found" }])
      assert.deepStrictEqual(yield* refusal("DELETE", path, { as: owner.token }), [404, { code: "not_found" }])
      assert.deepInclude(heard, { type: "robot_deleted", robotId: robot.id, orgId })
      assert.deepInclude(heard, { type: "app_access_changed", appId: app.appId })
      assert.deepStrictEqual(yield* actions(orgId), ["robot.created", "config.published", "robot.deleted"])
      assert.deepInclude((yield* auditOf(orgId)).at(-1), {
        actor_id: owner.caller.id,
        target_kind: "robot",
        target_id: robot.id,
        target_label: "Rover"
      })
    })
  )

  it.effect("deleting a robot is for owners, and force is true or nothing", () =>
    Effect.gen(function* () {
      const { developer, owner, path } = yield* anOrgWithRobot
      const tier = [403, { code: "tier_required", details: { required: "owner", actual: "developer" } }]
      for (const query of ["", "?force=true", "?force=maybe"]) {
        assert.deepStrictEqual(yield* refusal("DELETE", path + query, { as: developer.token }), tier)
      }
      const refused = (field: string, rule: string) => [400, { code: "validation_error", details: { field, rule } }]
      for (const query of ["?force", "?force=", "?force=false", "?force=TRUE"]) {
        assert.deepStrictEqual(
          yield* refusal("DELETE", path + query, { as: owner.token }),
          refused("force", "invalid_value"),
          query
        )
      }
      assert.deepStrictEqual(
        yield* refusal("DELETE", `${path}?forced=true`, { as: owner.token }),
        refused("forced", "unknown")
      )
      assert.strictEqual((yield* call("DELETE", `${path}?force=true`, { as: owner.token })).status, 204)
    })
  )

  it.effect("deleting a robot answers the steps done when a step fails, and continues from there", () =>
    Effect.gen(function* () {
      const { bridgeToken, orgId, owner, path, robot } = yield* aFullRobot
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`
      yield* sql`CREATE TRIGGER refuse BEFORE DELETE ON config_versions EXECUTE FUNCTION refuse()`
      const done = ["live_sessions", "bridge", "jobs", "history", "assets"]
      const partial = [500, { code: "robot_deletion_partial", details: { done, failed: "configuration" } }]
      assert.deepStrictEqual(yield* refusal("DELETE", path, { as: owner.token }), partial)
      assert.deepStrictEqual(Object.keys(yield* left(robot.id)), [
        "config_drafts",
        "config_versions",
        "role_grants",
        "app_robots"
      ])
      const [row] = yield* sql`SELECT token_hash FROM robots WHERE id = ${robot.id}`
      assert.notInclude(JSON.stringify(row), bridgeToken)
      assert.strictEqual((yield* call("GET", path, { as: owner.token })).status, 200)
      assert.notInclude(yield* actions(orgId), "robot.deleted")

      assert.deepStrictEqual(yield* refusal("DELETE", path, { as: owner.token }), partial)
      yield* sql`DROP TRIGGER refuse ON config_versions`
      yield* sql`INSERT INTO job_runs (id, mint, org_id, robot_id, slug, kind, state, patience_ms, actor, started_at, updated_at)
        VALUES (gen_random_uuid(), 2, ${orgId}, ${robot.id}, 'reset', 'service', 'succeeded', 1000, '{}', now(), now())`
      assert.strictEqual((yield* call("DELETE", path, { as: owner.token })).status, 204)
      assert.deepStrictEqual(yield* left(robot.id), {})
      assert.strictEqual((yield* actions(orgId)).filter((action) => action === "robot.deleted").length, 1)
    })
  )
})
