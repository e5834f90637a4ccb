import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newJobId } from "../../bridge/support/jobIds.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { pass, publish, source } from "../jobs/world.ts"
import { aWatchedRobot, healthOf, say } from "./world.ts"

const update = {
  type: "job_update",
  job_id: newJobId(),
  slug: "dock",
  state: "running",
  origin: "external",
  goal_id: "g1",
  feedback: null,
  progress: null,
  result: null,
  error: null,
  timestamp_ms: 1
} as const
const feedback_omitted = { bytes: 1_300_000, limit: 1_048_576 }

layer(TestApp, { timeout: "60 seconds" })("what a bridge leaves out of a frame", (it) => {
  it.effect(
    "feedback that is too large is in the health of the robot until that action's feedback is whole again",
    () =>
      Effect.gen(function* () {
        const { bridge, path, robot, ...world } = yield* aWatchedRobot
        yield* say(bridge, { ...update, feedback: { left: 3 } })
        assert.deepStrictEqual(yield* healthOf(world), [])
        yield* say(bridge, { ...update, feedback_omitted })
        const resource = { robot_id: robot.id, kind: "robot", ref: "feedback", facet: "source" }
        const reason =
          "Feedback of dock was left out: a report on the job would have 1.3 MB, and at most 1048576 bytes are sent."
        assert.deepStrictEqual(yield* healthOf(world), [{ ...resource, state: "failed", reason }])
        // The job itself goes on.
        const jobs = yield* call("GET", `${path}/jobs?slug=dock`, world)
        assert.strictEqual(jobs.body.jobs[0]?.state, "running", JSON.stringify(jobs.body))
        // A report without feedback, and feedback of another action, say nothing of it.
        yield* say(bridge, update, { ...update, job_id: newJobId(), slug: "undock", feedback: 1 })
        assert.deepInclude(yield* healthOf(world), { ...resource, state: "failed", reason })
        yield* say(bridge, { ...update, feedback: { left: 2 } })
        assert.deepStrictEqual(yield* healthOf(world), [{ ...resource, state: "ok", reason: null }])
      })
  )

  it.effect("feedback that is too large is of published actions alone, and what cannot be read of it is left out", () =>
    Effect.gen(function* () {
      const { bridge, ...world } = yield* aWatchedRobot
      yield* say(bridge, { ...update, slug: "nothing", feedback_omitted }, {
        ...update,
        feedback_omitted: { bytes: "many" }
      } as never)
      assert.deepStrictEqual(yield* healthOf(world), [])
    })
  )

  it.effect("feedback that is too large is no fault any more once its action is published no more", () =>
    Effect.gen(function* () {
      const { bridge, owner, robot, ...world } = yield* aWatchedRobot
      yield* say(bridge, { ...update, feedback_omitted })
      const resource = { robot_id: robot.id, kind: "robot", ref: "feedback", facet: "source" }
      assert.deepInclude((yield* healthOf(world))[0], { ...resource, state: "failed" })
      const without = source.replace(/  dock:\n(?: {4}.*\n)+/, "")
      assert.notInclude(without, "  dock:")
      yield* publish(owner.caller, robot.id, without)
      yield* pass(bridge, 1000)
      yield* say(bridge)
      assert.deepStrictEqual(yield* healthOf(world), [{ ...resource, state: "ok", reason: null }])
    })
  )

  it.effect("files that do not fit into the list are in the health of the robot until they do", () =>
    Effect.gen(function* () {
      const { bridge, robot, ...world } = yield* aWatchedRobot
      const listed = { type: "assets_available", urdf: true, meshes: ["package://a/b.stl"] } as const
      yield* say(bridge, { ...listed, omitted: { files: 31_000, bytes: 2_300_000, limit: 2_097_152 } })
      const resource = { robot_id: robot.id, kind: "robot", ref: "assets", facet: "source" }
      const reason =
        "The URDF names more files than a frame can list: 31000 are left out. The list has 2300000 bytes, and a frame takes 2097152."
      assert.deepStrictEqual(yield* healthOf(world), [{ ...resource, state: "failed", reason }])
      yield* say(bridge, listed)
      assert.deepStrictEqual(yield* healthOf(world), [{ ...resource, state: "ok", reason: null }])
    })
  )
})
