import { assert, layer } from "@effect/vitest"
import type { Caller } from "@fleet/domain/Caller"
import type { RobotId } from "@fleet/domain/Ids"
import { Jobs } from "@fleet/server/robots/jobs/Jobs"
import { JobWriter } from "@fleet/server/robots/jobs/JobWriter"
import { RobotNodes } from "@fleet/server/robots/jobs/JobsRpc"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { connectBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, refusal } from "../../support/wire.ts"
import { aConnectedRobot, eventually, jobOf, pass, publish, runsOf, source, start, type World } from "./world.ts"

/** A start of `undock` whose row the database stores once it is let. */
const aSlowStart = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  const ends = yield* JobWriter
  const { begin } = ends
  const [asked, gate] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  const slowly: typeof begin = (jobs, audits) =>
    Deferred.succeed(asked, undefined).pipe(Effect.andThen(Deferred.await(gate)), Effect.andThen(begin(jobs, audits)))
  const restore = Effect.sync(() => Object.assign(ends, { begin }))
  Object.assign(ends, { begin: slowly })
  yield* Effect.addFinalizer(() => restore)
  const starting = yield* Effect.forkChild(start(world, "undock", { patience_ms: 1000 }))
  yield* Deferred.await(asked)
  return {
    ...world,
    starting,
    stored: Effect.andThen(restore, Deferred.succeed(gate, undefined)),
    refused: Effect.andThen(restore, Deferred.die(gate, new Error("it cannot be stored")))
  }
})

/** A cancel of `undock` that has come to the process that holds the robot's bridge. */
const aCancel = Effect.fnUntraced(function* ({ as, path }: Pick<World, "as" | "path">, body: object) {
  const nodes = yield* RobotNodes
  const { cancel } = nodes
  const came = Deferred.makeUnsafe<void>()
  const heard = (...request: Parameters<typeof cancel>) => {
    Deferred.doneUnsafe(came, Exit.void)
    return cancel(...request)
  }
  Object.assign(nodes, { cancel: heard })
  const cancelling = yield* Effect.forkChild(call("POST", `${path}/jobs/undock/cancel`, { as, body }))
  yield* Deferred.await(came)
  Object.assign(nodes, { cancel })
  return cancelling
})

/** The outcome of a stop of the own jobs. */
const stopBy = Effect.fnUntraced(function* (caller: Caller, robotId: RobotId) {
  const jobs = yield* Jobs
  const { ended } = yield* jobs.stop(caller, yield* jobs.stopTarget(caller, robotId), false)
  return yield* ended
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
      yield* publish(owner.caller, robot.id, source.replace("ros_name: /undock", "ros_name: /leave"))
      yield* bridge.next("config")
      yield* stored
      assert.deepInclude((yield* Fiber.join(starting)).body.job, { state: "cancelled" })
      const { undock } = yield* eventually(runsOf(world), ({ undock }) => undock?.state === "cancelled")
      assert.strictEqual(undock.error.code, "config_changed")
      yield* bridge.sync
      assert.isFalse(bridge.frames.some(({ type }) => type === "invoke" || type === "cancel"))
      assert.strictEqual((yield* start(world, "undock")).status, 202)
    }).pipe(Effect.scoped)
  )

  it.effect.each(["the job", "whatever runs"])("is sent before a cancel of %s on its slug", (what) =>
    Effect.gen(function* () {
      const world = yield* aSlowStart
      const { bridge, starting, stored } = world
      const job_id = what === "the job" ? (yield* jobOf(world, "undock")).id : null
      const cancelling = yield* aCancel(world, { job_id })
      yield* pass(bridge, 1000)
      assert.isUndefined(cancelling.pollUnsafe())
      assert.isFalse(bridge.frames.some(({ type }) => type === "cancel"))
      yield* stored
      const { request_id, slug } = yield* bridge.next("cancel")
      const invoked = bridge.frames.find(({ type }) => type === "invoke")
      const { job } = (yield* Fiber.join(starting)).body
      assert.deepInclude(invoked, { job_id: job.id })
      const goals = [{ job_id: job.id, goal_id: "g", return_code: 0 as const }]
      bridge.send({ type: "cancel_result", request_id, slug, goals, error: null })
      assert.deepInclude((yield* Fiber.join(cancelling)).body.job, { id: job.id, state: "running" })
    }).pipe(Effect.scoped)
  )

  it.effect("is cancelled by a stop as soon as it is sent", () =>
    Effect.gen(function* () {
      const world = yield* aSlowStart
      const { bridge, developer, owner, robot, starting, stored } = world
      const { cancelled } = yield* stopBy(owner.caller, robot.id)
      assert.isEmpty(cancelled)
      const stopping = yield* Effect.forkChild(stopBy(developer.caller, robot.id))
      yield* pass(bridge, 1000)
      assert.isUndefined(stopping.pollUnsafe())
      yield* stored
      const { request_id, slug } = yield* bridge.next("cancel")
      const { job } = (yield* Fiber.join(starting)).body
      assert.isTrue(bridge.frames.some((frame) => frame.type === "invoke" && frame.job_id === job.id))
      const goals = [{ job_id: job.id, goal_id: "g", return_code: 0 as const }]
      bridge.send({ type: "cancel_result", request_id, slug, goals, error: null })
      const stopped = yield* Fiber.join(stopping)
      assert.deepStrictEqual([stopped.cancelled.map(({ id }) => id), stopped.warnings], [[job.id], []])
    }).pipe(Effect.scoped)
  )

  it.effect("is not there to be cancelled any more where it could not be stored", () =>
    Effect.gen(function* () {
      const world = yield* aSlowStart
      const { id } = yield* jobOf(world, "undock")
      const cancelling = yield* aCancel(world, { job_id: id })
      yield* pass(world.bridge, 1000)
      yield* world.refused
      assert.deepStrictEqual(refusal(yield* Fiber.join(cancelling)), [404, "not_found"])
      assert.strictEqual((yield* Fiber.join(world.starting)).status, 500)
      yield* world.bridge.sync
      assert.isFalse(world.bridge.frames.some(({ type }) => type === "invoke" || type === "cancel"))
    }).pipe(Effect.scoped)
  )

  it.effect("is nothing that a stop warns of where it could not be stored", () =>
    Effect.gen(function* () {
      const world = yield* aSlowStart
      const stopping = yield* Effect.forkChild(stopBy(world.developer.caller, world.robot.id))
      yield* pass(world.bridge, 1000)
      assert.isUndefined(stopping.pollUnsafe())
      yield* world.refused
      assert.deepStrictEqual(yield* Fiber.join(stopping), { cancelled: [], failsafes: [], warnings: [] })
      assert.strictEqual((yield* Fiber.join(world.starting)).status, 500)
    }).pipe(Effect.scoped)
  )

  it.effect("lets a cancel time out that waits for it", () =>
    Effect.gen(function* () {
      const world = yield* aSlowStart
      const cancelling = yield* aCancel(world, {})
      yield* pass(world.bridge, 4750)
      assert.isUndefined(cancelling.pollUnsafe())
      yield* pass(world.bridge, 500)
      assert.deepStrictEqual(refusal(yield* Fiber.join(cancelling)), [504, "bridge_timeout"])
      yield* world.stored
      assert.strictEqual((yield* Fiber.join(world.starting)).status, 202)
    }).pipe(Effect.scoped)
  )
})
