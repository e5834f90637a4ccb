import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { exampleServer, recording } from "../ros/support/exampleServer.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aPublishedRobot, connectRobot, valueOf } from "./support/world.ts"

const isThere = existsSync(recording)

/** Every recorded topic that says something, whole, and parts of some. */
const source = `platform: 1
datapoints:
  battery: {topic: /battery, type: sensor_msgs/msg/BatteryState}
  charge:
    topic: /battery
    type: sensor_msgs/msg/BatteryState
    field: percentage
    numeric: {scale: 100, unit: "%"}
  temperature: {topic: /battery, type: sensor_msgs/msg/BatteryState, field: temperature}
  big: {topic: /big, type: std_msgs/msg/Int64}
  big_number: {topic: /big, type: std_msgs/msg/Int64, field: data}
  bytes: {topic: /bytes, type: std_msgs/msg/UInt8MultiArray}
  imu: {topic: /imu, type: sensor_msgs/msg/Imu}
  orientation: {topic: /imu, type: sensor_msgs/msg/Imu, field: "orientation_covariance[0]"}
  joints: {topic: /joint_states, type: sensor_msgs/msg/JointState}
  first_joint: {topic: /joint_states, type: sensor_msgs/msg/JointState, field: "name[0]"}
  latched: {topic: /latched, type: std_msgs/msg/String}
  latched_text: {topic: /latched, type: std_msgs/msg/String, field: data}
  rosout: {topic: /rosout, type: rcl_interfaces/msg/Log}
  clients: {topic: /client_count, type: std_msgs/msg/Int32, field: data}
  connected_clients: {topic: /connected_clients, type: rosbridge_msgs/msg/ConnectedClients}
  burst: {topic: /burst, type: std_msgs/msg/Int64, field: data}
  cmd_vel: {topic: /cmd_vel, type: geometry_msgs/msg/Twist}
`
const slugs = Array.from(source.matchAll(/^ {2}(\w+):/gm), ([, slug]) => slug!)
const silent = "cmd_vel"

const note = isThere ? "" : " (skipped: the recording is not beside the repository)"

/** The recording is played to a bridge, and has reached the cloud on every topic. */
const world = Effect.gen(function* () {
  const robot = yield* exampleServer("mcap-play", "--loop", "--rate", "10", recording)
  const stage = yield* aPublishedRobot(source, slugs)
  yield* connectRobot(robot, stage.bridgeToken)
  const value = (slug: string) => Effect.map(valueOf(stage.path, slug, stage.user.token), ({ value }) => value)
  for (const slug of slugs) if (slug !== silent) yield* value(slug)
  return { ...stage, value }
})

/** The recorded odometer, exact beyond what a double holds. */
const long = /^9007199254\d{6}$/

layer(TestApp, { excludeTestServices: true })(`a recorded ROS 2 robot in an app${note}`, (it) => {
  it.effect.skipIf(!isThere)("is read over REST as the contract writes it", () =>
    Effect.gen(function* () {
      const { path, user, value } = yield* world
      const battery = yield* value("battery")
      assert.isNull(battery.temperature)
      assert.isNull(yield* value("temperature"))
      assert.closeTo(yield* value("charge"), battery.percentage * 100, 25)
      const imu = yield* value("imu")
      assert.deepStrictEqual(imu.orientation_covariance, [null, 0, 0, 0, 0, 0, 0, 0, 0])
      assert.isNull(yield* value("orientation"))
      assert.match(yield* value("big_number"), long)
      assert.match((yield* value("big")).data, long)
      assert.strictEqual((yield* value("bytes")).data, "AQL6")
      const joints = yield* value("joints")
      assert.strictEqual(yield* value("first_joint"), joints.name[0])
      assert.deepStrictEqual(yield* value("latched"), { data: "hello latched" })
      assert.strictEqual(yield* value("latched_text"), "hello latched")
      const nothing = yield* call("GET", `${path}/datapoints/${silent}`, { as: user.token })
      assert.deepStrictEqual([nothing.status, nothing.body.code], [404, "no_data"])
      const detail = yield* call("GET", `${path}/datapoints`, { as: user.token })
      assert.includeMembers(
        detail.body.datapoints.map(({ slug }: { readonly slug: string }) => slug),
        slugs
      )
    })
  )

  it.effect.skipIf(!isThere)("reaches a late subscriber, latched topics included, and goes on", () =>
    Effect.gen(function* () {
      const { robotId, user } = yield* world
      const client = yield* connectRealtime(user.token)
      const first = (slug: string) =>
        Effect.map(
          client.next("datapoint", (frame) => frame.slug === slug),
          ({ value }) => value
        )
      for (const slug of slugs) client.send({ type: "subscribe", robot_id: robotId, slug })
      assert.deepStrictEqual(yield* first("latched"), { data: "hello latched" })
      assert.strictEqual((yield* first("bytes")).data, "AQL6")
      assert.deepStrictEqual((yield* first("imu")).orientation_covariance, [null, 0, 0, 0, 0, 0, 0, 0, 0])
      assert.isNull(yield* first("temperature"))
      assert.isNumber(yield* first("charge"))
      const numbers = [yield* first("big_number"), yield* first("big_number"), yield* first("big_number")]
      for (const number of numbers) assert.match(number, long)
      assert.strictEqual(new Set(numbers).size, 3)
    })
  )

  it.effect.skipIf(!isThere)("reaches a program that uses the SDK", () =>
    Effect.gen(function* () {
      const { robot } = yield* world
      const heard = yield* Effect.promise(async () => {
        using numbers = robot.datapoint<string>("big_number").subscribe()
        const heard: Array<string> = []
        for await (const { value } of numbers) if (heard.push(value) === 4) break
        return heard
      })
      for (const number of heard) assert.match(number, long)
      const values = yield* Effect.promise(() =>
        Promise.all([
          robot.datapoint("temperature").get(),
          robot.datapoint<{ readonly data: string }>("bytes").get(),
          robot.datapoint<string>("latched_text").get()
        ])
      )
      assert.deepStrictEqual(
        values.map(({ value }) => value),
        [null, { layout: { dim: [], data_offset: 0 }, data: "AQL6" }, "hello latched"]
      )
    })
  )
})
