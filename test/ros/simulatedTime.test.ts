import { foxgloveGateway } from "@fleet/bridge/ros/foxglove/FoxgloveGateway"
import { rosbridgeGateway } from "@fleet/bridge/ros/rosbridge/RosbridgeGateway"
import { type GatewayStatus, RosGateway } from "@fleet/bridge/ros/RosGateway"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Stream, SubscriptionRef } from "effect"
import { rawServer } from "./support/rawServer.ts"

/** The first state of the gateway that is as it is asked for. */
const stateOf = (layer: Layer.Layer<RosGateway>, isIt: (status: GatewayStatus) => boolean) =>
  Effect.gen(function* () {
    const { status } = Context.get(yield* Layer.build(layer), RosGateway)
    return Option.getOrThrow(yield* Stream.runHead(Stream.filter(SubscriptionRef.changes(status), isIt)))
  })

/** A rosbridge whose graph has one topic. */
const rosbridge = (topic: string, type: string) =>
  rawServer((socket) => {
    const answers: Readonly<Record<string, object>> = {
      "/rosapi/get_ros_version": { version: 2, distro: "jazzy" },
      "/rosapi/topics": { topics: [topic], types: [type] },
      "/rosapi/topics_and_raw_types": { topics: [topic], types: [type], typedefs_full_text: [""] },
      "/rosapi/action_servers": { action_servers: [] }
    }
    socket.on("message", (data) => {
      const { id, op, service } = JSON.parse(String(data))
      if (op !== "call_service") return
      socket.send(JSON.stringify({ op: "service_response", id, values: answers[service] ?? {}, result: true }))
    })
  })

describe("a robot on simulated time", () => {
  it.live("a robot on simulated time is known by the capability `time` of foxglove_bridge", () =>
    Effect.gen(function* () {
      for (const [capabilities, expected] of [
        [["time", "services"], "yes"],
        [["services"], undefined]
      ] as const) {
        const url = yield* rawServer((socket) =>
          socket.send(JSON.stringify({ op: "serverInfo", name: "robot", capabilities }))
        )
        const { simulatedTime } = yield* stateOf(foxgloveGateway(url), ({ connected }) => connected)
        assert.strictEqual(simulatedTime, expected)
      }
    })
  )

  it.live("a robot on simulated time is perhaps one whose rosbridge shows the topic /clock", () =>
    Effect.gen(function* () {
      const clock = yield* rosbridge("/clock", "rosgraph_msgs/msg/Clock")
      const state = yield* stateOf(rosbridgeGateway(clock), ({ simulatedTime }) => simulatedTime !== undefined)
      assert.strictEqual(state.simulatedTime, "perhaps")
    })
  )
})
