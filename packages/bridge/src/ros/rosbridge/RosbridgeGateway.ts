import { Effect, Layer, SubscriptionRef } from "effect"
import { offline, Timeout } from "../GatewayErrors.ts"
import { type GatewayStatus, RosGateway } from "../RosGateway.ts"
import { makeTypeLibrary } from "../TypeLibrary.ts"
import { makeActions } from "./Actions.ts"
import { makeCaller } from "./Calls.ts"
import { makeCallerPool } from "./CallerPool.ts"
import { makeIntrospection } from "./Introspection.ts"
import { makePublishers } from "./Publishers.ts"
import { makeRosapi } from "./Rosapi.ts"
import { makeSendGoal } from "./SendGoal.ts"
import { makeServers } from "./Servers.ts"
import { makeServices } from "./Services.ts"
import { makeSession } from "./Session.ts"
import { makeTopics } from "./Topics.ts"
import { makeTypeLookup } from "./TypeLookup.ts"
import { wires } from "./Wire.ts"

const disconnected: GatewayStatus = { connected: false, distro: null, capabilities: [] }

/** rosbridge does not say what it can do. This is what every version can, in the words of foxglove_bridge. */
const capabilities = ["clientPublish", "services"]

/** What nodes take their time from that run with `use_sim_time`. */
const simulatedClock = { topic: "/clock", type: "rosgraph_msgs/msg/Clock" } as const

const make = Effect.fnUntraced(function* (url: string) {
  const open = wires(url)
  const library = makeTypeLibrary()
  const session = yield* makeSession(open)
  const status = yield* SubscriptionRef.make(disconnected)
  const asking = yield* makeCaller(open)
  const rosapi = makeRosapi(asking)
  const types = makeTypeLookup(rosapi, library)
  const topics = makeTopics((operation) => Effect.ignore(session.send(operation)), library)
  const services = makeServices(rosapi, types, yield* makeCallerPool(open))
  const servers = makeServers(open, session.send)
  const introspection = makeIntrospection(rosapi, topics, services, servers, types)
  const publishers = makePublishers({
    send: session.send,
    typeOf: topics.typeOf,
    definition: types.message,
    use: library.use
  })

  let isUp = false
  const online = Effect.suspend(() => (isUp ? Effect.void : Effect.fail(offline)))

  const onOpen = Effect.gen(function* () {
    const { distro } = yield* rosapi.version
    yield* publishers.onOpen
    isUp = true
    yield* SubscriptionRef.set(status, { connected: true, distro, capabilities })
  })

  const look = Effect.fnUntraced(function* (isFirst: boolean) {
    const shown = yield* rosapi.topics
    if (!types.hasAll(shown.types)) {
      const raw = yield* rosapi.rawTypes
      types.hold(new Map(raw.types.map((type, index) => [type, raw.typedefs_full_text[index] ?? ""])))
    }
    const actions = yield* rosapi.actionServers
    yield* topics.onOffers(shown.topics.map((topic, index) => [topic, shown.types[index] ?? ""]))
    // Who waits for an action's server finds a gateway that takes its goal.
    if (isFirst) yield* onOpen
    const simulatedTime = topics.typeOf(simulatedClock.topic) === simulatedClock.type ? "perhaps" : "no"
    const known = SubscriptionRef.getUnsafe(status)
    if ((known.simulatedTime ?? "no") !== simulatedTime) yield* SubscriptionRef.set(status, { ...known, simulatedTime })
    yield* servers.onListed(actions)
    yield* servers.watch
    yield* servers.describe(types.details)
  })

  // Requests fail before watchers are notified, so that none sees a server without a connection.
  const onClose = Effect.sync(() => void (isUp = false)).pipe(
    Effect.andThen(servers.onClose),
    Effect.andThen(SubscriptionRef.set(status, disconnected)),
    Effect.andThen(topics.onClose),
    Effect.andThen(publishers.onClose),
    Effect.andThen(services.onClose),
    Effect.andThen(introspection.onClose),
    Effect.andThen(types.onClose)
  )

  const onMessage = (topic: string, msg: unknown, receivedAtMs: number): void => {
    if (!servers.onPublish(topic, msg, receivedAtMs)) topics.onPublish(topic, msg, receivedAtMs)
  }

  const sendGoal = yield* makeSendGoal(open, servers, types)
  yield* Effect.forkScoped(session.run({ onMessage, look, onClose }))

  return RosGateway.of({
    status,
    subscribe: topics.subscribe,
    advertise: publishers.advertise,
    publish: (topic, type, message) => Effect.andThen(online, publishers.publish(topic, type, message)),
    callService: (service, type, request, timeoutMs) =>
      Effect.andThen(online, services.call(service, type, request, timeoutMs)).pipe(
        Effect.timeoutOrElse({
          duration: timeoutMs,
          orElse: () => Effect.fail(new Timeout({ message: `${service} did not answer within ${timeoutMs} ms.` }))
        })
      ),
    ...makeActions(servers, asking, sendGoal, online),
    graph: Effect.andThen(online, introspection.graph),
    types: introspection.describeTypes
  })
})

/** The gateway over rosbridge_suite 2.0.0 or later, with its node rosapi. */
export const rosbridgeGateway = (url: string): Layer.Layer<RosGateway> => Layer.effect(RosGateway, make(url))
