import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { connectBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { aConnectedRobot, detail, eventually, jobOf, pass, publish, runsOf, source, start } from "./world.ts"

/** A robot that left while two jobs ran. */
const away = Effect.gen(function* () {
  const { bridge, ...world } = yield* aConnectedRobot
  const dock = (yield* start(world, "dock", { params: { speed: 1 } })).body.job
  const undock = (yield* start(world, "undock")).body.job
  bridge.update(dock, "running")
  bridge.update(undock, "running")
  yield* bridge.sync
  yield* bridge.leave
  yield* eventually(detail(world), ({ bridge_state }) => !bridge_state.online)
  return { ...world, dock, undock }
})

layer(TestApp, { timeout: "60 seconds" })("jobs", (it) => {
  it.effect("jobs outlive five minutes without their robot, and are unknown after that", () =>
    Effect.gen(function* () {
      const world = yield* away
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual((yield* jobOf(world, "dock")).state, "running")
      yield* TestClock.adjust("2 seconds")
      const { error, state } = yield* jobOf(world, "dock")
      assert.deepStrictEqual([state, error.code], ["unknown", "bridge_disconnected"])
    })
  )

  it.effect(
    "jobs that a returning bridge holds run; it is asked about the others, and what it does not know is lost",
    () =>
      Effect.gen(function* () {
        const world = yield* away
        yield* TestClock.adjust("301 seconds")
        const bridge = yield* connectBridge(world.bridgeToken, {
          active_jobs: [
            { job_id: world.dock.id, slug: "dock", state: "running" },
            { job_id: randomUUID(), slug: "dock", state: "running" }
          ]
        })
        const { job_ids, request_id } = yield* bridge.next("job_query")
        assert.deepStrictEqual(job_ids, [world.undock.id])
        assert.deepInclude(yield* jobOf(world, "dock"), { id: world.dock.id, state: "running", error: null })
        bridge.send({ type: "job_status", request_id, jobs: [], unknown_job_ids: job_ids })
        yield* bridge.sync
        const { error, state } = yield* jobOf(world, "undock")
        assert.deepStrictEqual([state, error.code], ["lost", "job_unknown_to_bridge"])
      })
  )

  it.effect("jobs that the bridge does not know stay unknown while another goal runs on their slug", () =>
    Effect.gen(function* () {
      const world = yield* away
      yield* TestClock.adjust("301 seconds")
      const bridge = yield* connectBridge(world.bridgeToken)
      const { job_ids, request_id } = yield* bridge.next("job_query")
      assert.sameMembers([...job_ids], [world.dock.id, world.undock.id])
      const goal = { id: randomUUID(), slug: "undock" }
      bridge.update(goal, "running", { origin: "external" })
      bridge.send({ type: "job_status", request_id, jobs: [], unknown_job_ids: job_ids })
      yield* pass(bridge, 4000)
      bridge.update(goal, "running", { origin: "external" })
      yield* pass(bridge, 1000)
      assert.strictEqual((yield* jobOf(world, "dock")).state, "lost")
      const again = yield* bridge.next("job_query")
      assert.deepStrictEqual(again.job_ids, [world.undock.id])
      bridge.update(goal, "succeeded", { origin: "external" })
      bridge.send({
        type: "job_status",
        request_id: again.request_id,
        jobs: [],
        unknown_job_ids: [world.undock.id]
      })
      yield* bridge.sync
      assert.strictEqual((yield* start(world, "undock")).status, 202)
    })
  )

  it.effect("jobs that a returning bridge does not name run on for five seconds", () =>
    Effect.gen(function* () {
      const world = yield* away
      yield* TestClock.adjust("60 seconds")
      const bridge = yield* connectBridge(world.bridgeToken, {
        active_jobs: [{ job_id: world.dock.id, slug: "dock", state: "running" }]
      })
      assert.deepStrictEqual((yield* bridge.next("job_query")).job_ids, [world.undock.id])
      yield* pass(bridge, 4750)
      const runs = yield* runsOf(world)
      assert.deepStrictEqual([runs.dock.state, runs.undock.state], ["running", "running"])
      yield* pass(bridge, 500)
      const { error, state } = (yield* runsOf(world)).undock
      assert.deepStrictEqual([state, error.code], ["unknown", "bridge_timeout"])
    })
  )

  it.effect("jobs that ended while their robot was away end as it reports", () =>
    Effect.gen(function* () {
      const world = yield* away
      const bridge = yield* connectBridge(world.bridgeToken)
      const { job_ids, request_id } = yield* bridge.next("job_query")
      const end = { feedback: null, progress: null }
      const failure = { code: "goal_timeout", message: "late" }
      bridge.send({
        type: "job_status",
        request_id,
        jobs: [
          { job_id: job_ids[0]!, state: "succeeded", result: 1, error: null, ...end },
          { job_id: job_ids[1]!, state: "failed", result: null, error: failure, ...end }
        ],
        unknown_job_ids: []
      })
      yield* bridge.sync
      assert.deepInclude(yield* jobOf(world, "dock"), { state: "succeeded", result: 1 })
      assert.deepInclude(yield* jobOf(world, "undock"), { state: "failed", error: failure })
    })
  )

  it.effect("jobs that the robot lost carry the reason, and stay lost", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      for (const [sent, kept] of [
        ["action_server_lost", "action_server_lost"],
        ["goal_uncontrollable", "goal_uncontrollable"],
        ["other", "job_lost"],
        [null, "job_lost"]
      ] as const) {
        const { job } = (yield* start(world, "undock")).body
        const error = sent === null ? {} : { error: { code: sent, message: "gone" } }
        world.bridge.send({ type: "job_lost", job_ids: [job.id], ...error })
        world.bridge.update(job, "succeeded")
        yield* world.bridge.sync
        const lost = yield* jobOf(world, "undock")
        assert.deepStrictEqual([lost.id, lost.state, lost.error.code], [job.id, "lost", kept])
      }
    })
  )
})

const withoutUndock = source.replace(/ {2}undock: .*\n/, "")
const retargeted = source.replace("ros_name: /undock", "ros_name: /leave")

layer(TestApp, { timeout: "60 seconds" })("a publish", (it) => {
  it.effect("a publish that takes or retargets a slug cancels its job before the configuration leaves", () =>
    Effect.gen(function* () {
      for (const text of [withoutUndock, retargeted]) {
        const world = yield* aConnectedRobot
        const { bridge, owner, robot } = world
        const { job } = (yield* start(world, "undock")).body
        const other = (yield* start(world, "dock", { params: { speed: 1 } })).body.job
        yield* bridge.next("invoke")
        yield* bridge.next("invoke")
        yield* publish(owner.caller, robot.id, text)
        const { request_id, slug, ...cancel } = yield* bridge.next("cancel")
        assert.deepStrictEqual(cancel, { type: "cancel", job_id: job.id, own_only: true })
        yield* bridge.next("config")
        assert.strictEqual((yield* start(world, "undock")).status, text === retargeted ? 409 : 404)
        bridge.update(other, "running")
        bridge.send({ type: "cancel_result", request_id, slug, goals: [], error: null })
        yield* bridge.sync
        const jobs = yield* runsOf(world)
        assert.deepInclude(jobs.undock, { id: job.id, state: "cancelled" })
        assert.strictEqual(jobs.undock.error.code, "config_changed")
        assert.strictEqual(jobs.dock.state, "running")
      }
    })
  )

  it.effect("a publish sends the cancel before the configuration", () =>
    Effect.gen(function* () {
      const { bridge, owner, robot, ...world } = yield* aConnectedRobot
      yield* start(world, "undock")
      bridge.frames.length = 0
      yield* publish(owner.caller, robot.id, withoutUndock)
      yield* eventually(
        Effect.sync(() => bridge.frames.length),
        (count) => count === 2
      )
      assert.deepStrictEqual(
        bridge.frames.map(({ type }) => type),
        ["cancel", "config"]
      )
    })
  )

  it.effect("a publish ends the job after ten seconds where the robot does not answer the cancel", () =>
    Effect.gen(function* () {
      const { bridge, owner, robot, ...world } = yield* aConnectedRobot
      yield* start(world, "undock")
      yield* publish(owner.caller, robot.id, withoutUndock)
      yield* bridge.next("cancel")
      yield* pass(bridge, 9750)
      assert.strictEqual((yield* runsOf(world)).undock.state, "running")
      yield* pass(bridge, 250)
      const { error, state } = (yield* runsOf(world)).undock
      assert.deepStrictEqual([state, error.code], ["cancelled", "config_changed"])
    })
  )

  it.effect("a publish while the robot is away is made up for when it returns", () =>
    Effect.gen(function* () {
      const world = yield* away
      yield* publish(world.owner.caller, world.robot.id, withoutUndock)
      const bridge = yield* connectBridge(world.bridgeToken, {
        active_jobs: [
          { job_id: world.dock.id, slug: "dock", state: "running" },
          { job_id: world.undock.id, slug: "undock", state: "running" }
        ]
      })
      const { job_id, own_only, request_id, slug } = yield* bridge.next("cancel")
      assert.deepStrictEqual([slug, job_id, own_only], ["undock", world.undock.id, true])
      const goals = [{ job_id: world.undock.id, goal_id: "g", return_code: 0 }]
      bridge.send({ type: "cancel_result", request_id, slug, goals, error: null })
      yield* bridge.sync
      const jobs = yield* runsOf(world)
      assert.deepStrictEqual([jobs.undock.state, jobs.undock.error.code], ["cancelled", "config_changed"])
      assert.strictEqual(jobs.dock.state, "running")
    })
  )
})
