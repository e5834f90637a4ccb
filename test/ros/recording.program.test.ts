import { NotAdvertised } from "@fleet/bridge/ros/GatewayErrors"
import { toJson } from "@fleet/bridge/ros/MessageJson"
import { assert, describe, it } from "@effect/vitest"
import { McapIndexedReader } from "@mcap/core"
import { Effect, Schedule } from "effect"
import { existsSync } from "node:fs"
import { open } from "node:fs/promises"
import { exampleServer, recording } from "./support/exampleServer.ts"
import { connect, inState, listen } from "./support/gateway.ts"

const isThere = existsSync(recording)

/** The recorded topics with their types, and how many messages of each were recorded. */
const recorded = Effect.promise(async () => {
  await using file = await open(recording)
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt((await file.stat()).size),
      read: async (offset, length) => {
        const { buffer } = await file.read(new Uint8Array(Number(length)), 0, Number(length), Number(offset))
        return buffer
      }
    }
  })
  const topics = new Map<string, { readonly type: string; readonly count: number }>()
  for (const { id, topic, schemaId } of reader.channelsById.values()) {
    const count = Number(reader.statistics?.channelMessageCounts.get(id) ?? 0n) + (topics.get(topic)?.count ?? 0)
    topics.set(topic, { type: reader.schemasById.get(schemaId)?.name ?? "", count })
  }
  return Array.from(topics, ([topic, { type, count }]) => ({ topic, type, count }))
})

const note = isThere ? "" : " (skipped: the recording is not beside the repository)"

describe(`a recorded ROS 2 robot, played by mcap-play${note}`, () => {
  const player = Effect.flatMap(exampleServer("mcap-play", "--loop", "--rate", "10", recording), connect)

  it.live.skipIf(!isThere)("is decoded on every topic", () =>
    Effect.gen(function* () {
      const topics = yield* recorded
      const visible = topics.filter(({ topic }) => !topic.includes("/_action/"))
      assert.lengthOf(visible, 12)
      const gateway = yield* player
      const heard = yield* Effect.forEach(topics, ({ topic, type }) => listen(gateway, topic, type))
      for (const [index, { topic, count }] of topics.entries()) {
        const { when, subscription } = heard[index]!
        yield* inState(subscription, "live")
        if (count === 0) continue
        const seen = yield* when(topic, (all) => all.length > 0)
        assert.isTrue(
          seen.every((message) => typeof message === "object"),
          `${topic} could not be decoded`
        )
      }
      const graph = yield* gateway.graph
      assert.sameMembers(
        graph.topics.map(({ name }) => name),
        visible.map(({ topic }) => topic)
      )
    })
  )

  it.live.skipIf(!isThere)("keeps NaN, long numbers, bytes and latched text", () =>
    Effect.gen(function* () {
      const gateway = yield* player
      const value = Effect.fnUntraced(function* (topic: string, type: string) {
        const { when } = yield* listen(gateway, topic, type)
        const seen = yield* when(topic, (all) => all.length > 0)
        return toJson(seen[0]) as Record<string, unknown>
      })
      const [imu, battery, big, bytes, latched] = yield* Effect.all(
        [
          value("/imu", "sensor_msgs/msg/Imu"),
          value("/battery", "sensor_msgs/msg/BatteryState"),
          value("/big", "std_msgs/msg/Int64"),
          value("/bytes", "std_msgs/msg/UInt8MultiArray"),
          value("/latched", "std_msgs/msg/String")
        ],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(imu.orientation_covariance, [null, 0, 0, 0, 0, 0, 0, 0, 0])
      assert.isNull(battery.temperature)
      assert.match(String(big.data), /^9007199254\d{6}$/)
      assert.isString(big.data)
      assert.deepInclude(bytes, { data: "AQL6" })
      assert.deepStrictEqual(latched, { data: "hello latched" })
    })
  )

  it.live.skipIf(!isThere)("takes no messages from its clients", () =>
    Effect.gen(function* () {
      const gateway = yield* player
      const error = yield* Effect.flip(gateway.publish("/cmd_vel", "geometry_msgs/msg/Twist", {}))
      assert.instanceOf(error, NotAdvertised)
    })
  )
})

describe("the service server of the protocol's examples", () => {
  it.live(
    "the service server of the protocol's examples shows nothing of a ROS 1 robot as ROS 2, and its services cannot be called",
    () =>
      Effect.gen(function* () {
        const gateway = yield* Effect.flatMap(exampleServer("service-server"), connect)
        const call = Effect.flip(gateway.callService("/set_bool_ros", "std_srvs/SetBool", { data: true }, 5000))
        const advertised = Effect.filterOrFail(call, (error) => error.message.includes("encoding"))
        assert.instanceOf(yield* Effect.retry(advertised, { schedule: Schedule.spaced(20), times: 500 }), NotAdvertised)
        assert.deepInclude(yield* gateway.graph, { topics: [], services: [], actions: [] })
      })
  )
})
