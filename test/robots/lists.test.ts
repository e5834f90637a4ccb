import { assert, layer } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import exposureCounts from "@fleet/server/platform/sql/migrations/0031_exposure_counts"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { publish, source } from "./jobs/world.ts"
import { TestDatabase } from "../support/Database.ts"
import { makeOrg } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { anApp } from "./world.ts"

let statements = 0

/** Counts the statements that the service begins, and the fragments that they are made of. */
const Counted = Layer.effect(
  SqlClient.SqlClient,
  Effect.map(
    SqlClient.SqlClient,
    (sql) =>
      new Proxy(sql, {
        apply: (target, self, given: [unknown, ...Array<unknown>]) => {
          if (Array.isArray(given[0]) && "raw" in given[0]) statements++
          return Reflect.apply(target, self, given)
        }
      })
  )
).pipe(Layer.provideMerge(TestDatabase))

/** Robots of the org, all of them published. */
const robotsOf = Effect.fnUntraced(function* (orgId: string, count: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    INSERT INTO robots (org_id, name, token_hash)
    SELECT ${orgId}, 'Robot ' || lpad(n::text, 4, '0'), uuid_send(gen_random_uuid()) FROM generate_series(1, ${count}::int) AS n
    RETURNING id`
  return rows.map(({ id }) => id as RobotId)
})

const publishedAs = Effect.fnUntraced(function* (pattern: RobotId, robots: ReadonlyArray<RobotId>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO config_versions (robot_id, version, org_id, source, doc, issues, published_at, exposes)
    SELECT id::uuid, version, org_id, source, doc, issues, published_at, exposes
    FROM config_versions, unnest(${[...robots]}::text[]) AS others (id) WHERE robot_id = ${pattern}`
})

layer(testApp({}, Counted), { timeout: "120 seconds" })("a list of robots", (it) => {
  it.effect("a list of robots costs the same few statements, however many there are", () =>
    Effect.gen(function* () {
      const counts = { datapoints: 1, actions: 2, services: 1, publishers: 2, cameras: 1 }
      const costs: Array<ReadonlyArray<number>> = []
      for (const count of [3, 30, 900]) {
        const { orgId, owner } = yield* makeOrg
        const robots = yield* robotsOf(orgId, count)
        yield* publish(owner.caller, robots[0]!, source)
        yield* publish(owner.caller, robots[0]!, source.replace("platform: 1", "platform: 1 # again"))
        yield* publishedAs(robots[0]!, robots.slice(1, -1))
        const some = robots.slice(-3)
        const app = yield* anApp({ owner }, robots, Object.fromEntries(robots.map((id) => [id, ["battery"]])))
        const cost = Effect.fnUntraced(function* (path: string, as: string) {
          const before = statements
          const { body } = yield* call("GET", path, { as })
          assert.lengthOf(body.robots, count)
          assert.deepStrictEqual(
            body.robots.map(({ name }: any) => name),
            body.robots.map(({ name }: any) => name).toSorted()
          )
          return { spent: statements - before, body }
        })
        const developers = yield* cost("/api/robots", owner.token)
        const users = yield* cost("/api/client/robots", app.user)
        const keys = yield* cost("/api/client/robots", app.key)
        const find = (list: any, id: string) => list.body.robots.find((robot: any) => robot.id === id)
        assert.deepStrictEqual(find(developers, some[0]!).exposes, counts)
        assert.strictEqual(find(developers, some[2]!).exposes.datapoints, 0)
        for (const list of [users, keys]) {
          assert.strictEqual(find(list, some[0]!).published_version, 2)
          assert.isNull(find(list, some[2]!).published_version)
        }
        costs.push([developers.spent, users.spent, keys.spent])
      }
      assert.deepStrictEqual(costs, [costs[0], costs[0], costs[0]])
      assert.isAtMost(Math.max(...costs[0]!), 10)
    })
  )

  it.effect("a list of robots of an org without robots is empty", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      assert.deepStrictEqual((yield* call("GET", "/api/robots", { as: owner.token })).body, { robots: [] })
    })
  )
})

layer(testApp(), { timeout: "60 seconds" })("the exposures of a version", (it) => {
  it.effect("the exposures of a version is counted for versions of before it was kept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { orgId, owner } = yield* makeOrg
      const [robot, bare] = yield* robotsOf(orgId, 2)
      yield* publish(owner.caller, robot!, source)
      yield* publish(owner.caller, bare!, "platform: 1")
      const rows = sql`SELECT exposes FROM config_versions WHERE org_id = ${orgId} ORDER BY robot_id = ${robot!}`
      const before = yield* rows
      assert.notDeepEqual(before[0], before[1])
      yield* sql`ALTER TABLE config_versions DROP COLUMN exposes`
      yield* exposureCounts
      assert.deepStrictEqual(yield* rows, before)
    })
  )
})
