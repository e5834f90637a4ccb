import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestApp } from "../../support/TestApp.ts"
import { call, refusal } from "../../support/wire.ts"
import { aConnectedRobot, auditOf, jobOf, pass, start } from "./world.ts"

/** A called service whose invoke the bridge has. */
const calling = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  const answer = yield* Effect.forkChild(start(world, "reset", { patience_ms: 1000 }))
  const { job_id, slug } = yield* world.bridge.next("invoke")
  return { ...world, answer: Fiber.join(answer), job: { id: job_id, slug } }
})

layer(TestApp, { timeout: "60 seconds" })("a service", (it) => {
  it.effect("a service is answered with its result", () =>
    Effect.gen(function* () {
      const world = yield* calling
      world.bridge.update(world.job, "succeeded", { goal_id: null, result: { success: true } })
      const { body, status } = yield* world.answer
      assert.deepStrictEqual([status, body], [200, { result: { success: true } }])
      const [event] = yield* auditOf(world, "service.called")
      assert.deepInclude(event, { target_kind: "service", target_id: "reset" })
      assert.strictEqual(event.details.robot_id, world.robot.id)
    })
  )

  it.effect("a service whose answer the database refuses is answered, and delays no other job's end", () =>
    Effect.gen(function* () {
      const odd = yield* calling
      const other = yield* calling
      odd.bridge.update(odd.job, "succeeded", { goal_id: null, result: { text: "nul \u0000, half \ud800" } })
      other.bridge.update(other.job, "succeeded", { goal_id: null, result: "fine" })
      assert.strictEqual((yield* odd.answer).status, 200)
      assert.deepStrictEqual((yield* other.answer).body, { result: "fine" })
      const [run] = (yield* call("GET", `${odd.path}/jobs/history`, { as: odd.as })).body.runs
      assert.deepInclude(run, { state: "succeeded", result: { text: "nul \ufffd, half \ufffd" } })

      // A result that nests beyond reason is left out, and the job has failed by that.
      const deep = yield* calling
      deep.bridge.update(deep.job, "succeeded", {
        goal_id: null,
        result: JSON.parse("[".repeat(200) + "]".repeat(200))
      })
      assert.deepStrictEqual(refusal(yield* deep.answer).slice(0, 2), [502, "result_failed"])
      assert.strictEqual((yield* jobOf(deep, "reset")).state, "failed")
      const nested = yield* calling
      const result = JSON.parse("[".repeat(50) + "]".repeat(50))
      nested.bridge.update(nested.job, "succeeded", { goal_id: null, result })
      assert.strictEqual((yield* nested.answer).status, 200)
    })
  )

  it.effect("a service that failed is answered with the job's own error", () =>
    Effect.gen(function* () {
      const world = yield* calling
      const error = { code: "service_timeout", message: "Nobody answered.", details: { ms: 1000 } }
      world.bridge.update(world.job, "failed", { goal_id: null, error })
      assert.deepStrictEqual(refusal(yield* world.answer), [502, "service_timeout", { ms: 1000 }])
    })
  )

  it.effect(
    "a service that failed with a code of the robot's own is answered action_failed, with the robot's message",
    () =>
      Effect.gen(function* () {
        const world = yield* calling
        const error = { code: "org_locked", message: "The gripper is stuck.", details: { joint: 3 } }
        world.bridge.update(world.job, "failed", { goal_id: null, error })
        const answer = yield* world.answer
        assert.deepStrictEqual(refusal(answer), [502, "action_failed", { joint: 3 }])
        assert.strictEqual(answer.body.message, "The gripper is stuck.")
        assert.deepStrictEqual((yield* jobOf(world, "reset")).error, { ...error, code: "action_failed" })
      })
  )

  it.effect("a service that is found to have failed by a question is answered so as well", () =>
    Effect.gen(function* () {
      const world = yield* calling
      const failed = { job_id: world.job.id, state: "failed" as const, feedback: null, progress: null, result: null }
      const error = { code: "toString", message: "Odd." }
      world.bridge.send({ type: "job_status", request_id: "q", jobs: [{ ...failed, error }], unknown_job_ids: [] })
      assert.deepStrictEqual(refusal(yield* world.answer), [502, "action_failed"])
    })
  )

  it.effect("a service that was lost is answered so", () =>
    Effect.gen(function* () {
      const world = yield* calling
      world.bridge.send({ type: "job_lost", job_ids: [world.job.id] })
      assert.deepStrictEqual(refusal(yield* world.answer), [502, "job_lost"])
    })
  )

  it.effect("a service is waited for five seconds past the caller's patience, and then resolved by a question", () =>
    Effect.gen(function* () {
      const world = yield* calling
      const { bridge, job } = world
      yield* pass(bridge, 1250)
      const unknown = yield* jobOf(world, "reset")
      assert.deepStrictEqual([unknown.state, unknown.error.code], ["unknown", "bridge_timeout"])
      yield* pass(bridge, 5000)
      assert.deepStrictEqual(refusal(yield* world.answer), [504, "bridge_timeout"])
      assert.strictEqual((yield* jobOf(world, "reset")).state, "unknown")
      const { request_id } = yield* bridge.next("job_query")
      const ended = { job_id: job.id, state: "succeeded" as const, feedback: null, progress: null, error: null }
      bridge.send({ type: "job_status", request_id, jobs: [{ ...ended, result: "late" }], unknown_job_ids: [] })
      yield* bridge.sync
      assert.deepInclude(yield* jobOf(world, "reset"), { state: "succeeded", result: "late", error: null })
    })
  )
})
