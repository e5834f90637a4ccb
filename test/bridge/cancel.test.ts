import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { externalJobId } from "@fleet/bridge/engine/jobs/ExternalJobId"
import { NotAdvertised, Timeout } from "@fleet/bridge/ros/GatewayErrors"
import { invokeDock, started } from "./support/bridge.ts"
import { newJobId } from "./support/jobIds.ts"
import { type FakeCloud, passUntil, robotId, settle } from "./support/FakeCloud.ts"
import type { FakeRobot } from "./support/FakeRobot.ts"

const cancel = Effect.fnUntraced(function* (
  cloud: FakeCloud,
  target: { readonly job_id: ReturnType<typeof newJobId> | null; readonly own_only?: boolean; readonly slug?: string }
) {
  const request_id = randomUUID()
  cloud.send({ type: "cancel", request_id, slug: "dock", ...target })
  return yield* cloud.sees("cancel_result", (frame) => frame.request_id === request_id)
})

const withForeignGoal = Effect.fnUntraced(function* (cloud: FakeCloud, robot: FakeRobot) {
  const goalId = randomUUID()
  robot.list([{ goalId, status: 2 }])
  yield* TestClock.adjust("1 second")
  const jobId = externalJobId(robotId, "dock", goalId)
  yield* cloud.sees("job_update", ({ job_id }) => job_id === jobId)
  return { jobId, goalId }
})

describe("a cancel", () => {
  it.effect.each([
    ["accepted when the goal is among those being cancelled", 0, true, 0],
    ["rejected when the server says so", 1, false, 1],
    ["rejected when the server says none and lists none", 0, false, 1],
    ["unknown when the server does not know the goal", 2, false, 2]
  ] as const)("a cancel is %s", ([, returnCode, isListed, expected]) =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { jobId, goalId } = yield* invokeDock(cloud, robot)
      robot.answerCancel = () => Effect.succeed({ returnCode, goalsCanceling: isListed ? [goalId] : [] })
      const answer = yield* cancel(cloud, { job_id: jobId })
      assert.deepStrictEqual(answer.goals, [{ job_id: jobId, goal_id: goalId, return_code: expected }])
      assert.isNull(answer.error)
    })
  )

  it.effect("a cancel has no code when the server is silent", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { jobId } = yield* invokeDock(cloud, robot)
      robot.answerCancel = () => Effect.fail(new Timeout({ message: "silence" }))
      assert.isNull((yield* cancel(cloud, { job_id: jobId })).goals[0]?.return_code)
    })
  )

  it.effect("a cancel of a goal that the robot has not taken yet waits until it has", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const taken = Deferred.makeUnsafe<void>()
      robot.answerGoal = Effect.as(Deferred.await(taken), { accepted: true })
      const { goalId, jobId } = yield* invokeDock(cloud, robot)
      const answer = yield* Effect.forkChild(cancel(cloud, { job_id: jobId }))
      yield* settle
      assert.isEmpty(robot.canceled)
      yield* Deferred.succeed(taken, undefined)
      assert.deepStrictEqual((yield* Fiber.join(answer)).goals, [{ job_id: jobId, goal_id: goalId, return_code: 0 }])
      assert.deepStrictEqual(robot.canceled, [goalId])
    })
  )

  it.effect("a cancel of a goal that the robot refuses meanwhile finds it ended", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const refused = Deferred.makeUnsafe<void>()
      robot.answerGoal = Effect.as(Deferred.await(refused), { accepted: false })
      const { goalId, jobId } = yield* invokeDock(cloud, robot)
      const answer = yield* Effect.forkChild(cancel(cloud, { job_id: jobId }))
      yield* settle
      yield* Deferred.succeed(refused, undefined)
      assert.deepStrictEqual((yield* Fiber.join(answer)).goals, [{ job_id: jobId, goal_id: goalId, return_code: 3 }])
      assert.isEmpty(robot.canceled)
    })
  )

  it.effect("a cancel of a goal that the robot does not take in time has no code", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.answerGoal = Effect.never
      const { goalId, jobId } = yield* invokeDock(cloud, robot)
      const answer = yield* Effect.forkChild(cancel(cloud, { job_id: jobId }))
      yield* passUntil("an answer", () => cloud.frames.some(({ type }) => type === "cancel_result"))
      assert.deepStrictEqual((yield* Fiber.join(answer)).goals, [{ job_id: jobId, goal_id: goalId, return_code: null }])
    })
  )

  it.effect("a cancel of a goal that has just ended tells the end first", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { jobId, goalId } = yield* invokeDock(cloud, robot)
      robot.answerCancel = () =>
        Effect.sync(() => {
          robot.finish(goalId, 4)
          return { returnCode: 3, goalsCanceling: [] }
        })
      const answer = yield* cancel(cloud, { job_id: jobId })
      assert.strictEqual(answer.goals[0]?.return_code, 3)
      const end = cloud.frames.findIndex((frame) => frame.type === "job_update" && frame.state === "succeeded")
      assert.isBelow(end, cloud.frames.indexOf(answer))
      assert.isAtLeast(end, 0)
      const again = yield* cancel(cloud, { job_id: jobId })
      assert.strictEqual(again.goals[0]?.return_code, 3)
      assert.lengthOf(robot.canceled, 1)
    })
  )

  it.effect("a cancel without a job reaches own and foreign goals, with own_only the own alone", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const mine = yield* invokeDock(cloud, robot)
      const foreign = yield* withForeignGoal(cloud, robot)
      const ownOnly = yield* cancel(cloud, { job_id: null, own_only: true })
      assert.deepStrictEqual(
        ownOnly.goals.map(({ job_id }) => job_id),
        [mine.jobId]
      )
      const all = yield* cancel(cloud, { job_id: null })
      assert.sameMembers(
        all.goals.map(({ job_id }) => job_id),
        [mine.jobId, foreign.jobId]
      )
    })
  )

  it.effect("a cancel of an id nobody holds reaches foreign goals only", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      yield* invokeDock(cloud, robot)
      const foreign = yield* withForeignGoal(cloud, robot)
      const answer = yield* cancel(cloud, { job_id: newJobId() })
      assert.deepStrictEqual(
        answer.goals.map(({ job_id }) => job_id),
        [foreign.jobId]
      )
      assert.deepStrictEqual(robot.canceled, [foreign.goalId])
    })
  )

  it.effect("a cancel reaches nothing where nothing runs, and names a slug it does not know", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      assert.deepInclude(yield* cancel(cloud, { job_id: null }), { goals: [], error: null })
      assert.strictEqual((yield* cancel(cloud, { job_id: null, slug: "fly" })).error?.code, "unknown_slug")
    })
  )

  it.effect("a cancel says when the action's server is gone", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { jobId } = yield* invokeDock(cloud, robot)
      robot.answerCancel = () => Effect.fail(new NotAdvertised({ name: "/dock", message: "gone" }))
      assert.strictEqual((yield* cancel(cloud, { job_id: jobId })).error?.code, "action_server_lost")
    })
  )
})

describe("a goal somebody started at the robot", () => {
  it.effect(
    "a goal somebody started at the robot is reported each second as external, with a stable id, and never in active_jobs",
    () =>
      Effect.gen(function* () {
        const { cloud, robot } = yield* started
        const { jobId, goalId } = yield* withForeignGoal(cloud, robot)
        assert.match(jobId, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        const update = yield* cloud.sees("job_update")
        assert.deepInclude(update, { origin: "external", goal_id: goalId, state: "running", slug: "dock" })
        cloud.close(1012)
        yield* passUntil("a second hello", () => cloud.all("hello").length === 2)
        assert.deepStrictEqual(cloud.all("hello")[1]?.active_jobs, [])
      })
  )

  it.effect("a goal somebody started at the robot ends with its result when the robot lists it as over", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { jobId, goalId } = yield* withForeignGoal(cloud, robot)
      robot.finish(goalId, 4, { docked: true })
      robot.list([{ goalId, status: 4 }])
      yield* TestClock.adjust("1 second")
      const end = yield* cloud.sees("job_update", ({ state }) => state === "succeeded")
      assert.deepInclude(end, { job_id: jobId, origin: "external", result: { docked: true } })
      yield* TestClock.adjust("3 seconds")
      yield* settle
      assert.lengthOf(
        cloud.all("job_update").filter(({ state }) => state === "succeeded"),
        1
      )
    })
  )

  it.effect("a goal somebody started at the robot is lost when the robot no longer lists it", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const { jobId } = yield* withForeignGoal(cloud, robot)
      robot.list([])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual((yield* cloud.sees("job_lost")).job_ids, [jobId])
    })
  )

  it.effect("a goal somebody started at the robot is not reported when it was over before it was seen", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.list([{ goalId: randomUUID(), status: 4 }])
      yield* TestClock.adjust("2 seconds")
      yield* settle
      assert.lengthOf(cloud.all("job_update"), 0)
    })
  )
})
