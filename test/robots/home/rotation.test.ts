import { assert, layer } from "@effect/vitest"
import { Stores } from "@fleet/server/App"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { VersionStore } from "@fleet/server/robots/config/VersionStore"
import { RobotDeletion } from "@fleet/server/robots/RobotDeletion"
import { Robots } from "@fleet/server/robots/Robots"
import { Deferred, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { aRobot, detail, publish, start, type World } from "../jobs/world.ts"
import { TestDatabase } from "../../support/Database.ts"
import { openBridge } from "../../support/FakeBridge.ts"
import { gapOf } from "../../support/gapOf.ts"
import { testApp } from "../../support/TestApp.ts"
import { refusal } from "../../support/wire.ts"

/** Where a hello that has proved its token stands still: the robot's bridge is not this one yet. */
let gate: { readonly reached: Deferred.Deferred<void>; readonly opened: Deferred.Deferred<void> } | null = null

const Gated = Layer.effect(
  VersionStore,
  Effect.map(VersionStore, (store) =>
    VersionStore.of({
      ...store,
      latest: (robotId) =>
        Effect.gen(function* () {
          const found = yield* store.latest(robotId)
          if (gate === null) return found
          const { opened, reached } = gate
          yield* Deferred.succeed(reached, undefined)
          yield* Deferred.await(opened)
          return found
        })
    })
  )
).pipe(Layer.provideMerge(Stores))

/** A bridge whose hello was proved before this was done, and answered after. */
const meanwhile = Effect.fnUntraced(function* <A, E, R>(world: World, what: Effect.Effect<A, E, R>) {
  gate = { reached: yield* Deferred.make<void>(), opened: yield* Deferred.make<void>() }
  const { opened, reached } = gate
  const bridge = yield* openBridge
  bridge.hello(world.bridgeToken)
  yield* Deferred.await(reached)
  gate = null
  yield* what
  yield* Deferred.succeed(opened, undefined)
  return bridge
})

layer(testApp({}, TestDatabase, undefined, Gated), { timeout: "60 seconds" })("a hello with a proven token", (it) => {
  it.effect(
    "a hello with a proven token is refused when the token is rotated before it is answered, and leaves no bridge behind",
    () =>
      Effect.gen(function* () {
        const world = yield* aRobot
        const bridge = yield* meanwhile(world, (yield* Robots).rotateToken(world.owner.caller, world.robot))
        assert.strictEqual((yield* bridge.next("hello_error")).code, "invalid_token")
        assert.strictEqual(yield* bridge.closeCode, 1008)
        assert.deepStrictEqual(bridge.frames, [])
        assert.isFalse((yield* detail(world)).bridge_state.online)
        assert.deepStrictEqual(refusal(yield* start(world, "undock")), [409, "robot_offline"])
      })
  )

  it.effect(
    "a hello with a proven token is refused where the fact of a rotation was lost, and the gap is found before it is answered",
    () =>
      Effect.gen(function* () {
        const world = yield* aRobot
        const bus = yield* Bus
        const { broadcastAndWait } = bus
        const rotate = (yield* Robots).rotateToken(world.owner.caller, world.robot)
        const lost = Effect.acquireUseRelease(
          Effect.sync(() => Object.assign(bus, { broadcastAndWait: () => Effect.void })),
          () => rotate,
          () => Effect.sync(() => Object.assign(bus, { broadcastAndWait }))
        )
        const found = Effect.sync(() => gapOf(bus))
        const bridge = yield* meanwhile(world, Effect.andThen(lost, found))
        assert.strictEqual((yield* bridge.next("hello_error")).code, "invalid_token")
        assert.strictEqual(yield* bridge.closeCode, 1008)
      })
  )

  it.effect("a hello with a proven token does not supersede a bridge that came after it and was answered before", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const sql = yield* SqlClient.SqlClient
      const newer = yield* openBridge
      const older = yield* meanwhile(
        world,
        Effect.gen(function* () {
          // The one that came first has its token looked up again for it, and is the later of both.
          yield* (yield* Robots).rename(world.owner.caller, world.robot, "Renamed")
          newer.hello(world.bridgeToken, { bridge_version: "0.1.1" })
          const seen = sql`SELECT FROM robots WHERE id = ${world.robot.id} AND bridge_version = '0.1.1'`
          while ((yield* seen).length === 0) yield* Effect.yieldNow
        })
      )
      yield* newer.next("hello_ok")
      assert.strictEqual(yield* older.closeCode, 4000)
      assert.deepStrictEqual(older.frames, [])
      yield* newer.sync
      assert.isTrue((yield* detail(world)).bridge_state.online)
    })
  )

  it.effect("a hello with a proven token is refused when the robot is deleted before it is answered", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const bridge = yield* meanwhile(world, (yield* RobotDeletion).delete(world.owner.caller, world.robot))
      assert.strictEqual((yield* bridge.next("hello_error")).code, "invalid_token")
      assert.strictEqual(yield* bridge.closeCode, 1008)
      assert.deepStrictEqual(bridge.frames, [])
    })
  )

  it.effect("a hello with a proven token is sent the configuration that is published before it is answered", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const text = "platform: 1\ndatapoints:\n  newest: {topic: /newest, type: std_msgs/msg/Float32}\n"
      const bridge = yield* meanwhile(world, publish(world.owner.caller, world.robot.id, text))
      yield* bridge.next("hello_ok")
      let config = yield* bridge.next("config")
      while (config.version < 2) config = yield* bridge.next("config")
      assert.deepStrictEqual(Object.keys(config.doc["datapoints"] as object), ["newest"])
    })
  )

  it.effect("a hello with a proven token is answered where nothing happens before", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const bridge = yield* meanwhile(world, Effect.void)
      yield* bridge.next("hello_ok")
      assert.isTrue((yield* detail(world)).bridge_state.online)
    })
  )
})
