import * as NodeServices from "@effect/platform-node/NodeServices"
import { runBridge } from "@fleet/bridge/Bridge"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { healthOf } from "../robots/health/world.ts"
import { aRobot, detail, eventually, jobOf, start } from "../robots/jobs/world.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { TestApp } from "../support/TestApp.ts"
import { FakeRobot } from "./support/FakeRobot.ts"

/** A robot whose bridge is the real one, connected to the service. */
const aBridgedRobot = Effect.gen(function* () {
  const world = yield* aRobot
  const robot = new FakeRobot()
  yield* runBridge({
    url: yield* HttpServer.addressFormattedWith(Effect.succeed),
    token: Redacted.make(world.bridgeToken),
    stateDirectory: yield* temporaryFolder
  }).pipe(Effect.provide([robot.layer, NodeServices.layer]), Effect.forkScoped)
  yield* eventually(detail(world), (body) => body.config?.applied !== null && body.bridge_state.online)
  const rowOf = (ref: string, state: string) =>
    Effect.map(
      eventually(healthOf(world), (rows) => rows.some((row: any) => row.ref === ref && row.state === state)),
      (rows) => rows.find((row: any) => row.ref === ref) as any
    )
  return { ...world, ros: robot, rowOf }
})

const urdf = (files: number) =>
  `<robot name="r">${Array.from({ length: files }, (_, index) => `<mesh filename="package://r/${"m".repeat(150)}${index}.stl"/>`).join("")}</robot>`

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("what a bridge leaves out", (it) => {
  it.effect("what a bridge leaves out of a job's report is in the health of its robot, until feedback fits again", () =>
    Effect.gen(function* () {
      const world = yield* aBridgedRobot
      const { ros, rowOf } = world
      const { status } = yield* start(world, "dock", { params: { speed: 1 } })
      assert.strictEqual(status, 202)
      const [goal] = yield* eventually(
        Effect.sync(() => ros.goals),
        (goals) => goals.length === 1
      )
      const { goalId } = goal!
      ros.list([{ goalId, status: 2 }])
      yield* eventually(jobOf(world, "dock"), (job) => job.state === "running")
      ros.feedback(goalId, { text: "x".repeat(1_100_000) })
      const row = yield* rowOf("feedback", "failed")
      assert.deepInclude(row, { robot_id: world.robot.id, kind: "robot", facet: "source" })
      assert.strictEqual(
        row.reason,
        "Feedback of dock was left out: a report on the job would have 1.1 MB, and at most 1048576 bytes are sent."
      )
      assert.strictEqual((yield* jobOf(world, "dock")).state, "running")
      ros.feedback(goalId, { text: "x" })
      assert.isNull((yield* rowOf("feedback", "ok")).reason)
    }).pipe(Effect.scoped)
  )

  it.effect("what a bridge leaves out of its list of files is in the health of its robot, until the list fits", () =>
    Effect.gen(function* () {
      const { robot, ros, rowOf } = yield* aBridgedRobot
      yield* eventually(
        Effect.sync(() => ros.listeners("/robot_description")),
        (count) => count > 0
      )
      ros.emit("/robot_description", { data: urdf(15_000) }, 1)
      const row = yield* rowOf("assets", "failed")
      assert.deepInclude(row, { robot_id: robot.id, kind: "robot", facet: "source" })
      assert.match(
        row.reason,
        /^The URDF names more files than a frame can list: \d+ are left out\. .* a frame takes 2097152\.$/
      )
      ros.emit("/robot_description", { data: urdf(1) }, 2)
      assert.isNull((yield* rowOf("assets", "ok")).reason)
    }).pipe(Effect.scoped)
  )
})
