import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestApp } from "../../support/TestApp.ts"
import { eventually } from "../jobs/world.ts"
import { field, msg, float32, nested, answerTypes, anIntrospectedRobot } from "./world.ts"

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("types of a robot", (it) => {
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
})
