import { assert, layer } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { Stores } from "@fleet/server/App"
import { BridgeRecords } from "@fleet/server/robots/bridges/BridgeRecords"
import { BridgeRecordStore } from "@fleet/server/robots/bridges/BridgeRecordStore"
import { Context, Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { onPostgres, TestDatabase } from "../../support/Database.ts"
import { recordMaps } from "../../support/recordMaps.ts"
import { testApp } from "../../support/TestApp.ts"
import { aConnectedRobot, auditOf, detail, eventually, publish, source } from "../jobs/world.ts"

/** While it stands, the rows of robots are locked by others: nothing is written together, and what is alone waits. */
let gate: Deferred.Deferred<void> | null = null
let waiting = 0

const lockRows = Effect.sync(() => {
  gate = Deferred.makeUnsafe()
  waiting = 0
})
const freeRows = Effect.sync(() => {
  if (gate !== null) Deferred.doneUnsafe(gate, Exit.void)
  gate = null
})

const gatedStores = Layer.effect(
  BridgeRecordStore,
  Effect.map(BridgeRecordStore, (store) => ({
    ...store,
    writeFree: (...args: Parameters<typeof store.writeFree>) =>
      Effect.suspend(() =>
        gate === null ? store.writeFree(...args) : Effect.succeed({ written: new Set<RobotId>(), numbers: [] })
      ),
    write: (change: Parameters<typeof store.write>[0]) =>
      Effect.suspend(() => {
        waiting++
        return Effect.andThen(gate === null ? Effect.void : Deferred.await(gate), store.write(change))
      })
  }))
).pipe(Layer.provideMerge(Stores)) as typeof Stores

const unknown = [{ kind: "camera" as const, slug: "front", code: "unknown", message: "no such topic" }]

layer(testApp({}, TestDatabase, undefined, gatedStores), { timeout: "60 seconds" })("what a bridge applied", (it) => {
  // The embedded database has one transaction at a time: none waits for a row of another.
  it.effect.skipIf(!onPostgres)(
    "a config_applied that waited for the robot's row is followed by what the bridge said meanwhile (needs Postgres)",
    () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobot
        const { bridge } = world
        yield* Effect.addFinalizer(() => freeRows)
        yield* lockRows
        bridge.send({ type: "config_applied", version: 1, ok: false, errors: unknown })
        yield* eventually(
          Effect.sync(() => waiting),
          (count) => count === 1
        )
        const held = gate!
        // The row is free again, but the one that waited has not been woken yet.
        gate = null
        bridge.send({ type: "config_applied", version: 1, ok: true, errors: [] })
        yield* bridge.sync
        for (let asked = 0; asked < 5; asked++) yield* detail(world)
        Deferred.doneUnsafe(held, Exit.void)
        const { config } = yield* eventually(detail(world), ({ config }) => config.applied_ok)
        assert.deepInclude(config, { applied_version: 1, applied_errors: [] })
      })
  )

  it.effect("what a bridge applied is never replaced by what it applied of an earlier version", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { bridge, owner, robot } = world
      yield* publish(owner.caller, robot.id, `${source}low_bandwidth: {mode: "off"}\n`)
      yield* bridge.next("config")
      bridge.send({ type: "config_applied", version: 2, ok: true, errors: [] })
      yield* eventually(detail(world), ({ config }) => config.applied_version === 2)
      bridge.send({ type: "config_applied", version: 1, ok: false, errors: unknown })
      yield* bridge.sync
      yield* bridge.leave
      // Written after it.
      yield* eventually(auditOf(world, "bridge.disconnected"), ({ length }) => length === 1)
      assert.deepInclude((yield* detail(world)).config, { applied_version: 2, applied_ok: true, applied_errors: [] })
    })
  )

  it.effect("nothing is kept of robots whose bridges said what they applied, also while it could not be written", () =>
    Effect.gen(function* () {
      const held = yield* Deferred.make<void>()
      const alone = Layer.succeed(BridgeRecordStore, {
        findByToken: () => Effect.succeed(null),
        standing: () => Effect.succeed(new Map()),
        writeFree: () => Effect.succeed({ written: new Set<RobotId>(), numbers: [] }),
        write: () => Deferred.await(held)
      })
      const made = yield* recordMaps(Layer.build(Layer.fresh(BridgeRecords.layer).pipe(Layer.provide(alone))))
      const records = Context.get(made.result, BridgeRecords)
      const ids = Array.from({ length: 10 }, () => crypto.randomUUID() as RobotId)
      const applied = { type: "config_applied", version: 1, ok: true, errors: [] } as const
      const idle = made.entries()
      const said = yield* Effect.forEach(
        ids.flatMap((id) => [id, id, id]),
        (id) => Effect.forkChild(records.applied(id, applied), { startImmediately: true })
      )
      yield* Effect.forEach(said.slice(1, 3), (fiber) => Fiber.join(fiber))
      yield* Deferred.succeed(held, undefined)
      yield* Effect.forEach(said, (fiber) => Fiber.join(fiber))
      assert.strictEqual(made.entries(), idle)
    })
  )
})
