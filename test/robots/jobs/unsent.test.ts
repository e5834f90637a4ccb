import { assert, layer } from "@effect/vitest"
import { JobEnds } from "@fleet/server/robots/jobs/JobEnds"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { connectBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { aConnectedRobot, eventually, jobOf, pass, publish, runsOf, source, start } from "./world.ts"

/** A start of `undock` whose row the database stores once it is let. */
const aSlowStart = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  const ends = yield* JobEnds
  const { begin } = ends
  const [asked, gate] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  const slowly: typeof begin = (jobs, audits) =>
    Deferred.succeed(asked, undefined).pipe(Effect.andThen(Deferred.await(gate)), Effect.andThen(begin(jobs, audits)))
  Object.assign(ends, { begin: slowly })
  yield* Effect.addFinalizer(() => Effect.sync(() => Object.assign(ends, { begin })))
  const starting = yield* Effect.forkChild(start(world, "undock", { patience_ms: 1000 }))
  yield* Deferred.await(asked)
  return { ...world, starting, stored: Effect.sync(() => Deferred.doneUnsafe(gate, Exit.void)) }
})

layer(TestApp, { timeout: "60 seconds" })("a job that waits to be stored", (it) => {
  it.effect("is given its patience from when it is sent, and the robot is asked for nothing before", () =>
    Effect.gen(function* () {
      const world = yield* aSlowStart
      const { bridge, starting, stored } = world
      yield* pass(bridge, 3000)
      assert.isFalse(bridge.frames.some(({ type }) => type === "job_query"))
      yield* stored
      const { job_id } = yield* bridge.next("invoke")
      assert.deepInclude((yield* Fiber.join(starting)).body.job, { id: job_id, state: "running" })
      yield* pass(bridge, 750)
      assert.strictEqual((yield* jobOf(world, "undock")).state, "running")
      yield* pass(bridge, 500)
      assert.deepStrictEqual((yield* bridge.next("job_query")).job_ids, [job_id])
    }).pipe(Effect.scoped)
  )

  it.effect("is not asked for where the bridge connects again, and is stored as failed", () =>
    Effect.gen(function* () {
      const world = yield* aSlowStart
      const again = yield* connectBridge(world.bridgeToken)
      yield* again.sync
      assert.isFalse(again.frames.some(({ type }) => type === "job_query"))
      yield* world.stored
      assert.strictEqual((yield* Fiber.join(world.starting)).body.code, "robot_offline")
      yield* eventually(runsOf(world), ({ undock }) => undock?.state === "failed")
      assert.isFalse(again.frames.some(({ type }) => type === "invoke"))
    }).pipe(Effect.scoped)
  )

  it.effect("is stored as cancelled, and not sent, where a publish takes its slug", () =>
    Effect.gen(function* () {
      const world = yield* aSlowStart
      const { bridge, owner, robot, starting, stored } = world
      yield* publish(owner.caller, robot.id, source.replace(/ {2}undock:.*\n/, ""))
      const { request_id, slug } = yield* bridge.next("cancel")
      bridge.send({ type: "cancel_result", request_id, slug, goals: [], error: null })
      yield* bridge.sync
      yield* stored
      assert.strictEqual((yield* Fiber.join(starting)).body.job.state, "cancelled")
      yield* eventually(runsOf(world), ({ undock }) => undock?.state === "cancelled")
      yield* bridge.sync
      assert.isFalse(bridge.frames.some(({ type }) => type === "invoke"))
    }).pipe(Effect.scoped)
  )
})
