import { foxgloveGateway } from "@fleet/bridge/ros/foxglove/FoxgloveGateway"
import { type GoalId, RosGateway, type RosMessage, type TopicSubscription } from "@fleet/bridge/ros/RosGateway"
import { rosbridgeGateway } from "@fleet/bridge/ros/rosbridge/RosbridgeGateway"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { Context, Effect, Layer, Option, Stream, SubscriptionRef } from "effect"
import { randomUUID } from "node:crypto"

type Gateway = RosGateway["Service"]

/** The first element that fits, or a failure that says what was waited for. */
export const first = <A>(what: string, stream: Stream.Stream<A>, fits: (value: A) => boolean) =>
  stream.pipe(
    Stream.filter(fits),
    Stream.runHead,
    Effect.map(Option.getOrThrow),
    Effect.timeoutOrElse({ duration: 60_000, orElse: () => Effect.die(new Error(`Waited in vain: ${what}`)) })
  )

/** The protocols that a robot is reached by. The suites name where they differ. */
export const faces = ["foxglove", "rosbridge 2.0.0", "rosbridge 3.1.0"] as const
export type Face = (typeof faces)[number]

const rosbridgeOf = (face: Face) => ({ version: face === "rosbridge 3.1.0" ? "3.1.0" : "2.0.0" }) as const

/** A simulated robot with both its servers, and the gateway that suits the face. */
export const robotBehind = Effect.fnUntraced(function* (robot: "mobile" | "arm", face: Face) {
  const simulator = yield* startSimulator({ robot, port: 0, seed: 1, rosbridgePort: 0, rosbridge: rosbridgeOf(face) })
  const layer = face === "foxglove" ? foxgloveGateway(simulator.url) : rosbridgeGateway(simulator.rosbridgeUrl ?? "")
  return { simulator, layer }
})

const connected = Effect.fnUntraced(function* (layer: Layer.Layer<RosGateway>) {
  const gateway = Context.get(yield* Layer.build(layer), RosGateway)
  yield* first("connected", SubscriptionRef.changes(gateway.status), (status) => status.connected)
  return gateway
})

/** A gateway to the address, connected. */
export const connect = (url: string) => connected(foxgloveGateway(url))
export const connectRosbridge = (url: string) => connected(rosbridgeGateway(url))

/** A simulated robot and a gateway to it that knows the robot's action. */
export const withRobot = Effect.fnUntraced(function* (robot: "mobile" | "arm", face: Face = "foxglove") {
  const { layer, simulator } = yield* robotBehind(robot, face)
  const gateway = yield* connected(layer)
  yield* presence(gateway, robot === "arm" ? "/pick" : "/dock", true)
  return { simulator, gateway }
})

export const presence = (gateway: Gateway, action: string, expected: boolean) =>
  first(`${action} present: ${expected}`, gateway.actionServerPresent(action), (present) => present === expected)

export const inState = (subscription: TopicSubscription, expected: string) =>
  first(expected, SubscriptionRef.changes(subscription.state), (state) => state === expected)

/** What a callback was given, in order; `when` waits until the list fits. */
export const collector = <A>() =>
  Effect.map(SubscriptionRef.make<ReadonlyArray<A>>([]), (items) => ({
    add: (item: A): void => {
      Effect.runSync(SubscriptionRef.update(items, (all) => [...all, item]))
    },
    when: (what: string, fits: (all: ReadonlyArray<A>) => boolean) => first(what, SubscriptionRef.changes(items), fits)
  }))

/** The decoded messages of a topic. */
export const listen = Effect.fnUntraced(function* (gateway: Gateway, topic: string, type: string) {
  const messages = yield* collector<unknown>()
  const subscription = yield* gateway.subscribe(topic, type, (message: RosMessage) => messages.add(message.decode()))
  return { ...messages, subscription }
})

export const newGoal = (): GoalId => randomUUID()
