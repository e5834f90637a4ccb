import { assert, layer } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import exposureCounts from "@fleet/server/platform/sql/migrations/0031_exposure_counts"
import currentVersions from "@fleet/server/platform/sql/migrations/0045_current_versions"
import { ClientRobotListResponse, RobotListResponse } from "@fleet/domain/Robots"
import { BridgeStates } from "@fleet/server/robots/bridges/BridgeStates"
import { Effect, Layer, Schema } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { publish, source } from "./jobs/world.ts"
import { TestDatabase } from "../support/Database.ts"
import { makeOrg } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { anApp } from "./world.ts"

let statements = 0

/** JSON escapes some characters and leaves others. */
const oddNames = [
  'a "quoted" \\ name',
  "</script> & '",
  "tab\tline\nreturn\rback\bfeed\f",
  "\u0001\u001f\u007f\u0080",
  "\u2028\u2029\ufeff\ufffd",
  "Rücken 🤖 機械",
  ', "id": {}]'
]

const evaluate = "~effect/Effect/evaluate"

/** Counts the statements that run, but for the note of a server key's use, which is written beside requests. */
const Counted = Layer.effect(
  SqlClient.SqlClient,
  Effect.map(
    SqlClient.SqlClient,
    (sql) =>
      new Proxy(sql, {
        apply: (target, self, given: [unknown, ...Array<unknown>]) => {
          const made = Reflect.apply(target, self, given)
          if (!Array.isArray(given[0])) return made
          const statement = made as unknown as {
            [evaluate]: (fiber: unknown) => unknown
            readonly compile: () => readonly [text: string]
          }
          const run = statement[evaluate]
          statement[evaluate] = function (this: unknown, fiber) {
            if (!/UPDATE server_keys SET last_used_at/.test(statement.compile()[0])) statements++
            return run.call(this, fiber)
          }
          return made
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
  yield* sql`
    INSERT INTO current_versions (robot_id, org_id, version, published_at, exposes)
    SELECT id::uuid, org_id, version, published_at, exposes
    FROM current_versions, unnest(${[...robots]}::text[]) AS others (id) WHERE robot_id = ${pattern}`
})

layer(testApp({}, Counted), { timeout: "120 seconds" })("a list of robots", (it) => {
  it.effect("a list of robots is one statement beside that of the credential, however many robots and grants", () =>
    Effect.gen(function* () {
      const counts = { datapoints: 1, actions: 2, services: 1, publishers: 2, cameras: 1 }
      const costs: Array<ReadonlyArray<number>> = []
      for (const [count, slugs] of [
        [10, ["battery"]],
        [1000, ["battery"]],
        [10, ["battery", "dock", "go", "drive", "front"]]
      ] as const) {
        const { orgId, owner } = yield* makeOrg
        const robots = yield* robotsOf(orgId, count)
        yield* publish(owner.caller, robots[0]!, source)
        yield* publish(owner.caller, robots[0]!, source.replace("platform: 1", "platform: 1 # again"))
        yield* publishedAs(robots[0]!, robots.slice(1, -1))
        const some = robots.slice(-3)
        const app = yield* anApp({ owner }, robots, Object.fromEntries(robots.map((id) => [id, slugs])))
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
      assert.deepStrictEqual(costs, [
        [2, 2, 2],
        [2, 2, 2],
        [2, 2, 2]
      ])
    })
  )

  it.effect("a list of robots is what its schema encodes, byte for byte, whatever the names", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const sql = yield* SqlClient.SqlClient
      const states = yield* BridgeStates
      const robots = yield* robotsOf(orgId, oddNames.length)
      yield* publish(owner.caller, robots[0]!, source)
      yield* publish(owner.caller, robots[1]!, "platform: 1")
      for (const [index, name] of oddNames.entries()) {
        yield* sql`UPDATE robots SET name = ${name}, created_at = ${`2026-01-31T23:59:59.99999${index % 10}Z`}::text::timestamptz
          WHERE id = ${robots[index]!}`
      }
      yield* sql`UPDATE robots SET protocol_version = 1, protocol_status = 'deprecated' WHERE id = ${robots[2]!}`
      yield* sql`UPDATE robots SET protocol_status = 'refused' WHERE id = ${robots[3]!}`
      states.set(robots[4]!, { online: true, latency_ms: 12.5, low_bandwidth: true }, 0)
      yield* sql`
        UPDATE robots SET connected_at = '2026-01-02T03:04:05.6789Z', offline_at = '2026-01-02T03:04:04Z',
          applied_version = 7, applied_ok = false WHERE id = ${robots[2]!}`
      yield* sql`UPDATE robots SET applied_version = 1, applied_ok = true WHERE id = ${robots[0]!}`
      yield* sql`DELETE FROM config_drafts WHERE robot_id = ${robots[1]!}`
      yield* sql`UPDATE config_drafts SET updated_at = '2026-01-02T03:04:05.999999Z' WHERE robot_id = ${robots[0]!}`
      const app = yield* anApp({ owner }, robots, Object.fromEntries(robots.map((id) => [id, ["battery"]])))
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const encoded = (schema: Schema.Codec<unknown>, body: unknown) => {
        const json = Schema.toCodecJson(schema)
        return `${JSON.stringify(Schema.encodeSync(json)(Schema.decodeUnknownSync(json)(body)))}\n`
      }
      for (const [path, as, schema] of [
        ["/api/robots", owner.token, RobotListResponse],
        ["/api/client/robots", owner.token, ClientRobotListResponse],
        ["/api/client/robots", app.user, ClientRobotListResponse],
        ["/api/client/robots", app.key, ClientRobotListResponse]
      ] as const) {
        const answer = yield* Effect.promise(() =>
          fetch(`${base}${path}`, { headers: { authorization: `Bearer ${as}` } })
        )
        const text = yield* Effect.promise(() => answer.text())
        const body = JSON.parse(text)
        assert.sameMembers(
          body.robots.map(({ name }: any) => name),
          oddNames
        )
        assert.strictEqual(text, encoded(schema, body))
        assert.strictEqual(answer.headers.get("content-type"), "application/json")
        assert.isTrue(body.robots.every(({ created_at }: any) => created_at === "2026-01-31T23:59:59.999Z"))
        const find = (index: number) => body.robots.find(({ id }: any) => id === robots[index])
        assert.deepStrictEqual(find(4).bridge_state, { online: true, latency_ms: 12.5, low_bandwidth: true })
        if (schema !== RobotListResponse) continue
        const protocol = ({ exposes, protocol_status, protocol_version }: any) => [
          protocol_version,
          protocol_status,
          exposes.datapoints
        ]
        assert.deepStrictEqual(
          [0, 1, 2, 3].map((index) => protocol(find(index))),
          [
            [null, "current", 1],
            [null, "current", 0],
            [1, "deprecated", 0],
            [null, "refused", 0]
          ]
        )
        const standing = (index: number) => [find(index).last_seen_at, ...Object.values(find(index).config)]
        const epoch = "1970-01-01T00:00:00.000Z"
        assert.deepStrictEqual(standing(0), [null, 1, 1, true, "2026-01-02T03:04:05.999Z", epoch])
        assert.deepStrictEqual(standing(1), [null, 1, null, null, null, epoch])
        assert.deepStrictEqual(standing(2), ["2026-01-02T03:04:05.678Z", null, 7, false, null, null])
        assert.deepStrictEqual(Object.keys(find(0).config), [
          "published_version",
          "applied_version",
          "applied_ok",
          "draft_updated_at",
          "published_at"
        ])
        assert.isNotNull(find(4).last_seen_at)
        for (const index of [0, 1, 2, 3, 4]) {
          const { body } = yield* call("GET", `/api/robots/${robots[index]}`, { as: owner.token })
          const { last_seen_at, ...item } = find(index)
          assert.deepInclude(body, { ...item, config: body.config })
          assert.deepInclude(body.config, item.config)
          if (index !== 4) assert.strictEqual(body.last_seen_at, last_seen_at)
        }
      }
    })
  )

  it.effect("a list of robots shows a user's role what it grants, and a capability all", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const [one, two] = yield* robotsOf(orgId, 2)
      const ids = (as: string) =>
        Effect.map(call("GET", "/api/client/robots", { as }), ({ body }) => body.robots.map(({ id }: any) => id))
      const some = yield* anApp({ owner }, [one!, two!], { [one!]: ["battery"] })
      const every = yield* anApp({ owner }, [one!, two!], {}, { action_history: true, assets: false })
      const other = yield* anApp({ owner }, [two!], {})
      assert.deepStrictEqual(yield* ids(some.user), [one])
      assert.deepStrictEqual(yield* ids(every.user), [one, two])
      assert.deepStrictEqual(yield* ids(other.user), [])
      assert.deepStrictEqual(yield* ids(other.key), [two])
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

  it.effect("the current version of a robot is known that was published before it was kept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { orgId, owner } = yield* makeOrg
      const [robot, once] = yield* robotsOf(orgId, 3)
      yield* publish(owner.caller, robot!, "platform: 1")
      yield* publish(owner.caller, robot!, source)
      yield* publish(owner.caller, once!, "platform: 1")
      const rows = sql`SELECT * FROM current_versions WHERE org_id = ${orgId} ORDER BY version`
      const before = yield* rows
      assert.deepStrictEqual(
        before.map(({ robot_id, version }) => [robot_id, version]),
        [
          [once, 1],
          [robot, 2]
        ]
      )
      yield* sql`DROP TABLE current_versions`
      yield* currentVersions
      assert.deepStrictEqual(yield* rows, before)
    })
  )
})
