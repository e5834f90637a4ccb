import { Context, Deferred, Effect, Layer, type Scope, Stream, SubscriptionRef } from "effect"
import { type GatewayOffline, NotAdvertised, offline } from "./GatewayErrors.ts"
import { type GatewayStatus, RosGateway, type SubscriptionState, type TopicSubscription } from "./RosGateway.ts"

type Gateway = RosGateway["Service"]

const disconnected: GatewayStatus = { connected: false, distro: null, capabilities: [] }

const make = Effect.fnUntraced(function* (choose: Effect.Effect<Layer.Layer<RosGateway>>) {
  const chosen = yield* Deferred.make<Gateway>()
  const status = yield* SubscriptionRef.make(disconnected)
  let gateway: Gateway | undefined

  const mirror = <A>(from: SubscriptionRef.SubscriptionRef<A>, to: SubscriptionRef.SubscriptionRef<A>) =>
    Stream.runForEach(SubscriptionRef.changes(from), (value) => SubscriptionRef.set(to, value))

  yield* Effect.forkScoped(
    Effect.gen(function* () {
      const layer = yield* choose
      const built = Context.get(yield* Layer.build(layer), RosGateway)
      gateway = built
      yield* Deferred.succeed(chosen, built)
      yield* mirror(built.status, status)
    })
  )

  /** Asks the current gateway: before the choice there is none. */
  const now = <A, E>(ask: (gateway: Gateway) => Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | GatewayOffline> =>
      gateway === undefined ? Effect.fail(offline) : ask(gateway)
    )

  /** Something that lasts: it begins with the choice. */
  const lasting = (
    begin: (gateway: Gateway) => Effect.Effect<TopicSubscription, never, Scope.Scope>
  ): Effect.Effect<TopicSubscription, never, Scope.Scope> =>
    Effect.suspend(() => {
      if (gateway !== undefined) return begin(gateway)
      return Effect.gen(function* () {
        const state = yield* SubscriptionRef.make<SubscriptionState>("pending")
        yield* Deferred.await(chosen).pipe(
          Effect.flatMap(begin),
          Effect.flatMap((subscription) => mirror(subscription.state, state)),
          Effect.forkScoped
        )
        return { state }
      })
    })

  return RosGateway.of({
    status,
    subscribe: (...given) => lasting((gateway) => gateway.subscribe(...given)),
    advertise: (...given) =>
      Effect.suspend(() =>
        gateway === undefined
          ? Deferred.await(chosen).pipe(
              Effect.flatMap((gateway) => gateway.advertise(...given)),
              Effect.forkScoped,
              Effect.asVoid
            )
          : gateway.advertise(...given)
      ),
    publish: (...given) => now((gateway) => gateway.publish(...given)),
    callService: (...given) => now((gateway) => gateway.callService(...given)),
    sendGoal: (...given) => now((gateway) => gateway.sendGoal(...given)),
    getResult: (...given) => now((gateway) => gateway.getResult(...given)),
    cancelGoal: (...given) => now((gateway) => gateway.cancelGoal(...given)),
    subscribeFeedback: (...given) => lasting((gateway) => gateway.subscribeFeedback(...given)),
    subscribeStatus: (...given) => lasting((gateway) => gateway.subscribeStatus(...given)),
    actionServerPresent: (action) =>
      Stream.concat(
        Stream.succeed(false),
        Stream.unwrap(Effect.map(Deferred.await(chosen), (gateway) => gateway.actionServerPresent(action)))
      ).pipe(Stream.changes),
    graph: now((gateway) => gateway.graph),
    fetchAsset: (uri) =>
      now((gateway) =>
        gateway.fetchAsset === undefined
          ? Effect.fail(new NotAdvertised({ name: uri, message: "The robot's server gives no files to its clients." }))
          : gateway.fetchAsset(uri)
      ),
    types: (names) =>
      Effect.suspend(() =>
        gateway === undefined ? Effect.succeed({ definitions: [], unresolved: names }) : gateway.types(names)
      )
  })
})

/** A gateway that is chosen while it is already in use. Until then it is a robot that cannot be reached. */
export const lateGateway = (choose: Effect.Effect<Layer.Layer<RosGateway>>): Layer.Layer<RosGateway> =>
  Layer.effect(RosGateway, make(choose))
