import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Scope } from "effect"
import { TestDatabase } from "../../support/Database.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { makeDeveloper } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { call, refusal } from "../../support/wire.ts"
import { aConnectedRobot, auditOf, jobOf, start } from "./world.ts"

/** The service as a process of its own over the database of the test. */
const process = Layer.unwrap(
  Effect.map(Effect.context<Layer.Success<typeof TestDatabase>>(), (context) =>
    testApp({}, Layer.succeedContext(context))
  )
)
const inProcess = <A, E>(work: Effect.Effect<A, E, Layer.Success<typeof process>>) =>
  Effect.provide(work, process, { local: true })

layer(TestDatabase, { timeout: "60 seconds" })("a restart of the cloud", (it) => {
  it.effect(
    "a restart of the cloud closes bridges as such, leaves jobs unknown, and learns of them from the returning bridge",
    () =>
      Effect.gen(function* () {
        // The bridge outlives the process it was connected to.
        const scope = yield* Effect.scope
        const { dock, undock, ...world } = yield* inProcess(
          Effect.gen(function* () {
            const world = yield* aConnectedRobot
            const dock = (yield* start(world, "dock", { params: { speed: 1 } })).body.job
            const undock = (yield* start(world, "undock")).body.job
            world.bridge.update(dock, "running")
            yield* world.bridge.sync
            return { ...world, dock, undock }
          }).pipe(Effect.provideService(Scope.Scope, scope))
        )
        assert.strictEqual(yield* world.bridge.closeCode, 1012)
        assert.lengthOf(yield* auditOf(world, "bridge.disconnected"), 1)

        yield* inProcess(
          Effect.gen(function* () {
            const { token: as } = yield* makeDeveloper(world.orgId, "developer")
            const robot = { as, path: world.path }
            const { error, state } = yield* jobOf(robot, "dock")
            assert.deepStrictEqual([state, error.code], ["unknown", "bridge_disconnected"])
            assert.deepStrictEqual(refusal(yield* start(robot, "dock", { params: { speed: 1 } })), [
              409,
              "robot_offline"
            ])
            const named = { as, body: { job_id: dock.id } }
            assert.deepStrictEqual(refusal(yield* call("POST", `${world.path}/jobs/dock/cancel`, named)), [
              409,
              "robot_offline"
            ])

            const bridge = yield* connectBridge(world.bridgeToken, {
              active_jobs: [{ job_id: dock.id, slug: "dock", state: "running" }]
            })
            const { job_ids, request_id } = yield* bridge.next("job_query")
            assert.deepStrictEqual(job_ids, [undock.id])
            assert.deepInclude(yield* jobOf(robot, "dock"), { id: dock.id, state: "running", error: null })
            assert.strictEqual((yield* start(robot, "dock", { params: { speed: 1 } })).body.code, "busy")
            bridge.send({ type: "job_status", request_id, jobs: [], unknown_job_ids: job_ids })
            yield* bridge.sync
            assert.strictEqual((yield* jobOf(robot, "undock")).state, "lost")
          }).pipe(Effect.scoped)
        )
      })
  )
})
