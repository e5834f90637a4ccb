import { Clock, Effect, Layer, SubscriptionRef } from "effect"
import { offline, Timeout } from "../GatewayErrors.ts"
import { toJson } from "../MessageJson.ts"
import { type GatewayStatus, RosGateway } from "../RosGateway.ts"
import { makeTypeLibrary } from "../TypeLibrary.ts"
import { makeActions } from "./Actions.ts"
import { makeAssets } from "./Assets.ts"
import { makeClientChannels } from "./ClientChannels.ts"
import type { ServerFrame } from "./Frames.ts"
import { describeTypes, rosGraph } from "./Introspection.ts"
import { makeLink } from "./Link.ts"
import { ServerOperation } from "./Operations.ts"
import { robotSockets } from "../RobotSocket.ts"
import { makeServices } from "./Services.ts"
import { makeTopics } from "./Topics.ts"

const disconnected: GatewayStatus = { connected: false, distro: null, capabilities: [] }

const make = Effect.fnUntraced(function* (url: string) {
  const clock = yield* Clock.Clock
  const library = makeTypeLibrary()
  const link = yield* makeLink(url)
  const topics = makeTopics(link, library)
  const services = yield* makeServices(link, library)
  const publishers = makeClientChannels(link, topics, library)
  const status = yield* SubscriptionRef.make(disconnected)
  const assets = makeAssets(link, () => SubscriptionRef.getUnsafe(status).capabilities.includes("assets"))

  const onOperation = (operation: ServerOperation): Effect.Effect<void> =>
    ServerOperation.match(operation, {
      serverInfo: Effect.fnUntraced(function* ({ capabilities, metadata }) {
        if (capabilities.includes("connectionGraph")) {
          yield* Effect.ignore(link.send({ op: "subscribeConnectionGraph" }))
        }
        yield* publishers.onOpen(capabilities.includes("clientPublish"))
        const distro = metadata?.ROS_DISTRO ?? null
        const simulated = capabilities.includes("time") ? ({ simulatedTime: "yes" } as const) : {}
        yield* SubscriptionRef.set(status, { connected: true, distro, capabilities, ...simulated })
      }),
      status: ({ message }) => Effect.logDebug(`The robot's server says: ${message}`),
      advertise: ({ channels }) => topics.onAdvertise(channels),
      unadvertise: ({ channelIds }) => topics.onUnadvertise(channelIds),
      advertiseServices: (operation) => services.onAdvertise(operation.services),
      unadvertiseServices: ({ serviceIds }) => services.onUnadvertise(serviceIds),
      serviceCallFailure: ({ callId, message }) => Effect.sync(() => services.onFailure(callId, message)),
      connectionGraphUpdate: services.onGraphUpdate
    })

  const onFrame = (frame: ServerFrame, receivedAtMs: number): void => {
    if (frame.kind === "message") topics.onMessage(frame, receivedAtMs)
    else if (frame.kind === "service_response") services.onResponse(frame)
    else if (frame.kind === "asset") assets.onAnswer(frame)
  }

  const onClose = SubscriptionRef.set(status, disconnected).pipe(
    Effect.andThen(assets.onClose),
    Effect.andThen(services.onClose),
    Effect.andThen(topics.onClose),
    Effect.andThen(publishers.onClose)
  )

  yield* Effect.forkScoped(link.run({ onOperation, onFrame, onClose }))

  return RosGateway.of({
    status,
    subscribe: topics.subscribe,
    advertise: publishers.advertise,
    publish: publishers.publish,
    callService: (service, type, request, timeoutMs) =>
      services.call(service, type, request).pipe(
        Effect.map(toJson),
        Effect.timeoutOrElse({
          duration: timeoutMs,
          orElse: () => Effect.fail(new Timeout({ message: `${service} did not answer within ${timeoutMs} ms.` }))
        })
      ),
    ...makeActions(services, topics),
    fetchAsset: assets.fetch,
    graph: Effect.suspend(() =>
      SubscriptionRef.getUnsafe(status).connected
        ? Effect.succeed(rosGraph(topics, services, clock.currentTimeMillisUnsafe()))
        : Effect.fail(offline)
    ),
    types: (names) => Effect.sync(() => describeTypes(names, services, library))
  })
})

/** The gateway over a server that speaks the Foxglove WebSocket protocol, e.g. foxglove_bridge with include_hidden. */
export const foxgloveGateway = (url: string): Layer.Layer<RosGateway> =>
  Layer.effect(RosGateway, make(url)).pipe(Layer.provide(robotSockets))
