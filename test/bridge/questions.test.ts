import { assert, describe, it } from "@effect/vitest"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import type { JobId } from "@fleet/domain/Ids"
import type { TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { Effect } from "effect"
import { invokeDock, started } from "./support/bridge.ts"

/** Some 180 bytes each. */
const manyFields = (count: number): ReadonlyArray<TypeField> =>
  Array.from({ length: count }, (_, index) => ({
    name: `value_${index}`.padEnd(120, "x"),
    type: "float64",
    array: false,
    fields: null
  }))

describe("a question of the cloud", () => {
  it.effect("a question of the cloud about the graph and its types is answered from the robot", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.graph = { ...robot.graph, topics: [{ name: "/pose", types: ["geometry_msgs/msg/Pose"] }] }
      cloud.send({ type: "introspect_request", request_id: "i" })
      assert.deepStrictEqual((yield* cloud.sees("introspect")).graph, robot.graph)
      cloud.send({ type: "type_request", request_id: "t", type_names: ["a/msg/B"] })
      assert.deepStrictEqual((yield* cloud.sees("type_definitions")).unresolved, ["a/msg/B"])
    })
  )

  it.effect(
    "a question of the cloud about a graph that fits into no frame is answered with its size and the limit",
    () =>
      Effect.gen(function* () {
        const { cloud, robot } = yield* started
        const topics = Array.from({ length: 20_000 }, (_, index) => ({
          name: `/${`topic_${index}`.padEnd(99, "x")}`,
          types: ["a/msg/B"]
        }))
        robot.graph = { ...robot.graph, topics }
        cloud.send({ type: "introspect_request", request_id: "i" })
        const { error, graph } = yield* cloud.sees("introspect")
        const message = "The ROS graph has 2640105 bytes as a frame, and the cloud takes 2097152."
        assert.deepStrictEqual([graph, error], [null, { code: "too_large", message }])
      })
  )

  it.effect("a question of the cloud for types that fit into no frame together is answered one part at a time", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const names = ["a/msg/A", "a/msg/B", "a/msg/C", "a/msg/Endless"]
      const sizes = [5_000, 5_000, 5_000, 15_000]
      robot.definitions = names.map((name, index) => ({ name, kind: "msg", fields: manyFields(sizes[index]!) }))
      const answers: Array<ReadonlyArray<string>> = []
      for (const asked of [names, names.slice(2, 3)]) {
        cloud.send({ type: "type_request", request_id: asked[0]!, type_names: asked })
        const answer = yield* cloud.sees("type_definitions", ({ request_id }) => request_id === asked[0])
        assert.isAtMost(Buffer.byteLength(JSON.stringify(answer)), maxFrame)
        answers.push(answer.definitions.map(({ name }) => name))
        // The one that fits into no frame.
        assert.deepStrictEqual(answer.unresolved, asked.slice(3))
      }
      assert.deepStrictEqual(answers, [names.slice(0, 1), names.slice(2, 3)])
    })
  )

  it.effect("a question of the cloud about jobs whose results fit into no frame together tells each end again", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const map = "x".repeat(900_000)
      const job_ids: Array<JobId> = []
      for (let count = 0; count < 3; count++) {
        const { goalId, jobId } = yield* invokeDock(cloud, robot)
        robot.finish(goalId, 4, { map })
        yield* cloud.sees("job_update", ({ job_id, state }) => job_id === jobId && state === "succeeded")
        job_ids.push(jobId)
      }
      const before = cloud.all("job_update").length
      cloud.send({ type: "job_query", request_id: "q", job_ids })
      const { jobs } = yield* cloud.sees("job_status")
      assert.deepStrictEqual(
        jobs.map(({ job_id, result, state }) => [job_id, state, result]),
        job_ids.map((id) => [id, "succeeded", null])
      )
      const again = cloud.all("job_update").slice(before)
      assert.deepStrictEqual(
        again.map(({ job_id, result }) => [job_id, result]),
        job_ids.map((id) => [id, { map }])
      )
    })
  )

  it.effect("a question of the cloud to start a camera that is not configured is answered", () =>
    Effect.gen(function* () {
      const { cloud } = yield* started
      cloud.send({ type: "camera_start", slug: "front", url: "u", room: "r", token: "t", request_id: "c" })
      const state = yield* cloud.sees("camera_state")
      assert.deepInclude(state, { publishing: false, request_id: "c", cause: "command" })
      assert.strictEqual(state.error?.code, "unknown_slug")
    })
  )
})
