import { assert, layer } from "@effect/vitest"
import { AlertId } from "@fleet/domain/Ids"
import { AlertRecords } from "@fleet/server/robots/alerts/AlertRecords"
import { AlertStore } from "@fleet/server/robots/alerts/AlertStore"
import { Stores } from "@fleet/server/App"
import { Context, Deferred, Effect, Layer, Scope } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { TestDatabase } from "../../support/Database.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { makeDeveloper } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { eventually } from "../jobs/world.ts"
import {
  aConnectedRobotWith,
  alertsOf,
  aRobotWith,
  aSecond,
  auditOf,
  eventsOf,
  inState,
  low,
  movedOf,
  publish,
  say,
  type World
} from "./world.ts"

/** The service as a process of its own over the database of the test. */
const process = Layer.unwrap(
  Effect.map(Effect.context<Layer.Success<typeof TestDatabase>>(), (context) =>
    testApp({}, Layer.succeedContext(context))
  )
)
const inProcess = <A, E>(work: Effect.Effect<A, E, Layer.Success<typeof process>>) =>
  Effect.provide(work, process, { local: true })

layer(TestDatabase, { timeout: "60 seconds" })("a restart", (it) => {
  it.effect("keeps state, time and value of alerts, also of samples that moved nothing", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const before = yield* inProcess(
        Effect.gen(function* () {
          const world = yield* aConnectedRobotWith({ battery: { low } })
          yield* say(world.bridge, 10, 1000)
          yield* inState(world, "firing")
          yield* say(world.bridge, 25, 2000)
          return { ...world, alerts: yield* alertsOf(world) }
        }).pipe(Effect.provideService(Scope.Scope, scope))
      )
      assert.deepInclude(before.alerts[0], { state: "firing", last_value: 25 })
      yield* inProcess(
        Effect.gen(function* () {
          const { token: as } = yield* makeDeveloper(before.orgId, "developer")
          const world = { ...before, as }
          assert.deepStrictEqual(yield* alertsOf(world), before.alerts)
          const bridge = yield* connectBridge(world.bridgeToken)
          yield* say(bridge, 29, 3000)
          assert.deepInclude((yield* alertsOf(world))[0], { state: "firing", last_value: 29 })
          yield* say(bridge, 30, 4000)
          yield* inState(world, "ok")
          assert.deepStrictEqual(yield* movedOf(world), [
            ["firing", 10],
            ["ok", 30]
          ])
        }).pipe(Effect.scoped)
      )
    })
  )

  it.effect("stores a move that waited for its second", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const before = yield* inProcess(
        Effect.gen(function* () {
          const world = yield* aConnectedRobotWith({ battery: { low } })
          yield* say(world.bridge, 10, 1000)
          yield* inState(world, "firing")
          yield* aSecond
          yield* say(world.bridge, 30, 2000)
          return world
        }).pipe(Effect.provideService(Scope.Scope, scope))
      )
      yield* inProcess(
        Effect.gen(function* () {
          const { token: as } = yield* makeDeveloper(before.orgId, "developer")
          assert.deepStrictEqual(yield* movedOf({ ...before, as }), [
            ["firing", 10],
            ["ok", 30]
          ])
        })
      )
    })
  )
})

/** A gate before, and one behind, the statement that stores moves. */
interface Gates {
  fails: boolean
  /** A sample's value with which no move can be stored. */
  rejects: number | null
  attempts: number
  stored: Effect.Effect<void>
}

const gates: Gates = { fails: false, rejects: null, attempts: 0, stored: Effect.void }

const away = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error("the database is away") })
})

const Gated = Layer.effect(
  AlertStore,
  Effect.gen(function* () {
    const store = Context.get(yield* Layer.build(AlertStore.layer), AlertStore)
    return AlertStore.of({
      ...store,
      move: (states) =>
        Effect.suspend(() => {
          gates.attempts++
          return gates.fails
            ? Effect.die(away)
            : gates.rejects !== null && states.some(({ value }) => value === gates.rejects)
              ? Effect.die(new Error("this value cannot be stored"))
              : Effect.tap(store.move(states), gates.stored)
        })
    })
  })
)

/** The row of the robot's only alert. */
const storedOf = Effect.fnUntraced(function* ({ robot }: Pick<World, "robot">) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly id: string; readonly revision: number }>`
    SELECT id, revision FROM alerts WHERE robot_id = ${robot.id}`
  return { id: AlertId.make(row!.id), revision: row!.revision }
})

layer(testApp({}, TestDatabase, undefined, Layer.provideMerge(Gated, Stores) as typeof Stores), {
  timeout: "60 seconds"
})("while moves cannot be stored", (it) => {
  it.effect("alerts go on, and every move is stored once the database is back", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      const { bridge } = world
      gates.fails = true
      for (const [index, value] of [10, 30, 11, 31, 12].entries()) {
        yield* say(bridge, value, 1000 * index)
        yield* aSecond
      }
      assert.deepInclude((yield* alertsOf(world))[0], { state: "ok", last_value: 12 })
      yield* eventually(
        Effect.map(aSecond, () => gates.attempts),
        (attempts) => attempts >= 2
      )
      assert.lengthOf(yield* eventsOf(world.console), 0)
      gates.fails = false
      // A try that was under way fails yet, and the next comes a second later.
      yield* eventually(Effect.andThen(aSecond, alertsOf(world)), ([alert]) => alert.state === "firing")
      const moves = [
        ["firing", 10],
        ["ok", 30],
        ["firing", 11],
        ["ok", 31],
        ["firing", 12]
      ]
      assert.deepStrictEqual(yield* movedOf(world), moves)
      assert.deepStrictEqual(
        (yield* auditOf(world)).map(({ details }) => details.value),
        [10, 30, 11, 31, 12]
      )
      assert.deepStrictEqual(
        (yield* eventsOf(world.console)).map(({ detail }) => [detail.state, detail.value]),
        moves
      )
    })
  )

  it.effect("the newest state is stored where the answer to an earlier move's commit was lost", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      const sql = yield* SqlClient.SqlClient
      gates.fails = true
      yield* say(world.bridge, 10, 1000)
      // What the commit did that nobody heard of.
      yield* sql`UPDATE alerts SET state = 'firing', revision = revision + 1 WHERE robot_id = ${world.robot.id}`
      yield* aSecond
      yield* say(world.bridge, 40, 2000)
      gates.fails = false
      // The refusal and the reading after it take as long as the database does.
      while ((yield* alertsOf(world))[0].state !== "ok") yield* aSecond
      assert.deepStrictEqual(yield* movedOf(world), [["ok", 40]])
    })
  )

  it.effect("a move that cannot be stored for its value holds back neither other alerts nor the next move", () =>
    Effect.gen(function* () {
      const odd = yield* aConnectedRobotWith({ battery: { low } })
      const others = [
        yield* aConnectedRobotWith({ battery: { low } }),
        yield* aConnectedRobotWith({ battery: { low } })
      ]
      // All of them are written as one batch.
      gates.fails = true
      yield* say(odd.bridge, 13, 1000)
      for (const { bridge } of others) yield* say(bridge, 10, 1000)
      gates.rejects = 13
      gates.fails = false
      yield* TestClock.adjust("2 seconds")
      for (const world of others) {
        yield* inState(world, "firing")
        assert.deepStrictEqual(yield* movedOf(world), [["firing", 10]])
      }
      assert.deepInclude((yield* alertsOf(odd))[0], { state: "ok", last_value: 13 })
      yield* say(odd.bridge, 40, 2000)
      yield* aSecond
      yield* say(odd.bridge, 10, 3000)
      yield* inState(odd, "firing")
      gates.rejects = null
    })
  )

  it.effect("a publish that comes between a sample and its storing wins", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      const { bridge } = world
      gates.fails = true
      yield* say(bridge, 10, 1000)
      yield* publish(world, { battery: { low: { ...low, condition: { fire_at: 5, resolve_at: 6 } } } })
      gates.fails = false
      yield* TestClock.adjust("2 seconds")
      yield* bridge.next("config")
      yield* say(bridge, 9, 2000)
      assert.deepInclude((yield* alertsOf(world))[0], { state: "ok", last_value: 9 })
      assert.deepStrictEqual(yield* movedOf(world), [])
      yield* say(bridge, 5, 3000)
      yield* inState(world, "firing")
      assert.deepStrictEqual(yield* movedOf(world), [["firing", 5]])
    })
  )

  for (const enabled of [false, true])
    it.effect(`a move does not come after the publish that ${enabled ? "enabled" : "disabled"} its alert`, () =>
      Effect.gen(function* () {
        const world = yield* aRobotWith({ battery: { low: { ...low, enabled: !enabled } } })
        const records = yield* AlertRecords
        const stored = yield* storedOf(world)
        yield* publish(world, { battery: { low: { ...low, enabled } } })
        const moves = [{ state: "firing", value: 1, atMs: 1 }] as const
        const alert = { id: stored.id, org_id: world.orgId, robot_id: world.robot.id }
        assert.strictEqual((yield* records.move([{ alert, revision: stored.revision, moves }])).size, 0)
        assert.deepInclude((yield* alertsOf(world))[0], { enabled, state: "ok" })
        assert.deepStrictEqual(yield* movedOf(world), [])
        // A publish that changes nothing of it lets it go on.
        const { revision } = yield* storedOf(world)
        yield* publish(world, { battery: { low: { ...low, enabled, name: "Flat" } } })
        assert.strictEqual((yield* storedOf(world)).revision, revision)
      })
    )

  it.effect("moves of a revision that is not the present one are not stored, and neither is anything about them", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      const records = yield* AlertRecords
      const store = yield* storedOf(world)
      const moved = {
        alert: { id: store.id, org_id: world.orgId, robot_id: world.robot.id },
        moves: [{ state: "firing", value: 1, atMs: 1 }] as const
      }
      assert.strictEqual((yield* records.move([{ ...moved, revision: store.revision + 1 }])).size, 0)
      assert.deepStrictEqual(yield* movedOf(world), [])
      assert.lengthOf(yield* auditOf(world), 0)
      assert.strictEqual(
        (yield* records.move([{ ...moved, revision: store.revision }])).get(store.id),
        store.revision + 1
      )
      // The same once more, as where the answer to a commit was lost.
      assert.strictEqual((yield* records.move([{ ...moved, revision: store.revision }])).size, 0)
      assert.lengthOf(yield* movedOf(world), 1)
      assert.lengthOf(yield* auditOf(world), 1)
    })
  )

  it.effect("a sample that comes while a move is being stored is stored after it", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      const gate = yield* Deferred.make<void>()
      gates.stored = Deferred.await(gate)
      yield* say(world.bridge, 10, 1000)
      yield* aSecond
      yield* say(world.bridge, 30, 2000)
      yield* aSecond
      gates.stored = Effect.void
      yield* Deferred.succeed(gate, undefined)
      yield* eventually(movedOf(world), (moves) => moves.length === 2)
      assert.deepStrictEqual(yield* movedOf(world), [
        ["firing", 10],
        ["ok", 30]
      ])
    })
  )
})
