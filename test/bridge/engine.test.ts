import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { configure, doc, invokeDock, launch, started } from "./support/bridge.ts"
import { newJobId } from "./support/jobIds.ts"
import { eventually, passUntil, settle } from "./support/FakeCloud.ts"
import { FakeRobot } from "./support/FakeRobot.ts"

describe("datapoints", () => {
  it.effect("datapoints carry field, scale and capture time", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.emit("/battery", { percentage: 0.5 }, 1234)
      assert.deepStrictEqual(yield* cloud.sees("datapoint"), {
        type: "datapoint",
        slug: "battery",
        value: 50,
        timestamp_ms: 1234
      })
    })
  )

  it.effect("datapoints of a robot's clock that is ahead are sent with its stamp as it is", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const ahead = Date.UTC(2099, 0, 1)
      robot.emit("/battery", { percentage: 0.5 }, ahead)
      assert.strictEqual((yield* cloud.sees("datapoint")).timestamp_ms, ahead)
    })
  )

  it.effect("datapoints are decoded only when the throttle lets them through", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const battery = { ...doc.datapoints.battery, rate_throttle_hz: 1 }
      yield* configure(cloud, 2, { ...doc, datapoints: { battery } })
      for (let at = 0; at <= 3000; at += 100) robot.emit("/battery", { percentage: at / 100_000 }, at)
      yield* eventually("four samples", () => cloud.all("datapoint").length === 4)
      assert.strictEqual(robot.decoded, 4)
    })
  )

  it.effect("datapoints are held to the ceiling of a slow link, but for those to be kept", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const datapoints = {
        battery: doc.datapoints.battery,
        pose: { ...doc.datapoints.pose, low_bandwidth: "keep" }
      }
      yield* configure(cloud, 2, { ...doc, datapoints, low_bandwidth: { mode: "on", datapoint_max_hz: 1 } })
      yield* cloud.sees("link_mode", ({ low_bandwidth, reason }) => low_bandwidth && reason === "forced")
      for (let at = 0; at <= 1000; at += 100) {
        robot.emit("/battery", { percentage: 0 }, at)
        robot.emit("/pose", {}, at)
      }
      yield* eventually("all poses", () => cloud.all("datapoint").filter(({ slug }) => slug === "pose").length === 11)
      assert.lengthOf(
        cloud.all("datapoint").filter(({ slug }) => slug === "battery"),
        2
      )
    })
  )

  it.effect("datapoints of an outage are replayed as backfill, the newest up to max_buffer_values", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      cloud.close(1012)
      yield* settle
      for (const at of [1, 2, 3, 4]) robot.emit("/pose", { at }, at)
      yield* passUntil("the backfill", () => cloud.all("datapoint").length === 3)
      assert.deepStrictEqual(
        cloud.all("datapoint").map(({ timestamp_ms, backfill }) => [timestamp_ms, backfill]),
        [2, 3, 4].map((at) => [at, true])
      )
    })
  )
})

describe("a configuration", () => {
  it.effect("a configuration touches only what changed", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const before = robot.subscribed.length
      const pose = { ...doc.datapoints.pose, field: "position" }
      yield* configure(cloud, 2, { ...doc, datapoints: { ...doc.datapoints, pose } })
      assert.deepStrictEqual(robot.subscribed.slice(before), ["/pose"])
      yield* configure(cloud, 3, { platform: 1, datapoints: { pose } })
      robot.emit("/battery", { percentage: 1 }, 1)
      robot.emit("/pose", { position: { x: 1 } }, 2)
      assert.strictEqual((yield* cloud.sees("datapoint")).slug, "pose")
      assert.lengthOf(robot.subscribed.slice(before), 1)
    })
  )

  it.effect("a configuration reports what does not fit the robot", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.graph = {
        topics: [{ name: "/cmd_vel", types: ["geometry_msgs/msg/TwistStamped"] }],
        services: [{ name: "/reset", types: ["std_srvs/srv/Empty"] }],
        actions: [{ name: "/dock", types: ["demo/action/Undock"] }],
        captured_at_ms: 0
      }
      const fields = [{ name: "voltage", type: "float32", array: false, fields: null }]
      robot.definitions = [{ name: "sensor_msgs/msg/BatteryState", kind: "msg", fields }]
      const front = {
        source: { kind: "ros", topic: "/cmd_vel", type: "sensor_msgs/msg/Image" },
        width: 640,
        height: 480,
        fps: 10,
        bitrate_kbps: 500,
        snapshot_interval_seconds: 10
      }
      const applied = yield* configure(cloud, 2, { ...doc, cameras: { front } })
      assert.isFalse(applied.ok)
      assert.deepStrictEqual(
        applied.errors.map(({ kind, slug, code }) => [kind, slug, code]),
        [
          ["datapoint", "battery", "field_path_invalid"],
          ["action", "dock", "type_mismatch"],
          ["service", "reset", "type_mismatch"],
          ["publisher", "drive", "type_mismatch"],
          ["camera", "front", "type_mismatch"]
        ]
      )
    })
  )

  it.effect("a configuration loses only the section that breaks the schema", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const applied = yield* configure(cloud, 2, { ...doc, actions: { dock: { ros_name: 7 } } })
      assert.deepStrictEqual(
        applied.errors.map(({ kind, slug, code }) => [kind, slug, code]),
        [["action", "*", "whole_kind_failed"]]
      )
      robot.emit("/battery", { percentage: 1 }, 1)
      yield* cloud.sees("datapoint")
    })
  )

  it.effect("a configuration is answered again when the robot has changed", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.graph = { ...robot.graph, services: [{ name: "/reset", types: ["std_srvs/srv/Empty"] }] }
      yield* TestClock.adjust("5 seconds")
      yield* cloud.sees("config_applied", ({ version, errors }) => version === 1 && errors[0]?.slug === "reset")
    })
  )
})

describe("a publisher", () => {
  const drive = (speed: number) => ({ type: "publish", slug: "drive", message: { speed } }) as const

  it.effect("a publisher sends the template filled in, and the failsafe once after the silence", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      cloud.send(drive(1))
      yield* eventually("a message", () => robot.published.length === 1)
      yield* settle
      yield* TestClock.adjust("400 millis")
      cloud.send(drive(2))
      yield* eventually("a message", () => robot.published.length === 2)
      yield* settle
      yield* TestClock.adjust("499 millis")
      yield* settle
      assert.lengthOf(robot.published, 2)
      yield* TestClock.adjust("1 millis")
      yield* eventually("the failsafe", () => robot.published.length === 3)
      yield* TestClock.adjust("5 seconds")
      yield* settle
      assert.deepStrictEqual(
        robot.published.map(({ topic, message }) => [topic, message]),
        [1, 2, 0].map((x) => ["/cmd_vel", { linear: { x } }])
      )
    })
  )

  it.effect("a publisher sends the failsafe at once when the cloud asks for it, and ends the hold", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      cloud.send(drive(1))
      cloud.send({ type: "failsafe", slug: "drive" })
      cloud.send({ type: "failsafe", slug: "nothing" })
      yield* eventually("the failsafe", () => robot.published.length === 2)
      assert.deepStrictEqual(robot.published[1]?.message, { linear: { x: 0 } })
      yield* settle
      yield* TestClock.adjust("5 seconds")
      yield* settle
      assert.lengthOf(robot.published, 2)
      // Whoever sent last, the robot is stopped.
      cloud.send({ type: "failsafe", slug: "drive" })
      yield* eventually("another failsafe", () => robot.published.length === 3)
    })
  )

  it.effect("a publisher sends the failsafe at once when it goes while it is held", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      cloud.send(drive(1))
      yield* eventually("a message", () => robot.published.length === 1)
      yield* configure(cloud, 2, { platform: 1 })
      assert.deepStrictEqual(robot.published[1]?.message, { linear: { x: 0 } })
    })
  )
})

describe("a restart of the bridge", () => {
  it.effect("a restart of the bridge takes its running jobs up again and still knows how others ended", () =>
    Effect.gen(function* () {
      const { cloud, robot, directory, fiber } = yield* started
      const ended = yield* invokeDock(cloud, robot)
      robot.finish(ended.goalId, 6, { why: "blocked" })
      yield* cloud.sees("job_update", ({ state }) => state === "failed")
      const running = yield* invokeDock(cloud, robot)
      yield* cloud.sees("job_update", ({ job_id }) => job_id === running.jobId)
      yield* Fiber.interrupt(fiber)
      const rebooted = new FakeRobot()
      yield* launch(cloud, rebooted, directory)
      yield* eventually("a second hello", () => cloud.all("hello").length === 2)
      assert.deepStrictEqual(cloud.all("hello")[1]?.active_jobs, [
        { job_id: running.jobId, slug: "dock", state: "running" }
      ])
      yield* configure(cloud, 2)
      const stranger = newJobId()
      cloud.send({ type: "job_query", request_id: "q", job_ids: [ended.jobId, running.jobId, stranger] })
      const status = yield* cloud.sees("job_status")
      assert.deepStrictEqual(
        status.jobs.map(({ job_id, state }) => [job_id, state]),
        [
          [ended.jobId, "failed"],
          [running.jobId, "running"]
        ]
      )
      assert.deepStrictEqual(status.unknown_job_ids, [stranger])
      rebooted.finish(running.goalId, 4, { docked: true })
      yield* cloud.sees("job_update", ({ job_id, state }) => job_id === running.jobId && state === "succeeded")
    })
  )
})
