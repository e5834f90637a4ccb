import { assert, layer } from "@effect/vitest"
import { Stores } from "@fleet/server/App"
import { SocketAdmission } from "@fleet/server/platform/limits/Admission"
import { BridgeRecordStore } from "@fleet/server/robots/bridges/BridgeRecordStore"
import { Deferred, Effect, Exit, Layer } from "effect"
import { HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { WebSocket } from "ws"
import { connectBridge, openBridge } from "../../support/FakeBridge.ts"
import { makeRobot } from "../../support/people.ts"
import { TestDatabase } from "../../support/Database.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aConnectedRobot, eventually, start } from "../jobs/world.ts"

/** While it stands, the database writes no connection of a bridge. */
let gate: Deferred.Deferred<void> | null = null

const open = Effect.sync(() => {
  if (gate !== null) Deferred.doneUnsafe(gate, Exit.void)
  gate = null
})

const gatedStores = Layer.effect(
  BridgeRecordStore,
  Effect.map(BridgeRecordStore, (store) => ({
    ...store,
    writeFree: (...args: Parameters<typeof store.writeFree>) =>
      Effect.suspend(() => Effect.andThen(gate === null ? Effect.void : Deferred.await(gate), store.writeFree(...args)))
  }))
).pipe(Layer.provideMerge(Stores)) as typeof Stores

const atOnce = 100
const inAll = 200

const upgradeStatus = (path: string) =>
  Effect.flatMap(HttpServer.addressFormattedWith(Effect.succeed), (base) =>
    Effect.callback<number>((resume) => {
      const socket = new WebSocket(`${base.replace(/^http/, "ws")}${path}`)
      const answered = (status: number) => {
        socket.on("error", () => undefined).terminate()
        resume(Effect.succeed(status))
      }
      socket.once("open", () => answered(101))
      socket.once("unexpected-response", (_, { statusCode }) => answered(statusCode ?? 0))
    })
  )

const app = testApp({}, TestDatabase, undefined, gatedStores).pipe(
  Layer.provide(Layer.succeed(SocketAdmission, { atOnce, patienceMs: 2_500 }))
)

layer(app, { timeout: "120 seconds" })("a storm of bridges that the database holds up", (it) => {
  it.effect(
    "a storm of bridges closes none that said its hello in time, lets commands and clients pass, turns further bridges away, and is served in the end",
    () =>
      Effect.gen(function* () {
        const { bridge: robot, ...world } = yield* aConnectedRobot
        const { owner } = world
        const tokens = yield* Effect.forEach(
          Array.from({ length: inAll }),
          () => Effect.map(makeRobot(owner.caller), ({ token }) => token),
          { concurrency: 8 }
        )
        gate = Deferred.makeUnsafe()
        yield* Effect.addFinalizer(() => open)
        const bridges = yield* Effect.forEach(tokens, () => openBridge, { concurrency: 16 })
        for (const [index, bridge] of bridges.entries()) bridge.hello(tokens[index]!)
        for (const bridge of bridges) yield* bridge.sync
        const silent = yield* openBridge
        assert.strictEqual(yield* upgradeStatus("/bridge"), 101)

        yield* TestClock.adjust("2500 millis")
        assert.strictEqual(yield* upgradeStatus("/bridge"), 503)
        assert.strictEqual(yield* upgradeStatus("/realtime"), 101)
        assert.strictEqual((yield* call("GET", world.path, { as: world.as })).status, 200)
        const started = yield* start(world, "undock")
        assert.strictEqual(started.status, 202)
        assert.strictEqual((yield* robot.next("invoke")).job_id, started.body.job.id)

        yield* TestClock.adjust("20 seconds")
        assert.strictEqual(yield* silent.closeCode, 4002)
        for (const bridge of bridges) yield* bridge.sync
        for (const { socket } of bridges) assert.strictEqual(socket.readyState, WebSocket.OPEN)

        yield* open
        for (const bridge of bridges) yield* bridge.next("hello_ok")
        assert.strictEqual(yield* upgradeStatus("/bridge"), 101)
        const rows = yield* eventually(
          call("GET", "/api/robots", { as: world.as }),
          ({ body }) => body.robots.filter((each: any) => each.bridge_state.online).length > inAll
        )
        assert.strictEqual(rows.status, 200)
        yield* (yield* connectBridge((yield* makeRobot(owner.caller)).token)).leave
      }).pipe(Effect.scoped)
  )
})
