import { detectedGateway, detectKind, gatewayKinds, gatewayOf } from "@fleet/bridge/ros/DetectGateway"
import { RosGateway } from "@fleet/bridge/ros/RosGateway"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Result, SubscriptionRef } from "effect"
import { collector, first, inState, presence } from "./support/gateway.ts"

const simulator = startSimulator({ robot: "mobile", port: 0, seed: 1, rosbridgePort: 0 })
const addressOf = (kind: "foxglove" | "rosbridge", { rosbridgeUrl, url }: Effect.Success<typeof simulator>) =>
  kind === "foxglove" ? url : rosbridgeUrl!

const setBool = "std_srvs/srv/SetBool"

describe.each(gatewayKinds)("a robot that speaks %s", (kind) => {
  it.live("a robot's protocol is found out", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* detectKind(addressOf(kind, yield* simulator)), kind)
    })
  )

  it.live("a robot's files are reached through the gateway that was found", () =>
    Effect.gen(function* () {
      const gateway = Context.get(yield* Layer.build(detectedGateway(addressOf(kind, yield* simulator))), RosGateway)
      yield* first("connected", SubscriptionRef.changes(gateway.status), ({ connected }) => connected)
      const file = yield* Effect.result(gateway.fetchAsset!("package://rover_description/meshes/nothing.stl"))
      assert.isTrue(Result.isFailure(file))
      const tag = kind === "foxglove" ? "ServiceFailed" : "NotAdvertised"
      if (Result.isFailure(file)) assert.strictEqual(file.failure._tag, tag)
    })
  )

  it.live("a robot's protocol is forced by its kind", () =>
    Effect.gen(function* () {
      const url = addressOf(kind, yield* simulator)
      const gateway = Context.get(yield* Layer.build(gatewayOf(kind, url)), RosGateway)
      yield* first("connected", SubscriptionRef.changes(gateway.status), ({ connected }) => connected)
    })
  )

  it.live(
    "a robot whose protocol is not known yet is one that cannot be reached, and all that was begun begins then",
    () =>
      Effect.gen(function* () {
        const url = addressOf(kind, yield* simulator)
        const gateway = Context.get(yield* Layer.build(detectedGateway(url)), RosGateway)
        assert.isFalse(SubscriptionRef.getUnsafe(gateway.status).connected)
        const failure = yield* Effect.flip(gateway.callService("/reset", "std_srvs/srv/Trigger", {}, 1000))
        assert.strictEqual(failure._tag, "GatewayOffline")
        assert.strictEqual((yield* Effect.flip(gateway.graph))._tag, "GatewayOffline")
        assert.deepStrictEqual(yield* gateway.types([setBool]), { definitions: [], unresolved: [setBool] })

        const messages = yield* collector<unknown>()
        const topic = yield* gateway.subscribe("/pose", "geometry_msgs/msg/PoseStamped", () => messages.add(1))
        const status = yield* collector<number>()
        yield* gateway.subscribeStatus("/dock", (goals) => status.add(goals.length))
        yield* gateway.advertise("/cmd_vel", "geometry_msgs/msg/Twist")
        yield* inState(topic, "live")
        yield* presence(gateway, "/dock", true)
        yield* messages.when("a message", (all) => all.length > 0)
        yield* status.when("the list of goals", (all) => all.length > 0)
        assert.deepInclude(yield* gateway.callService("/light/set", setBool, { data: true }, 5000), { success: true })
        assert.lengthOf((yield* gateway.types([setBool])).definitions, 1)
      })
  )
})

it.live("nobody's address is no protocol", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* Effect.flip(detectKind("ws://127.0.0.1:9")))._tag, "Unreachable")
  })
)
