import { assert, layer } from "@effect/vitest"
import type { RosGraph, TypeDefinition, TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { Effect, Fiber } from "effect"
import { connectBridge, type FakeBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { SqlClient } from "effect/sql"
import { eventually } from "../jobs/world.ts"
import { anOrgWithRobot, refusal } from "../world.ts"

const graph: RosGraph = {
  topics: [{ name: "/battery", types: ["std_msgs/msg/Float32"] }],
  services: [{ name: "/reset", types: ["std_srvs/srv/Trigger"] }],
  actions: [{ name: "/dock", types: ["a/action/Dock"] }],
  captured_at_ms: 1_700_000_000_000
}

const field = (name: string, fields: ReadonlyArray<TypeField> | null = null): TypeField => ({
  name,
  type: fields === null ? "float32" : "a/msg/Nested",
  array: false,
  fields
})

const msg = (name: string, ...fields: ReadonlyArray<TypeField>): TypeDefinition => ({ name, kind: "msg", fields })
const float32 = msg("std_msgs/msg/Float32", field("data"))

/** A field with so many levels of fields, itself among them. */
const nested = (levels: number): TypeField => field("deep", levels === 1 ? null : [nested(levels - 1)])

const answerGraph = Effect.fnUntraced(function* (bridge: FakeBridge, answered: RosGraph) {
  const { request_id } = yield* bridge.next("introspect_request")
  bridge.send({ type: "introspect", request_id, graph: answered })
})

const answerTypes = Effect.fnUntraced(function* (
  bridge: FakeBridge,
  definitions: ReadonlyArray<TypeDefinition>,
  unresolved: ReadonlyArray<string> = []
) {
  const { request_id, type_names } = yield* bridge.next("type_request")
  bridge.send({ type: "type_definitions", request_id, definitions, unresolved })
  return type_names
})

const aRobot = Effect.gen(function* () {
  const world = yield* anOrgWithRobot
  const as = world.developer.token
  const { path } = world
  return {
    ...world,
    as,
    introspection: call("GET", `${path}/introspection`, { as }),
    refresh: call("POST", `${path}/introspection/refresh`, { as }),
    types: Effect.map(call("GET", `${path}/types`, { as }), ({ body }) => body.types),
    fetch: (...type_names: ReadonlyArray<unknown>) => call("POST", `${path}/types/fetch`, { as, body: { type_names } }),
    draft: (source: string) => call("PUT", `${path}/config/draft`, { as, body: { source } }),
    publish: call("POST", `${path}/config/publish`, { as })
  }
})

/** A robot with a bridge that has answered what it was asked of its own accord. */
const anIntrospectedRobot = Effect.gen(function* () {
  const world = yield* aRobot
  const bridge = yield* connectBridge(world.bridgeToken)
  yield* answerGraph(bridge, graph)
  yield* eventually(world.introspection, ({ body }) => body !== null)
  return { ...world, bridge }
})

const battery = (rest: string) =>
  `platform: 1\ndatapoints:\n  battery: {topic: /battery, type: std_msgs/msg/Float32${rest}}\n`
const codes = (body: { readonly issues: ReadonlyArray<{ readonly code: string }> }) =>
  body.issues.map(({ code }) => code)

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("an introspection", (it) => {
  it.effect(
    "an introspection is null before the robot was read, which happens once it connects, and stays when it leaves",
    () =>
      Effect.gen(function* () {
        const { bridgeToken, introspection, refresh } = yield* aRobot
        assert.deepStrictEqual((yield* introspection).body, null)
        assert.deepStrictEqual((yield* refresh).body.code, "robot_offline")

        const bridge = yield* connectBridge(bridgeToken)
        yield* answerGraph(bridge, graph)
        const read = yield* eventually(introspection, ({ body }) => body !== null)
        assert.deepStrictEqual(read.body, { graph, fetched_at: read.body.fetched_at, stale: false })
        assert.isFalse(Number.isNaN(Date.parse(read.body.fetched_at)))

        yield* bridge.leave
        const stale = yield* eventually(introspection, ({ body }) => body.stale)
        assert.deepStrictEqual(stale.body, { ...read.body, stale: true })
      })
  )

  it.effect("an introspection is not read again when the robot connects again, but when it is refreshed", () =>
    Effect.gen(function* () {
      const { bridge, bridgeToken, introspection, refresh } = yield* anIntrospectedRobot
      const before = (yield* introspection).body
      yield* bridge.leave
      const again = yield* connectBridge(bridgeToken)
      const newer = { ...graph, topics: [], captured_at_ms: 1_700_000_000_001 }
      const refreshing = yield* Effect.forkChild(refresh)
      yield* answerGraph(again, newer)
      const { body, status } = yield* Fiber.join(refreshing)
      assert.deepStrictEqual([status, body], [200, { graph: newer, fetched_at: body.fetched_at, stale: false }])
      assert.isAtLeast(Date.parse(body.fetched_at), Date.parse(before.fetched_at))
      assert.deepStrictEqual((yield* introspection).body, body)
      assert.isUndefined(again.frames.find(({ type }) => type === "introspect_request"))
    })
  )

  it.effect("an introspection that no bridge may send, and one that leaves on the way, change nothing", () =>
    Effect.gen(function* () {
      const { bridge, introspection, refresh } = yield* anIntrospectedRobot
      const before = (yield* introspection).body
      const unasked = { type: "introspect", request_id: crypto.randomUUID(), graph: { ...graph, topics: [] } } as const
      bridge.send(unasked)
      yield* bridge.sync
      const refreshing = yield* Effect.forkChild(refresh)
      yield* bridge.next("introspect_request")
      yield* bridge.leave
      assert.strictEqual((yield* Fiber.join(refreshing)).body.code, "robot_offline")
      assert.deepStrictEqual((yield* introspection).body, { ...before, stale: true })
    })
  )

  it.effect("an introspection and types are only for developers of the robot's org", () =>
    Effect.gen(function* () {
      const { path } = yield* aRobot
      const { as } = yield* aRobot
      const body = { type_names: ["std_msgs/msg/Float32"] }
      for (const [method, route, rest] of [
        ["GET", "introspection", {}],
        ["POST", "introspection/refresh", {}],
        ["GET", "types", {}],
        ["POST", "types/fetch", { body }]
      ] as const) {
        assert.deepStrictEqual(yield* refusal(method, `${path}/${route}`, { as, ...rest }), [
          404,
          { code: "not_found" }
        ])
        assert.strictEqual((yield* call(method, `${path}/${route}`, rest)).status, 401)
      }
    })
  )

  it.effect("types that were fetched are known, also while the robot is away; others are unresolved", () =>
    Effect.gen(function* () {
      const { bridge, fetch, types } = yield* anIntrospectedRobot
      assert.deepStrictEqual(yield* types, [])
      const names = ["std_msgs/msg/Float32", "a/msg/Gone", "a/msg/Deep", "a/msg/Deepest", "a/srv/Wrong", "a/msg/Gone"]
      const fetching = yield* Effect.forkChild(fetch(...names))
      const deepest = msg("a/msg/Deepest", nested(32))
      const asked = yield* answerTypes(
        bridge,
        [deepest, float32, msg("a/msg/Deep", nested(33)), msg("a/srv/Wrong"), msg("a/msg/Unasked")],
        ["a/msg/Gone"]
      )
      assert.deepStrictEqual(asked, names.slice(0, 5))
      const { body, status } = yield* Fiber.join(fetching)
      assert.deepStrictEqual(
        [status, body],
        [200, { types: [float32, deepest], unresolved: ["a/msg/Gone", "a/msg/Deep", "a/srv/Wrong"] }]
      )
      yield* bridge.leave
      assert.deepStrictEqual(yield* types, [deepest, float32])
      assert.strictEqual(
        (yield* eventually(fetch(...names), ({ status }) => status === 409)).body.code,
        "robot_offline"
      )
    })
  )

  it.effect(
    "types that did not fit into the bridge's answer are asked for again, as long as each answer has more",
    () =>
      Effect.gen(function* () {
        const { bridge, fetch } = yield* anIntrospectedRobot
        const names = ["a/msg/A", "a/msg/B", "a/msg/C", "a/msg/D", "a/msg/Gone"]
        const [a, b] = names.map((name) => msg(name, field("x")))
        const fetching = yield* Effect.forkChild(fetch(...names))
        assert.deepStrictEqual(yield* answerTypes(bridge, [a!], ["a/msg/Gone"]), names)
        assert.deepStrictEqual(yield* answerTypes(bridge, [b!]), names.slice(1, 4))
        // A bridge that says nothing of a name is asked no third time.
        assert.deepStrictEqual(yield* answerTypes(bridge, []), names.slice(2, 4))
        const { body, status } = yield* Fiber.join(fetching)
        assert.deepStrictEqual([status, body], [200, { types: [a, b], unresolved: names.slice(2) }])
        yield* bridge.sync
        assert.isUndefined(bridge.frames.find(({ type }) => type === "type_request"))
      })
  )

  it.effect("types that were answered are kept where the bridge leaves before it answers the rest", () =>
    Effect.gen(function* () {
      const { bridge, fetch, types } = yield* anIntrospectedRobot
      const fetching = yield* Effect.forkChild(fetch("std_msgs/msg/Float32", "a/msg/Late"))
      yield* answerTypes(bridge, [float32])
      yield* bridge.next("type_request")
      yield* bridge.leave
      const { body } = yield* Fiber.join(fetching)
      assert.deepStrictEqual(body, { types: [float32], unresolved: ["a/msg/Late"] })
      assert.deepStrictEqual(yield* types, [float32])
    })
  )

  it.effect("types are fetched by one to fifty names", () =>
    Effect.gen(function* () {
      const { bridge, fetch } = yield* anIntrospectedRobot
      const names = Array.from({ length: 51 }, (_, index) => `a/msg/T${index}`)
      const rule = (body: { readonly details: { readonly rule: string } }) => body.details.rule
      assert.strictEqual(rule((yield* fetch()).body), "too_short")
      assert.strictEqual(rule((yield* fetch(...names)).body), "too_long")
      assert.strictEqual((yield* fetch("Float32")).status, 400)
      const fetching = yield* Effect.forkChild(fetch(...names.slice(1)))
      yield* answerTypes(bridge, [], names.slice(1))
      assert.deepStrictEqual((yield* Fiber.join(fetching)).body, { types: [], unresolved: names.slice(1) })
    })
  )

  it.effect("a draft is held against the graph that was read and the types that are known", () =>
    Effect.gen(function* () {
      const { bridgeToken, draft, fetch, introspection } = yield* aRobot
      const source = battery(", field: nothing").replace("/battery,", "/other,")
      assert.deepStrictEqual(codes((yield* draft(source)).body), ["checks_skipped"])

      const connected = yield* connectBridge(bridgeToken)
      yield* answerGraph(connected, graph)
      yield* eventually(introspection, ({ body }) => body !== null)
      assert.deepStrictEqual(codes((yield* draft(source)).body), ["unknown_topic"])
      const fetching = yield* Effect.forkChild(fetch("std_msgs/msg/Float32"))
      yield* answerTypes(connected, [float32])
      yield* Fiber.join(fetching)
      assert.deepStrictEqual(codes((yield* draft(source)).body), ["unknown_topic", "unknown_field_path"])
      assert.deepStrictEqual(codes((yield* draft(battery(", field: data"))).body), [])
    })
  )

  it.effect("a publish asks the robot for the types of its draft before it checks it", () =>
    Effect.gen(function* () {
      const { bridge, draft, publish, types } = yield* anIntrospectedRobot
      yield* draft(battery(", field: nothing"))
      const refused = yield* Effect.forkChild(publish)
      assert.deepStrictEqual(yield* answerTypes(bridge, [float32]), ["std_msgs/msg/Float32"])
      const { body, status } = yield* Fiber.join(refused)
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(codes(body.details), ["unknown_field_path"])
      assert.deepStrictEqual(yield* types, [float32])

      yield* draft(battery(", field: data"))
      const published = yield* Effect.forkChild(publish)
      yield* answerTypes(bridge, [float32])
      assert.strictEqual((yield* Fiber.join(published)).body.version, 1)
      yield* bridge.leave
      assert.strictEqual((yield* publish).body.version, 2)
    })
  )

  it.effect("a publish does not ask a robot that was never read", () =>
    Effect.gen(function* () {
      const { bridgeToken, draft, publish } = yield* aRobot
      const bridge = yield* connectBridge(bridgeToken)
      yield* draft(battery(", field: nothing"))
      assert.strictEqual((yield* publish).body.version, 1)
      yield* bridge.sync
      assert.isUndefined(bridge.frames.find(({ type }) => type === "type_request"))
    })
  )

  it.effect("of a robot's types the 2,000 that were fetched last are kept", () =>
    Effect.gen(function* () {
      const { bridge, fetch, robot, types } = yield* anIntrospectedRobot
      const sql = yield* SqlClient.SqlClient
      const fill = (count: number) => sql`
        INSERT INTO type_definitions (robot_id, name, definition, fetched_at)
        SELECT ${robot.id}, 'a/msg/T' || n, ${JSON.stringify(float32)}::json, to_timestamp(n)
        FROM generate_series(1, ${count}::int) AS n`
      const fetchOne = Effect.gen(function* () {
        const fetching = yield* Effect.forkChild(fetch(float32.name))
        yield* answerTypes(bridge, [float32])
        yield* Fiber.join(fetching)
        return yield* sql`SELECT name FROM type_definitions WHERE robot_id = ${robot.id} ORDER BY fetched_at`
      })
      yield* fill(1_999)
      const full = yield* fetchOne
      assert.deepStrictEqual([full.length, full[0]!.name], [2_000, "a/msg/T1"])
      yield* sql`INSERT INTO type_definitions SELECT ${robot.id}, 'a/msg/New', ${JSON.stringify(float32)}::json, now()`
      const after = yield* fetchOne
      assert.deepStrictEqual([after.length, after[0]!.name], [2_000, "a/msg/T2"])
      assert.strictEqual((yield* types).length, 2_000)
    })
  )

  it.effect("of a robot's types 16 MB are kept, those that were fetched last", () =>
    Effect.gen(function* () {
      const { bridge, fetch, robot } = yield* anIntrospectedRobot
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO type_definitions (robot_id, name, definition, fetched_at)
        SELECT ${robot.id}, 'a/msg/T' || n, to_json(repeat('x', 999998)), to_timestamp(n) FROM generate_series(1, 16) AS n`
      const fetching = yield* Effect.forkChild(fetch(float32.name))
      yield* answerTypes(bridge, [float32])
      yield* Fiber.join(fetching)
      const kept = yield* sql`SELECT name FROM type_definitions WHERE robot_id = ${robot.id} ORDER BY fetched_at`
      assert.deepStrictEqual([kept.length, kept[0]!["name"]], [16, "a/msg/T2"])
    })
  )

  it.effect("of a robot that is deleted no graph and no type is kept", () =>
    Effect.gen(function* () {
      const { bridge, fetch, owner, path, robot } = yield* anIntrospectedRobot
      const fetching = yield* Effect.forkChild(fetch("std_msgs/msg/Float32"))
      yield* answerTypes(bridge, [float32])
      yield* Fiber.join(fetching)
      assert.strictEqual((yield* call("DELETE", path, { as: owner.token })).status, 204)
      assert.strictEqual((yield* call("GET", `${path}/introspection`, { as: owner.token })).status, 404)
      const sql = yield* SqlClient.SqlClient
      const left = yield* sql`
        SELECT robot_id FROM introspections WHERE robot_id = ${robot.id}
        UNION ALL SELECT robot_id FROM type_definitions WHERE robot_id = ${robot.id}`
      assert.lengthOf(left, 0)
    })
  )
})
