import { Context, Data, Effect, Layer, RcMap, type Scope, Stream, SubscriptionRef } from "effect"
import { type GoalId, RosGateway } from "../../ros/RosGateway.ts"
import { isThere, type Presence, presenceOf } from "./ActionPresence.ts"
import { GoalListing } from "./GoalListing.ts"

/** An action at the robot. */
export class ActionName extends Data.Class<{ readonly action: string; readonly type: string }> {}

/** Status and feedback of one action, for goals of any origin. */
export interface ActionWatch {
  /** Every goal the server last listed; undefined while its list is forgotten and a new one may still come. */
  readonly goals: () => GoalListing["goals"]
  /** A goal's latest feedback. */
  readonly feedback: (goalId: GoalId) => unknown
  /** The server has been away for too long. */
  readonly whenLost: Effect.Effect<void>
  readonly whenPresent: Effect.Effect<void>
}

/** Goals whose feedback is kept, the newest: as many as a robot may have running. */
const maxFeedback = 500

const watch = Effect.fnUntraced(function* ({ action, type }: ActionName) {
  const gateway = yield* RosGateway
  const presence = yield* SubscriptionRef.make<Presence>("unreachable")
  const feedback = new Map<GoalId, unknown>()
  const listing = new GoalListing()

  const onFeedback = (goalId: GoalId, value: unknown): void => {
    feedback.delete(goalId)
    feedback.set(goalId, value)
    const [oldest] = feedback.keys()
    if (oldest !== undefined && feedback.size > maxFeedback) feedback.delete(oldest)
  }

  const move = Effect.fnUntraced(function* (now: Presence) {
    listing.move(SubscriptionRef.getUnsafe(presence), now)
    if (now === "lost") feedback.clear()
    yield* SubscriptionRef.set(presence, now)
  })

  yield* gateway.subscribeFeedback(action, type, onFeedback)
  yield* gateway.subscribeStatus(action, (listed) => {
    listing.hear(listed)
    for (const goalId of feedback.keys()) {
      if (!listed.some((goal) => goal.goalId === goalId && goal.status < 4)) feedback.delete(goalId)
    }
  })
  yield* Effect.forkScoped(Stream.runForEach(presenceOf(gateway, action), move))

  const when = (wanted: (presence: Presence) => boolean) =>
    SubscriptionRef.changes(presence).pipe(Stream.filter(wanted), Stream.runHead, Effect.asVoid)
  const watched: ActionWatch = {
    goals: () => listing.goals,
    feedback: (goalId) => feedback.get(goalId),
    whenLost: when((now) => now === "lost"),
    whenPresent: when(isThere)
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
