import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, FileSystem, Redacted } from "effect"
import { runBridge } from "@fleet/bridge/Bridge"
import { eventually, type FakeCloud, startCloud } from "./FakeCloud.ts"
import { FakeRobot } from "./FakeRobot.ts"
import { newJobId } from "./jobIds.ts"

/** The configuration most tests run. */
export const doc = {
  platform: 1,
  datapoints: {
    battery: { topic: "/battery", type: "sensor_msgs/msg/BatteryState", field: "percentage", numeric: { scale: 100 } },
    pose: { topic: "/pose", type: "geometry_msgs/msg/Pose", retention: { max_buffer_values: 3 } }
  },
  actions: {
    dock: {
      ros_name: "/dock",
      type: "demo/action/Dock",
      message: { speed: "${speed}" },
      parameters: { speed: { type: "float32" } }
    }
  },
  services: { reset: { ros_name: "/reset", type: "std_srvs/srv/Trigger" } },
  publishers: {
    drive: {
      topic: "/cmd_vel",
      type: "geometry_msgs/msg/Twist",
      message: { linear: { x: "${speed}" } },
      parameters: { speed: { type: "float64" } },
      failsafe: { timeout_ms: 500, message: { linear: { x: 0 } } },
      quiet_timeout_ms: 1000
    }
  }
}

/** Runs a bridge below the test's scope; the fiber ends with what ended it. */
export const launch = Effect.fnUntraced(function* (
  cloud: Pick<FakeCloud, "url">,
  robot: FakeRobot,
  stateDirectory: string
) {
  return yield* runBridge({ url: cloud.url, token: Redacted.make("rbt_test"), stateDirectory }).pipe(
    Effect.provide([robot.layer, NodeServices.layer]),
    Effect.forkScoped
  )
})

export const temporaryDirectory = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.makeTempDirectoryScoped({ prefix: "fleet-bridge-test-" })
}).pipe(Effect.provide(NodeServices.layer))

/** Sends a configuration and waits for the answer. */
export const configure = Effect.fnUntraced(function* (cloud: FakeCloud, version: number, document: object = doc) {
  cloud.send({ type: "config", version, doc: { ...document } })
  return yield* cloud.sees("config_applied", (frame) => frame.version === version)
})

/** A cloud, a robot and a bridge between them, configured. */
export const started = Effect.gen(function* () {
  const cloud = yield* startCloud
  const robot = new FakeRobot()
  const directory = yield* temporaryDirectory
  const fiber = yield* launch(cloud, robot, directory)
  yield* cloud.sees("link_mode")
  yield* configure(cloud, 1)
  return { cloud, robot, directory, fiber }
})

/** Starts a job of `dock`; done once the robot has the goal. */
export const invokeDock = Effect.fnUntraced(function* (cloud: FakeCloud, robot: FakeRobot, patienceMs = 15_000) {
  const jobId = newJobId()
  const before = robot.goals.length
  cloud.send({ type: "invoke", job_id: jobId, slug: "dock", params: { speed: 0.5 }, patience_ms: patienceMs })
  const { goalId } = yield* eventually("a goal", () => robot.goals[before])
  return { jobId, goalId }
})
