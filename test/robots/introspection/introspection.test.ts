import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { connectBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { eventually } from "../jobs/world.ts"
import { refusal } from "../world.ts"
import { graph, float32, answerGraph, answerTypes, aRobot, anIntrospectedRobot, battery, codes } from "./world.ts"

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

  it.effect("an introspection that the robot cannot give is refused with its words, and what was read stays", () =>
    Effect.gen(function* () {
      const { bridge, introspection, refresh } = yield* anIntrospectedRobot
      const before = (yield* introspection).body
      const refreshing = yield* Effect.forkChild(refresh)
      const { request_id } = yield* bridge.next("introspect_request")
      const error = { code: "too_large", message: "The ROS graph has 3000000 bytes as a frame." }
      bridge.send({ type: "introspect", request_id, graph: null, error })
      const { body, status } = yield* Fiber.join(refreshing)
      assert.deepStrictEqual([status, body], [502, error])
      assert.deepStrictEqual((yield* introspection).body, before)
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
