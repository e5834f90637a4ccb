import { Effect, Option, Schema, Stream, SubscriptionRef } from "effect"
import { actionPart } from "../ActionParts.ts"
import { type GatewayOffline, InvalidMessage, NotAdvertised, ServiceFailed } from "../GatewayErrors.ts"
import { goalIdToBytes } from "../GoalIds.ts"
import type { CallError, GoalId, GoalResult, RosGateway } from "../RosGateway.ts"
import type { ActionState } from "./ActionState.ts"
import type { Caller } from "./Calls.ts"
import { goalIdFromBase64, type GoalList } from "./GoalList.ts"
import type { makeSendGoal } from "./SendGoal.ts"
import type { Servers } from "./Servers.ts"

const Canceled = Schema.Struct({
  return_code: Schema.Int,
  goals_canceling: Schema.Array(Schema.Struct({ goal_id: Schema.Struct({ uuid: Schema.String }) }))
})
const decodeCanceled = Schema.decodeUnknownEffect(Canceled)

/** A server that lists no goals within this has none. */
const firstListMs = 3000
/** The result of a goal that is over comes with its end, or not at all. */
const resultAfterEndMs = 1000

const notThere = (name: string) => new NotAdvertised({ name, message: `Nobody offers ${name}.` })

/** The answer for a goal that the server does not list. */
const unknownGoal: GoalResult = { status: 0, result: null }

/** How a goal ended as the server's list shows it. Its result is not to be had: only who sent a goal is given it. */
const endByList = (state: ActionState, goalId: GoalId): Effect.Effect<GoalResult> => {
  const isOver = (list: GoalList | undefined) => list !== undefined && (list.get(goalId) ?? 4) >= 4
  const lists = SubscriptionRef.changes(state.goals)
  const toldOnce = Effect.timeoutOption(Stream.runHead(Stream.filter(lists, (list) => list !== undefined)), firstListMs)
  return toldOnce.pipe(
    Effect.flatMap((first) =>
      Option.isNone(first)
        ? Effect.succeed(undefined)
        : Effect.map(Stream.runHead(Stream.filter(lists, isOver)), Option.getOrUndefined)
    ),
    Effect.map((list) => {
      const status = list?.get(goalId)
      return status === undefined ? unknownGoal : { status, result: null }
    })
  )
}

const resultOf = (state: ActionState, goalId: GoalId): Effect.Effect<GoalResult> =>
  Effect.gen(function* () {
    const byList = endByList(state, goalId)
    const own = state.own.get(goalId)
    if (own === undefined) return yield* byList
    if (!own.isListed) return (yield* own.result) ?? unknownGoal
    const late = Effect.tap(byList, () => Effect.sleep(resultAfterEndMs))
    const result = yield* Effect.raceFirst(own.result, late)
    return result ?? (yield* byList)
  })

type ActionCalls = Pick<
  RosGateway["Service"],
  "sendGoal" | "getResult" | "cancelGoal" | "subscribeFeedback" | "subscribeStatus" | "actionServerPresent"
>

/** Actions through rosbridge's own operations, and through the hidden topics and the one service that it lets through. */
export const makeActions = (
  servers: Servers,
  { call }: Caller,
  sendGoal: Effect.Success<ReturnType<typeof makeSendGoal>>,
  online: Effect.Effect<void, GatewayOffline>
): ActionCalls => {
  const getResult = (action: string, type: string, goalId: GoalId): Effect.Effect<GoalResult, CallError> =>
    Effect.gen(function* () {
      yield* online
      const state = yield* servers.use(action, type)
      const name = action + actionPart.getResult
      if (!state.isPresent) return yield* notThere(name)
      const gone = SubscriptionRef.changes(state.present).pipe(
        Stream.filter((present) => !present),
        Stream.runHead,
        // The end of the connection shows here as well.
        Effect.andThen(Effect.andThen(online, Effect.fail(notThere(name))))
      )
      state.waiting += 1
      yield* Effect.addFinalizer(() => Effect.sync(() => void (state.waiting -= 1)))
      return yield* Effect.raceFirst(resultOf(state, goalId), gone)
    }).pipe(Effect.scoped)

  return {
    sendGoal: (action, type, goalId, goal, timeoutMs) =>
      Effect.andThen(online, sendGoal(action, type, goalId, goal, timeoutMs)),
    getResult,
    cancelGoal: Effect.fnUntraced(function* (action, goalId, timeoutMs) {
      yield* online
      const bytes = goalIdToBytes(goalId)
      // Zero would cancel every goal of the server.
      if (bytes === undefined || bytes.every((byte) => byte === 0)) {
        return yield* new InvalidMessage({ field: "goal_id", message: "goal_id must be a lowercase uuid." })
      }
      const name = action + actionPart.cancelGoal
      const isThere = Effect.map(servers.use(action), (state) => state.isPresent)
      if (!(yield* Effect.scoped(isThere))) return yield* notThere(name)
      const uuid = Buffer.from(bytes).toString("base64")
      const args = { goal_info: { goal_id: { uuid }, stamp: { sec: 0, nanosec: 0 } } }
      const answer = yield* Effect.mapError(Effect.flatMap(call(name, args, timeoutMs), decodeCanceled), (error) =>
        error._tag === "SchemaError" ? new ServiceFailed({ message: `${name} answered in an unknown form.` }) : error
      )
      const goalsCanceling = answer.goals_canceling.map((goal) => goalIdFromBase64(goal.goal_id.uuid))
      return { returnCode: answer.return_code, goalsCanceling }
    }),
    subscribeFeedback: Effect.fnUntraced(function* (action, type, onFeedback) {
      const state = yield* servers.use(action, type)
      const own: typeof onFeedback = (goalId, feedback) => onFeedback(goalId, feedback)
      state.onFeedback.add(own)
      yield* Effect.addFinalizer(() => Effect.sync(() => state.onFeedback.delete(own)))
      return { state: state.topicState }
    }),
    subscribeStatus: Effect.fnUntraced(function* (action, onStatus) {
      const state = yield* servers.use(action)
      const own: typeof onStatus = (goals) => onStatus(goals)
      state.onStatus.add(own)
      yield* Effect.addFinalizer(() => Effect.sync(() => state.onStatus.delete(own)))
      state.tell()
      return { state: state.topicState }
    }),
    actionServerPresent: (action) =>
      Stream.unwrap(Effect.map(servers.use(action), (state) => SubscriptionRef.changes(state.present))).pipe(
        Stream.changes
      )
  }
}
