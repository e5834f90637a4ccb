import { ServiceFailed } from "@fleet/bridge/ros/GatewayErrors"
import { Outbox, OutboxQueue } from "@fleet/bridge/cloud/Outbox"
import { ActionName, ActionWatches } from "@fleet/bridge/engine/jobs/ActionWatches"
import { externalJobId } from "@fleet/bridge/engine/jobs/ExternalJobId"
import { JobFiles } from "@fleet/bridge/engine/jobs/JobFiles"
import { Jobs } from "@fleet/bridge/engine/jobs/Jobs"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { configure, doc, started } from "./support/bridge.ts"
import { newJobId } from "./support/jobIds.ts"
import { eventually, robotId, settle } from "./support/FakeCloud.ts"
import { FakeRobot } from "./support/FakeRobot.ts"

const noFiles = Layer.succeed(JobFiles, JobFiles.of({ load: Effect.succeed([]), save: () => Effect.void }))

const withJobs = <A, E>(use: Effect.Effect<A, E, Jobs>) =>
  Effect.provide(use, Jobs.layer.pipe(Layer.provide([Outbox.layer, noFiles])))

/** Jobs that ended, each with the goal it had. */
const ended = Effect.fnUntraced(function* (count: number, result: string) {
  const jobs = yield* Jobs
  const all: Array<{ readonly jobId: ReturnType<typeof newJobId>; readonly goalId: string }> = []
  for (let index = 0; index < count; index++) {
    const jobId = newJobId()
    const goalId = randomUUID()
    const goal = { action: "/dock", type: "demo/action/Dock", goal_id: goalId }
    const job = yield* jobs.add({ job_id: jobId, slug: "dock", goal })
    yield* TestClock.adjust(1)
    yield* jobs.end(job, { state: "succeeded", result, error: null })
    all.push({ jobId, goalId })
  }
  return all
})

describe("of jobs that ended", () => {
  it.effect("of jobs that ended 500 are remembered, the newest, and none of their goals but those", () =>
    withJobs(
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const all = yield* ended(502, "")
        assert.deepStrictEqual(
          all.map(({ jobId }) => jobs.get(jobId) !== undefined),
          all.map((_, index) => index >= 2)
        )
        assert.isFalse(jobs.ownsGoal(all[1]!.goalId))
        assert.isTrue(jobs.ownsGoal(all[2]!.goalId))
      })
    )
  )

  it.effect("no more than 4 Mi characters are remembered, but always the newest", () =>
    withJobs(
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const around = JSON.stringify({ state: "succeeded", result: "", error: null }).length
        const all = yield* ended(5, "x".repeat((1 << 20) - around))
        assert.deepStrictEqual(
          all.map(({ jobId }) => jobs.get(jobId) !== undefined),
          [false, true, true, true, true]
        )
        const [huge] = yield* ended(1, "x".repeat(5 << 20))
        assert.isDefined(jobs.get(huge!.jobId))
        assert.isUndefined(jobs.get(all[4]!.jobId))
      })
    )
  )

  it.effect("of jobs that ended none is remembered after a day, though nothing else ends", () =>
    withJobs(
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const [first, ...others] = yield* ended(100, "")
        yield* TestClock.adjust(24 * 3600 * 1000 - 99)
        jobs.report()
        assert.isDefined(jobs.get(first!.jobId))
        yield* TestClock.adjust(1)
        jobs.report()
        assert.isUndefined(jobs.get(first!.jobId))
        assert.isDefined(jobs.get(others[0]!.jobId))
        yield* TestClock.adjust(99)
        jobs.report()
        for (const { jobId, goalId } of [first!, ...others]) {
          assert.isUndefined(jobs.get(jobId))
          assert.isFalse(jobs.ownsGoal(goalId))
        }
      })
    )
  )
})

describe("of a datapoint that is no longer configured", () => {
  const sample = (slug: string, at: number) => ({ slug, json: "0", timestampMs: at })
  const transport = (isBlocked: boolean) => ({ send: () => undefined, bufferedAmount: () => (isBlocked ? 1 << 20 : 0) })

  it.each(["kept", "replayed and not written", "sent and not written", "waiting"])(
    "of a datapoint that is no longer configured nothing is left that was %s",
    (where) => {
      const outbox = new OutboxQueue(
        () => 0,
        () => undefined
      )
      const isLive = where === "waiting" || where === "sent and not written"
      if (isLive) outbox.attach(transport(where === "waiting"))
      for (let index = 0; index < 100; index++) for (const slug of ["gone", "stays"]) outbox.sample(sample(slug, index))
      if (where === "replayed and not written") {
        outbox.attach(transport(false))
        outbox.replay(200)
      }
      outbox.forget("gone")
      outbox.detach()
      assert.strictEqual(outbox.backlog.size, where === "waiting" ? 1 : 100)
      for (let next = outbox.backlog.take(); next !== undefined; next = outbox.backlog.take()) {
        assert.strictEqual(next.slug, "stays")
      }
    }
  )

  it.effect("of a datapoint that is no longer configured nothing is replayed", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      cloud.close(1012)
      yield* settle
      for (const at of [1, 2]) robot.emit("/pose", { at }, at)
      const { pose: _, ...others } = doc.datapoints
      yield* eventually("the socket closed", () => cloud.sockets[0]?.readyState === 3)
      yield* TestClock.adjust("2 seconds")
      yield* eventually("a second hello", () => cloud.all("hello").length === 2)
      yield* configure(cloud, 2, { ...doc, datapoints: others })
      const before = cloud.all("datapoint").length
      yield* TestClock.adjust("1 second")
      yield* settle
      assert.lengthOf(cloud.all("datapoint"), before)
    })
  )
})

describe("of an action", () => {
  const name = new ActionName({ action: "/dock", type: "demo/action/Dock" })
  const goals = Array.from({ length: 501 }, () => randomUUID())

  const watched = Effect.gen(function* () {
    const robot = new FakeRobot()
    const built = yield* Layer.build(ActionWatches.layer.pipe(Layer.provide(robot.layer)))
    const watch = yield* Context.get(built, ActionWatches).get(name)
    const known = () => goals.filter((goalId) => watch.feedback(goalId) !== undefined)
    yield* settle
    return { robot, watch, known }
  })

  it.effect("the feedback of the newest 500 goals is kept, and none of those that are not listed", () =>
    Effect.gen(function* () {
      const { robot, known } = yield* watched
      for (const goalId of goals.slice(0, 500)) robot.feedback(goalId, 1)
      assert.lengthOf(known(), 500)
      robot.feedback(goals[0]!, 2)
      robot.feedback(goals[500]!, 1)
      assert.deepStrictEqual(known(), [goals[0]!, ...goals.slice(2)])
      robot.list([
        { goalId: goals[2]!, status: 3 },
        { goalId: goals[3]!, status: 4 }
      ])
      assert.deepStrictEqual(known(), [goals[2]])
    })
  )

  it.effect("no goal and no feedback is left once its server is lost", () =>
    Effect.gen(function* () {
      const { robot, watch, known } = yield* watched
      robot.list(goals.map((goalId) => ({ goalId, status: 2 })))
      for (const goalId of goals) robot.feedback(goalId, 1)
      yield* SubscriptionRef.set(robot.present, false)
      yield* settle
      assert.isUndefined(watch.goals())
      yield* TestClock.adjust("3 seconds")
      yield* settle
      assert.isEmpty(watch.goals())
      assert.isEmpty(known())
    })
  )

  it.effect("no foreign goal is known once it is no longer configured", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.list(goals.map((goalId) => ({ goalId, status: 2 })))
      yield* TestClock.adjust("1 second")
      yield* eventually(
        "all of them",
        () => new Set(cloud.all("job_update").map(({ goal_id }) => goal_id)).size === 501
      )
      yield* configure(cloud, 2, { platform: 1 })
      const job_ids = goals.map((goalId) => externalJobId(robotId, "dock", goalId))
      cloud.send({ type: "job_query", request_id: "q", job_ids })
      const status = yield* cloud.sees("job_status")
      assert.isEmpty(status.jobs)
      assert.lengthOf(status.unknown_job_ids, 501)
    })
  )
})

describe("the robot's own words", () => {
  it.effect("the robot's own words are cut in an error, so that the end of a job is always told", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.answerCall = Effect.fail(new ServiceFailed({ message: `\ud800${"x".repeat(3 << 20)}` }))
      cloud.send({ type: "invoke", job_id: newJobId(), slug: "reset", params: {}, patience_ms: 5000 })
      const { error } = yield* cloud.sees("job_update", ({ state }) => state === "failed")
      assert.strictEqual(error?.code, "result_failed")
      assert.strictEqual(error?.message, `\ufffd${"x".repeat(3999)}`)
    })
  )
})
