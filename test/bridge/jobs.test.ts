import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import {
  GatewayOffline,
  InvalidMessage,
  NotAdvertised,
  ServiceFailed,
  Timeout,
  TypeMismatch
} from "@fleet/bridge/ros/GatewayErrors"
import { invokeDock, started } from "./support/bridge.ts"
import { newJobId } from "./support/jobIds.ts"
import { eventually, settle } from "./support/FakeCloud.ts"

const gone = new NotAdvertised({ name: "/dock", message: "nobody offers /dock" })
const silent = new Timeout({ message: "no answer" })
const misfit = new InvalidMessage({ field: "speed", message: "speed must be a number" })
const otherType = new TypeMismatch({ name: "/dock", expected: "a", actual: "b", message: "another type" })
const broken = new ServiceFailed({ message: "it broke" })

describe("an action's job", () => {
  it.effect(
    "an action's job runs, reports feedback once a second with the newest only, and ends at once with its result",
    () =>
      Effect.gen(function* () {
        const { cloud, robot } = yield* started
        const { jobId, goalId } = yield* invokeDock(cloud, robot)
        assert.deepStrictEqual(robot.goals[0]?.goal, { speed: 0.5 })
        const first = yield* cloud.sees("job_update", ({ job_id }) => job_id === jobId)
        assert.deepInclude(first, {
          slug: "dock",
          state: "running",
          origin: "platform",
          goal_id: goalId,
          progress: null
        })
        robot.list([{ goalId, status: 2 }])
        robot.feedback(goalId, { progress: 0.25 })
        robot.feedback(goalId, { progress: 0.5 })
        yield* TestClock.adjust("1 second")
        yield* cloud.sees("job_update", ({ progress }) => progress === 0.5)
        assert.isFalse(cloud.all("job_update").some(({ progress }) => progress === 0.25))
        robot.finish(goalId, 4, { docked: true })
        const end = yield* cloud.sees("job_update", ({ state }) => state === "succeeded")
        assert.deepInclude(end, {
          job_id: jobId,
          result: { docked: true },
          error: null,
          feedback: null,
          progress: null
        })
      })
  )

  it.effect("an action's job is cancelled when the goal was, and failed when the robot gave it up", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const one = yield* invokeDock(cloud, robot)
      robot.finish(one.goalId, 5)
      yield* cloud.sees("job_update", ({ job_id, state }) => job_id === one.jobId && state === "cancelled")
      const two = yield* invokeDock(cloud, robot)
      robot.finish(two.goalId, 6, { why: "blocked" })
      const end = yield* cloud.sees("job_update", ({ state }) => state === "failed")
      assert.strictEqual(end.job_id, two.jobId)
      assert.strictEqual(end.error?.code, "action_failed")
      assert.deepStrictEqual(end.error?.details, { result: { why: "blocked" } })
    })
  )

  it.effect.each([
    ["goal_rejected", Effect.succeed({ accepted: false })],
    ["goal_timeout", Effect.fail(silent)],
    ["goal_send_failed", Effect.fail(gone)],
    ["goal_send_failed", Effect.fail(misfit)],
    ["goal_send_failed", Effect.fail(otherType)],
    ["internal_error", Effect.die("a fault of the bridge")]
  ] as const)("an action's job fails as %s where the goal does not start", ([code, answer]) =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.answerGoal = answer
      const { jobId, goalId } = yield* invokeDock(cloud, robot)
      const end = yield* cloud.sees("job_update")
      assert.deepInclude(end, { job_id: jobId, state: "failed" })
      assert.strictEqual(end.error?.code, code)
      // A goal that may still arrive must not run for nobody.
      if (code === "goal_timeout") yield* eventually("a cancel", () => robot.canceled.includes(goalId))
    })
  )

  it.effect("an action's job fails as result_failed where the goal ran and its result cannot be had", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { goalId } = yield* invokeDock(cloud, robot)
      Deferred.doneUnsafe(robot.result(goalId), Effect.fail(broken))
      const end = yield* cloud.sees("job_update", ({ state }) => state === "failed")
      assert.strictEqual(end.error?.code, "result_failed")
    })
  )

  it.effect("an action's job whose result does not fit into a frame says the size of it and the limit", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const words = "Its result has 1048586 bytes, and a report takes 1032192."
      for (const [status, state, code, message] of [
        [4, "failed", "result_failed", `It succeeded. ${words}`],
        [5, "cancelled", "result_failed", words],
        [6, "failed", "action_failed", `The robot gave the goal up. ${words}`]
      ] as const) {
        const { goalId, jobId } = yield* invokeDock(cloud, robot)
        robot.finish(goalId, status, { map: "x".repeat(1 << 20) })
        const end = yield* cloud.sees("job_update", (update) => update.job_id === jobId && update.state === state)
        assert.deepStrictEqual([end.result, end.error], [null, { code, message }])
      }
    })
  )

  it.effect("an action's job is lost as goal_uncontrollable where the action has become another type", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { jobId, goalId } = yield* invokeDock(cloud, robot)
      Deferred.doneUnsafe(robot.result(goalId), Effect.fail(otherType))
      const lost = yield* cloud.sees("job_lost")
      assert.deepStrictEqual(lost.job_ids, [jobId])
      assert.strictEqual(lost.error?.code, "goal_uncontrollable")
    })
  )

  it.effect("an action's job is lost when the action's server has been away for 3 seconds, and not before", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { jobId } = yield* invokeDock(cloud, robot)
      yield* cloud.sees("job_update")
      yield* SubscriptionRef.set(robot.present, false)
      yield* settle
      yield* TestClock.adjust("2900 millis")
      yield* settle
      assert.lengthOf(cloud.all("job_lost"), 0)
      yield* TestClock.adjust("100 millis")
      const lost = yield* cloud.sees("job_lost")
      assert.deepStrictEqual(lost.job_ids, [jobId])
      assert.strictEqual(lost.error?.code, "action_server_lost")
    })
  )

  it.effect("an action's job survives a connection to the robot that breaks and comes back", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { goalId } = yield* invokeDock(cloud, robot)
      yield* cloud.sees("job_update")
      yield* settle
      robot.disconnect()
      yield* settle
      yield* TestClock.adjust("10 seconds")
      robot.reconnect()
      yield* settle
      yield* TestClock.adjust("1 second")
      robot.finish(goalId, 4, {})
      yield* cloud.sees("job_update", ({ state }) => state === "succeeded")
      assert.lengthOf(cloud.all("job_lost"), 0)
    })
  )

  it.effect("an action's job becomes unknown to the bridge when the robot does not know the goal", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { jobId, goalId } = yield* invokeDock(cloud, robot)
      robot.finish(goalId, 0)
      yield* settle
      cloud.send({ type: "job_query", request_id: "q", job_ids: [jobId] })
      assert.deepStrictEqual((yield* cloud.sees("job_status")).unknown_job_ids, [jobId])
    })
  )

  it.effect("an action's job is not run twice, and two of one slug run beside each other", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const one = yield* invokeDock(cloud, robot)
      cloud.send({ type: "invoke", job_id: one.jobId, slug: "dock", params: { speed: 1 }, patience_ms: 1000 })
      const two = yield* invokeDock(cloud, robot)
      assert.lengthOf(robot.goals, 2)
      robot.finish(two.goalId, 4)
      robot.finish(one.goalId, 6)
      yield* cloud.sees("job_update", ({ job_id, state }) => job_id === two.jobId && state === "succeeded")
      yield* cloud.sees("job_update", ({ job_id, state }) => job_id === one.jobId && state === "failed")
    })
  )
})

describe("a service's job", () => {
  const invokeReset = (cloud: { send: (message: never) => void }) => {
    const jobId = newJobId()
    cloud.send({ type: "invoke", job_id: jobId, slug: "reset", params: {}, patience_ms: 5000 } as never)
    return jobId
  }

  it.effect("a service's job is running without a goal until it answers", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const answer = yield* Deferred.make<unknown>()
      robot.answerCall = Deferred.await(answer)
      const jobId = invokeReset(cloud)
      const running = yield* cloud.sees("job_update", ({ state }) => state === "running")
      assert.deepInclude(running, { job_id: jobId, goal_id: null })
      yield* TestClock.adjust("1 second")
      yield* eventually("a second report", () => cloud.all("job_update").length === 2)
      yield* Deferred.succeed(answer, { success: true })
      const end = yield* cloud.sees("job_update", ({ state }) => state === "succeeded")
      assert.deepStrictEqual(end.result, { success: true })
    })
  )

  it.effect.each([
    ["service_timeout", silent],
    ["goal_send_failed", new NotAdvertised({ name: "/reset", message: "nobody offers /reset" })],
    ["goal_send_failed", misfit],
    ["result_failed", broken],
    ["result_failed", new GatewayOffline({ message: "lost in the middle" })]
  ] as const)("a service's job fails as %s", ([code, error]) =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.answerCall = Effect.fail(error)
      invokeReset(cloud)
      const end = yield* cloud.sees("job_update", ({ state }) => state === "failed")
      assert.strictEqual(end.error?.code, code)
    })
  )
})

describe("an invoke", () => {
  it.effect("an invoke of a slug that is not in the running configuration fails", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      cloud.send({ type: "invoke", job_id: newJobId(), slug: "fly", params: {}, patience_ms: 1000 })
      assert.strictEqual((yield* cloud.sees("job_update")).error?.code, "unknown_slug")
    })
  )

  it.effect("an invoke beyond 500 unfinished jobs fails, and says how many there are", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.answerCall = Effect.never
      for (let index = 0; index < 501; index++) {
        cloud.send({ type: "invoke", job_id: newJobId(), slug: "reset", params: {}, patience_ms: 120_000 })
      }
      const end = yield* cloud.sees("job_update", ({ state }) => state === "failed")
      assert.strictEqual(end.error?.code, "job_queue_full")
      assert.deepStrictEqual(end.error?.details, { limit: 500, queued: 500 })
    })
  )
})
