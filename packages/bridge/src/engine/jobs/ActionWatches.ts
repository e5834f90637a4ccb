import { Context, Data, Effect, Layer, RcMap, type Scope, Stream, SubscriptionRef } from "effect"
import { type GoalId, type GoalStatus, RosGateway } from "../../ros/RosGateway.ts"

/** An action at the robot. */
export class ActionName extends Data.Class<{ readonly action: string; readonly type: string }> {}

type Presence = "present" | "waiting" | "lost"

/** What is heard of one action, whoever started its goals. */
export interface ActionWatch {
  /** Every goal the server last listed. */
  readonly goals: () => ReadonlyArray<{ readonly goalId: GoalId; readonly status: GoalStatus }>
  /** A goal's latest feedback. */
  readonly feedback: (goalId: GoalId) => unknown
  /** Whether the server has been away for too long. */
  readonly isLost: () => boolean
  readonly whenLost: Effect.Effect<void>
  readonly whenPresent: Effect.Effect<void>
}

/** A server that left a connected graph is given this long to come back. */
const absenceMs = 3000
/** Without the graph nothing is known of the server: its goals may well run on. */
const disconnectedMs = 60_000

const presenceOf = (gateway: RosGateway["Service"], action: string): Stream.Stream<Presence> => {
  const connected = Stream.map(SubscriptionRef.changes(gateway.status), (status) => status.connected)
  return gateway.actionServerPresent(action).pipe(
    Stream.zipLatestWith(connected, (present, isConnected) => (present ? 0 : isConnected ? absenceMs : disconnectedMs)),
    Stream.changes,
    Stream.switchMap((graceMs) =>
      graceMs === 0
        ? Stream.succeed<Presence>("present")
        : Stream.concat(
            Stream.succeed<Presence>("waiting"),
            Stream.fromEffect(Effect.as(Effect.sleep(graceMs), "lost" as const))
          )
    )
  )
}

const watch = Effect.fnUntraced(function* ({ action, type }: ActionName) {
  const gateway = yield* RosGateway
  const presence = yield* SubscriptionRef.make<Presence>("waiting")
  const feedback = new Map<GoalId, unknown>()
  let goals: ReturnType<ActionWatch["goals"]> = []

  yield* gateway.subscribeFeedback(action, type, (goalId, value) => feedback.set(goalId, value))
  yield* gateway.subscribeStatus(action, (listed) => {
    goals = listed
    for (const goalId of feedback.keys()) {
      if (!listed.some((goal) => goal.goalId === goalId && goal.status < 4)) feedback.delete(goalId)
    }
  })
  yield* presenceOf(gateway, action).pipe(
    Stream.runForEach((next) => SubscriptionRef.set(presence, next)),
    Effect.forkScoped
  )

  const when = (wanted: Presence) =>
    SubscriptionRef.changes(presence).pipe(
      Stream.filter((now) => now === wanted),
      Stream.runHead,
      Effect.asVoid
    )
  const watched: ActionWatch = {
    goals: () => goals,
    feedback: (goalId) => feedback.get(goalId),
    isLost: () => SubscriptionRef.getUnsafe(presence) === "lost",
    whenLost: when("lost"),
    whenPresent: when("present")
  }
  return watched
})

/** One watch per action, shared by its slugs and its running goals. */
export class ActionWatches extends Context.Service<
  ActionWatches,
  { readonly get: (name: ActionName) => Effect.Effect<ActionWatch, never, Scope.Scope> }
>()("@fleet/bridge/ActionWatches") {
  static readonly layer = Layer.effect(
    ActionWatches,
    Effect.gen(function* () {
      const watches = yield* RcMap.make({ lookup: watch })
      return ActionWatches.of({ get: (name) => RcMap.get(watches, name) })
    })
  )
}
