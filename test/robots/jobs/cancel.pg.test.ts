import { assert, layer } from "@effect/vitest"
import type { CancelResult } from "@fleet/bridge-protocol/BridgeMessages"
import { JobId } from "@fleet/domain/Ids"
import { LiveJobs } from "@fleet/server/robots/jobs/LiveJobs"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"
import { aConnectedRobot, aRobot, auditOf, eventually, jobOf, pass, start, type World } from "./world.ts"

const cancel = ({ as, path }: Pick<World, "as" | "path">, slug: string, body?: unknown) =>
  call("POST", `${path}/jobs/${slug}/cancel`, { as, ...(body === undefined ? {} : { body }) })

/** A running job, and what a cancel of it is answered with when the robot answers so. */
const aRunningJob = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  const { job } = (yield* start(world, "undock")).body
  const answered = Effect.fnUntraced(function* (body: unknown, result: Pick<CancelResult, "goals" | "error">) {
    const answer = yield* Effect.forkChild(cancel(world, "undock", body))
    const { job_id, request_id, slug } = yield* world.bridge.next("cancel")
    world.bridge.send({ type: "cancel_result", request_id, slug, ...result })
    return { asked: job_id, answer: yield* Fiber.join(answer) }
  })
  return { ...world, job, answered, jobId: JobId.make(job.id) }
})

layer(TestApp, { timeout: "60 seconds" })("a cancel", (it) => {
  it.effect("a cancel without a job reaches every goal of the slug, and the job's end follows", () =>
    Effect.gen(function* () {
      const { answered, job, jobId, ...world } = yield* aRunningJob
      const goals = [{ job_id: jobId, goal_id: "g1", return_code: 0 }]
      for (const body of [undefined, {}, { job_id: null }]) {
        const { answer, asked } = yield* answered(body, { goals, error: null })
        assert.isNull(asked)
        assert.deepStrictEqual([answer.status, answer.body], [200, { job }])
      }
      world.bridge.update(job, "cancelled")
      yield* world.bridge.sync
      assert.deepInclude(yield* jobOf(world, "undock"), { state: "cancelled", error: null })
    })
  )

  it.effect("a cancel of one job asks for that one", () =>
    Effect.gen(function* () {
      const { answered, job, jobId } = yield* aRunningJob
      const goals = [{ job_id: jobId, goal_id: "g1", return_code: null }]
      const { answer, asked } = yield* answered({ job_id: job.id.toUpperCase() }, { goals, error: null })
      assert.deepStrictEqual([asked, answer.body], [jobId, { job }])
    })
  )

  it.effect(
    "a cancel that reaches many goals is audited in one statement, so that no other waits for the database",
    () =>
      Effect.gen(function* () {
        const { answered, jobId } = yield* aRunningJob
        const goalId = randomUUID()
        const goals = Array.from({ length: 20 }, () => ({ job_id: jobId, goal_id: goalId, return_code: 0 as const }))
        assert.strictEqual((yield* answered(undefined, { goals, error: null })).answer.status, 200)
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`
        SELECT cmin::text AS statement, count(*)::int AS events FROM audit_events
        WHERE action = 'job.cancelled' AND details ->> 'goal_id' = ${goalId} GROUP BY 1`
        assert.deepStrictEqual(
          rows.map(({ events }) => events),
          [20]
        )
      })
  )

  it.effect("a cancel that any goal rejects is refused with all of them, and each is audited", () =>
    Effect.gen(function* () {
      const { answered, jobId, ...world } = yield* aRunningJob
      const goals = [
        { job_id: jobId, goal_id: "g1", return_code: 1 },
        { job_id: JobId.make(randomUUID()), goal_id: "g2", return_code: 0 }
      ]
      const { answer } = yield* answered(undefined, { goals, error: null })
      assert.deepStrictEqual(refusal(answer), [409, "cancel_rejected", { goals }])
      const events = yield* auditOf(world, "job.cancelled")
      assert.deepStrictEqual(
        events.map(({ actor_kind, details, target_id, target_kind }) => [
          actor_kind,
          target_kind,
          target_id,
          details.return_code
        ]),
        goals.map(({ job_id, return_code }) => ["developer", "job", job_id, return_code])
      )
    })
  )

  it.effect("a cancel that fails at the robot carries the robot's code", () =>
    Effect.gen(function* () {
      const { answered } = yield* aRunningJob
      const error = { code: "action_server_lost", message: "It is gone." }
      const { answer } = yield* answered(undefined, { goals: [], error })
      assert.deepStrictEqual(refusal(answer), [502, "action_server_lost"])
    })
  )

  it.effect(
    "a cancel that fails at the robot with a code of the robot's own is an internal_error, with the robot's message",
    () =>
      Effect.gen(function* () {
        const { answered } = yield* aRunningJob
        const { answer } = yield* answered(undefined, {
          goals: [],
          error: { code: "robot_offline", message: "Asleep." }
        })
        assert.deepStrictEqual(refusal(answer), [502, "internal_error"])
        assert.strictEqual(answer.body.message, "Asleep.")
      })
  )

  it.effect("a cancel that reaches nothing is no failure", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const answer = yield* Effect.forkChild(cancel(world, "undock"))
      const { request_id, slug } = yield* world.bridge.next("cancel")
      world.bridge.send({ type: "cancel_result", request_id, slug, goals: [], error: null })
      const { body, status } = yield* Fiber.join(answer)
      assert.deepStrictEqual([status, body], [200, { job: null }])
      assert.isEmpty(yield* auditOf(world, "job.cancelled"))
    })
  )

  it.effect("a cancel that the robot does not answer in five seconds times out", () =>
    Effect.gen(function* () {
      const { bridge, ...world } = yield* aRunningJob
      const answer = yield* Effect.forkChild(cancel(world, "undock"))
      const { request_id, slug } = yield* bridge.next("cancel")
      yield* pass(bridge, 5000)
      assert.deepStrictEqual(refusal(yield* Fiber.join(answer)), [504, "bridge_timeout"])
      bridge.send({ type: "cancel_result", request_id, slug, goals: [], error: null })
      yield* bridge.sync
      assert.strictEqual((yield* jobOf(world, "undock")).state, "running")
    })
  )

  it.effect("a cancel of a job that does not run there finds nothing", () =>
    Effect.gen(function* () {
      const { bridge, job, ...world } = yield* aRunningJob
      assert.deepStrictEqual(refusal(yield* cancel(world, "undock", { job_id: randomUUID() })), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* cancel(world, "dock", { job_id: job.id })), [404, "not_found"])
      bridge.update(job, "succeeded")
      yield* bridge.sync
      assert.deepStrictEqual(refusal(yield* cancel(world, "undock", { job_id: job.id })), [404, "not_found"])
    })
  )

  it.effect(
    "a cancel is refused for a service, for an unknown slug, for a strange body and while the robot is away",
    () =>
      Effect.gen(function* () {
        const world = yield* aRobot
        assert.deepStrictEqual(refusal(yield* cancel(world, "reset")), [422, "not_cancellable"])
        assert.deepStrictEqual(refusal(yield* cancel(world, "gone")), [404, "unknown_slug"])
        assert.deepStrictEqual(refusal(yield* cancel(world, "undock", { more: 1 })), invalid("more", "unknown"))
        assert.deepStrictEqual(refusal(yield* cancel(world, "undock")), [409, "robot_offline"])
        assert.deepStrictEqual(refusal(yield* cancel(world, "undock", { job_id: randomUUID() })), [404, "not_found"])
      })
  )

  it.effect("a cancel of a running job whose robot has left is refused as offline", () =>
    Effect.gen(function* () {
      const { bridge, job, ...world } = yield* aRunningJob
      yield* bridge.leave
      const answer = yield* eventually(cancel(world, "undock", { job_id: job.id }), ({ status }) => status === 409)
      assert.strictEqual(answer.body.code, "robot_offline")
    })
  )

  it.effect(
    "a cancel reaches a goal that somebody at the robot began, which occupied the slug and leaves no history",
    () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobot
        const goal = { id: JobId.make(randomUUID()), slug: "undock" }
        world.bridge.update(goal, "running", { origin: "external", progress: 0.5 })
        yield* world.bridge.sync
        const job = yield* jobOf(world, "undock")
        assert.deepInclude(job, { id: goal.id, origin: "external", state: "running" })
        assert.deepStrictEqual(refusal(yield* start(world, "undock")), [409, "busy", { running: job }])
        const answer = yield* Effect.forkChild(cancel(world, "undock", { job_id: goal.id }))
        const { job_id, request_id, slug } = yield* world.bridge.next("cancel")
        assert.strictEqual(job_id, goal.id)
        const goals = [{ job_id: goal.id, goal_id: "g", return_code: 0 }]
        world.bridge.send({ type: "cancel_result", request_id, slug, goals, error: null })
        assert.strictEqual((yield* Fiber.join(answer)).status, 200)
        world.bridge.update(goal, "cancelled", { origin: "external" })
        yield* world.bridge.sync
        assert.strictEqual((yield* jobOf(world, "undock")).state, "cancelled")
        const { body } = yield* call("GET", `${world.path}/jobs/history`, { as: world.as })
        assert.isEmpty(body.runs)
        assert.strictEqual((yield* start(world, "undock")).status, 202)
      })
  )

  it.effect("a cancel finds no more than five hundred external goals, whatever number a bridge names", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const name = () => world.bridge.update({ id: randomUUID(), slug: "dock" }, "running", { origin: "external" })
      for (let count = 0; count < 520; count++) name()
      yield* world.bridge.sync
      const robotJobs = (yield* LiveJobs).get(world.robot.id)!
      assert.strictEqual(robotJobs.jobs.size, 500)
      robotJobs.jobs.delete([...robotJobs.jobs.keys()][0]!)
      name()
      yield* world.bridge.sync
      assert.strictEqual(robotJobs.jobs.size, 500)
      assert.strictEqual((yield* start(world, "undock")).status, 202)
    })
  )

  it.effect("a cancel has no external goals to reach on slugs that are not published actions", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      for (const slug of ["Not A Slug", "gone", "reset"]) {
        world.bridge.update({ id: randomUUID(), slug }, "running", { origin: "external" })
      }
      yield* world.bridge.sync
      const { body, status } = yield* call("GET", `${world.path}/jobs`, { as: world.as })
      assert.deepStrictEqual([status, body], [200, { jobs: [] }])
    })
  )
})
