import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aLiveStage } from "./world.ts"

layer(TestApp, { timeout: "60 seconds" })("following a job", (it) => {
  it.effect("following a job sends the current job on subscribe, then each change with feedback and progress", () =>
    Effect.gen(function* () {
      const { bridge, developer, path, robot, user } = yield* aLiveStage
      const early = yield* connectRealtime(developer.token)
      early.send({ type: "subscribe", robot_id: robot.id, slug: "dock", kind: "action" })
      assert.deepStrictEqual(yield* early.settled, [])
      const started = yield* call("POST", `${path}/jobs/dock`, { as: user.token, body: { params: { speed: 1 } } })
      const running = yield* early.next("job")
      assert.deepStrictEqual(running, {
        type: "job",
        robot_id: robot.id,
        slug: "dock",
        job: started.body.job,
        feedback: null,
        progress: null,
        timestamp_ms: running.timestamp_ms
      })
      const invoke = yield* bridge.next("invoke")
      bridge.update({ id: invoke.job_id, slug: "dock" }, "running", { feedback: { left: 3 }, progress: 0.25 })
      const moved = yield* early.next("job")
      assert.deepStrictEqual([moved.feedback, moved.progress, moved.job.state], [{ left: 3 }, 0.25, "running"])
      const late = yield* connectRealtime(user.token)
      late.send({ type: "subscribe", robot_id: robot.id, slug: "dock" })
      assert.deepStrictEqual(yield* late.settled, [moved])
      bridge.update({ id: invoke.job_id, slug: "dock" }, "succeeded", { result: { docked: true } })
      for (const client of [early, late]) {
        const { job } = yield* client.next("job")
        assert.deepStrictEqual([job.id, job.state, job.result], [invoke.job_id, "succeeded", { docked: true }])
      }
    })
  )

  it.effect("following a job sends a job that has ended to later subscribers, as REST does", () =>
    Effect.gen(function* () {
      const { bridge, developer, path, robot } = yield* aLiveStage
      yield* call("POST", `${path}/jobs/dock`, { as: developer.token, body: {} })
      yield* call("POST", `${path}/jobs/dock`, { as: developer.token, body: { params: { speed: 1 } } })
      const { job_id } = yield* bridge.next("invoke")
      const watcher = yield* connectRealtime(developer.token)
      watcher.send({ type: "subscribe", robot_id: robot.id, slug: "dock" })
      bridge.update({ id: job_id, slug: "dock" }, "failed", { error: { code: "action_failed", message: "Stuck." } })
      yield* watcher.next("job", ({ job }) => job.state === "failed")
      const client = yield* connectRealtime(developer.token)
      client.send({ type: "subscribe", robot_id: robot.id, slug: "dock" })
      const told = yield* client.next("job")
      const { body } = yield* call("GET", `${path}/jobs/dock`, { as: developer.token })
      assert.deepStrictEqual(told.job, body.job)
      assert.deepStrictEqual([told.job.state, told.feedback, told.progress], ["failed", null, null])
    })
  )

  it.effect("following a job follows a service, and not the other commands of the robot", () =>
    Effect.gen(function* () {
      const { bridge, developer, robot } = yield* aLiveStage
      const client = yield* connectRealtime(developer.token)
      client.send({ type: "subscribe", robot_id: robot.id, slug: "reset", kind: "service" })
      client.send({ type: "invoke", request_id: "a", robot_id: robot.id, slug: "undock" })
      client.send({ type: "invoke", request_id: "b", robot_id: robot.id, slug: "reset" })
      yield* bridge.next("invoke")
      const { job_id } = yield* bridge.next("invoke")
      bridge.update({ id: job_id, slug: "reset" }, "succeeded", { result: { success: true } })
      yield* client.next("command_result", ({ request_id }) => request_id === "b")
      const told = (yield* client.settled).filter(({ type }) => type === "job")
      assert.deepStrictEqual(
        told.map(({ job, slug }) => [slug, job.state]),
        [
          ["reset", "running"],
          ["reset", "succeeded"]
        ]
      )
    })
  )

  it.effect("following a job misses no change and sends none out of order, whenever the subscribe comes", () =>
    Effect.gen(function* () {
      const { bridge, developer, robot } = yield* aLiveStage
      const client = yield* connectRealtime(developer.token)
      client.send({ type: "invoke", request_id: "go", robot_id: robot.id, slug: "undock" })
      const { job_id } = yield* bridge.next("invoke")
      yield* client.next("command_result")
      const target = { robot_id: robot.id, slug: "undock" }
      for (let round = 1; round <= 50; round++) {
        client.send({ type: "subscribe", ...target })
        const progress = [round - 0.5, round].map((step) => step / 50)
        for (const each of progress) bridge.update({ id: job_id, slug: "undock" }, "running", { progress: each })
        const seen: Array<number> = []
        while (seen.at(-1) !== progress[1]) seen.push((yield* client.next("job")).progress ?? 0)
        client.send({ type: "unsubscribe", ...target })
        assert.deepStrictEqual(yield* client.settled, [])
        assert.deepStrictEqual(
          seen,
          [...seen].sort((a, b) => a - b)
        )
      }
    })
  )
})
