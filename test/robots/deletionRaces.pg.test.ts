import { assert, layer } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { testApp } from "../support/TestApp.ts"
import { makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { anApp, anOrgWithRobot } from "./world.ts"

const source = "platform: 1\ndatapoints:\n  battery: {topic: /battery, type: std_msgs/msg/Float32, field: data}\n"

/** Every table with a column of robots, but the trail, which outlives them. */
const tablesOfRobots = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'robot_id' AND table_name <> 'audit_events'`
  return rows.map(({ name }) => name)
})

layer(testApp(), { timeout: "60 seconds", excludeTestServices: true })("the deletion of a robot", (it) => {
  it.effect(
    "the deletion of a robot beside every change of it ends with nothing of it left, and no change in a fault",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const world = yield* anOrgWithRobot
        const { developer, owner } = world
        const kept = world.robot
        const seen = new Set<number>()
        for (let turn = 0; turn < 4; turn++) {
          const { robot } = yield* makeRobot(owner.caller, "Rover")
          const path = `/api/robots/${robot.id}`
          const app = yield* anApp(world, [kept.id, robot.id], { [robot.id]: ["battery"] })
          const permissions = `/api/apps/${app.appId}/roles/${app.roleId}/permissions`
          const as = developer.token
          yield* call("PUT", `${path}/config/draft`, { as, body: { source } })
          yield* call("POST", `${path}/config/publish`, { as })
          const changes = [
            call("PATCH", path, { as, body: { name: "Other" } }),
            call("PUT", `${path}/details`, { as, body: { details: { site: "north" } } }),
            call("PUT", `${path}/config/draft`, { as, body: { source: `${source}# more\n` } }),
            call("POST", `${path}/config/publish`, { as }),
            call("POST", `${path}/config/versions/1/restore`, { as }),
            call("POST", `${path}/config/rename-slug`, { as, body: { from: "battery", to: "power" } }),
            call("POST", `${path}/token/rotate`, { as: owner.token }),
            call("PUT", permissions, {
              as,
              body: {
                role_id: app.roleId,
                grants: [{ robot_id: robot.id, slugs: ["battery"] }],
                capabilities: { action_history: false, assets: false }
              }
            })
          ]
          // Each change again and again, until the robot has been gone for a whole round of them.
          let [answered, gone] = [0, false]
          const begin = yield* Deferred.make<void>()
          const again = Effect.fnUntraced(function* (change: (typeof changes)[number]) {
            for (let last = false; !last;) {
              last = gone
              const { body, status } = yield* change
              seen.add(status)
              assert.isBelow(status, 500, JSON.stringify(body))
              if (answered++ === turn * 3) yield* Deferred.succeed(begin, undefined)
            }
          })
          const deletion = Effect.gen(function* () {
            yield* Deferred.await(begin)
            const { status } = yield* call("DELETE", `${path}?force=true`, { as: owner.token })
            gone = true
            assert.strictEqual(status, 204)
          })
          yield* Effect.all([deletion, ...changes.map(again)], { concurrency: "unbounded" })
          for (const table of yield* tablesOfRobots) {
            const left = yield* sql`SELECT FROM ${sql(table)} WHERE robot_id = ${robot.id}`
            assert.strictEqual(left.length, 0, table)
          }
          assert.strictEqual((yield* call("GET", path, { as })).status, 404)
        }
        assert.includeMembers([...seen], [200, 201, 404])
      })
  )
})
