import { Clock, Effect, Exit, Option, Result, Scope, Semaphore, Stream, SubscriptionRef } from "effect"
import { InvalidMessage, NotAdvertised, ServiceFailed, Timeout } from "../GatewayErrors.ts"
import { checkMessage } from "../MessageCheck.ts"
import { toJson } from "../MessageJson.ts"
import type { CallError, GoalId, GoalResult } from "../RosGateway.ts"
import { withShortFloats } from "../withShortFloats.ts"
import type { ActionState } from "./ActionState.ts"
import { type GoalConnection, sendOver } from "./GoalConnection.ts"
import type { ActionResult } from "./Operations.ts"
import { Sending } from "./Sending.ts"
import type { Servers } from "./Servers.ts"
import type { TypeLookup } from "./TypeLookup.ts"
import type { OpenWire } from "./Wire.ts"

/** A goal that shows nowhere within this was refused, or never arrived: old servers say nothing to either. */
const acceptTimeoutMs = 5000
/** Time for the first list and for a probe, which tells the two apart. */
const probeMs = 3700
/** How long a server's first list is waited for, and the id of a goal that is known to run. */
const listMs = 500

/** How long acceptance is waited for, when all must be known after `timeoutMs`. */
export const acceptWithin = (timeoutMs: number): number =>
  Math.min(acceptTimeoutMs, Math.max(timeoutMs - probeMs, timeoutMs / 4))

const resultOf = ({ parts }: ActionState, { status, values }: ActionResult): GoalResult => ({
  status,
  result: toJson(withShortFloats(parts?.result, values))
})

const feedbackOf = ({ parts }: ActionState, feedback: unknown): unknown =>
  toJson(withShortFloats(parts?.feedback, feedback))

/** `result` is true for every end that a goal can have: false is a goal that was not sent. */
const refusal = ({ result, status, values }: ActionResult): ServiceFailed | undefined =>
  result || status !== 0
    ? undefined
    : new ServiceFailed({ message: typeof values === "string" ? values : "The goal could not be sent." })

export interface SentGoal {
  readonly accepted: boolean
  readonly goalId?: GoalId
}

type Found = "listed" | "closed" | "silence" | ActionResult

/** The first report of a goal. */
const firstSign = (sending: Sending, connection: GoalConnection, withinMs: number): Effect.Effect<Found> =>
  Effect.raceFirst(
    Effect.as(sending.found, "listed" as const),
    Effect.map(connection.outcome, (outcome): Found => outcome ?? "closed")
  ).pipe(Effect.timeoutOption(withinMs), Effect.map(Option.getOrElse((): Found => "silence")))

/** Sends goals, each over a connection of its own, and finds out under which ids they run. */
export const makeSendGoal = Effect.fnUntraced(function* (open: OpenWire, servers: Servers, types: TypeLookup) {
  const outer = yield* Effect.scope
  const clock = yield* Clock.Clock
  const turns = new WeakMap<ActionState, Semaphore.Semaphore>()

  const checked = Effect.fnUntraced(function* (type: string, goal: unknown) {
    const definition = yield* types.details("action_goal", type)
    if (definition !== undefined) {
      const result = checkMessage(definition, goal)
      return Result.isFailure(result) ? yield* result.failure : result.success
    }
    if (typeof goal === "object" && goal !== null && !Array.isArray(goal)) return goal
    return yield* new InvalidMessage({ field: "", message: "The message must be an object." })
  })

  /** Follows a goal that runs; its connection and all that is kept for it end with it. */
  const keep = (state: ActionState, goalId: GoalId, connection: GoalConnection, scope: Scope.Closeable) => {
    const isListed = state.list?.has(goalId) === true
    state.keep(goalId, { isListed, result: Effect.map(connection.outcome, (end) => end && resultOf(state, end)) })
    connection.onFeedback = (feedback) => {
      state.lastMessageMs = clock.currentTimeMillisUnsafe()
      state.tellFeedback(goalId, feedbackOf(state, feedback))
    }
    return connection.outcome.pipe(
      Effect.andThen((end) => Effect.sync(() => end === undefined && state.own.delete(goalId))),
      Effect.andThen(Scope.close(scope, Exit.void)),
      Effect.forkIn(outer)
    )
  }

  /** Tells the id of a goal that was accepted; the one given when the server's list does not show it. */
  const identify = Effect.fnUntraced(function* (sending: Sending, given: GoalId) {
    if (sending.best === undefined) yield* Effect.timeoutOption(sending.found, listMs)
    // Feedback, which tells goals apart, comes after the list.
    if (!sending.isClear) yield* Effect.sleep(listMs)
    return sending.best ?? given
  })

  const attempt = Effect.fnUntraced(function* (
    state: ActionState,
    scope: Scope.Closeable,
    type: string,
    given: GoalId,
    goal: unknown,
    timeoutMs: number
  ): Effect.fn.Return<SentGoal, CallError> {
    const { action } = state
    const listed = Stream.runHead(Stream.filter(SubscriptionRef.changes(state.goals), (list) => list !== undefined))
    yield* Effect.timeoutOption(listed, listMs)
    const sending = new Sending(state.list?.keys() ?? [])
    state.sending = sending
    let feedback: { readonly latest: unknown } | undefined
    const connection = yield* sendOver(open, action, type, goal, (values) => {
      const latest = feedbackOf(state, values)
      feedback = { latest }
      sending.onOwnFeedback(latest)
    }).pipe(Scope.provide(scope))
    const sign = yield* firstSign(sending, connection, acceptWithin(timeoutMs))
    if (sign === "closed") {
      return yield* new Timeout({ message: `${action} ended the connection without an answer.` })
    }
    if (sign === "silence" && feedback === undefined) {
      yield* servers.check(state)
      if (state.isDead) return yield* new NotAdvertised({ name: action, message: `Nobody answers at ${action}.` })
      return { accepted: false }
    }
    const failure = typeof sign === "object" ? refusal(sign) : undefined
    if (failure !== undefined) return /reject/i.test(failure.message) ? { accepted: false } : yield* failure
    const goalId = yield* identify(sending, given)
    yield* keep(state, goalId, connection, scope)
    if (feedback !== undefined) state.tellFeedback(goalId, feedback.latest)
    return goalId === given ? { accepted: true } : { accepted: true, goalId }
  })

  /** One goal of an action at a time, since only one new goal can be told apart. */
  const inTurn = (state: ActionState) => {
    const turn = turns.get(state) ?? Semaphore.makeUnsafe(1)
    turns.set(state, turn)
    return turn.withPermits(1)
  }

  return (
    action: string,
    type: string,
    given: GoalId,
    goal: unknown,
    timeoutMs: number
  ): Effect.Effect<SentGoal, CallError> =>
    Effect.gen(function* () {
      const message = yield* checked(type, goal)
      const scope = yield* Scope.fork(outer)
      const run = Effect.gen(function* () {
        const state = yield* servers.use(action, type).pipe(Scope.provide(scope))
        if (!state.isPresent) return yield* new NotAdvertised({ name: action, message: `Nobody offers ${action}.` })
        const release = Effect.sync(() => {
          state.sending = undefined
          state.tell()
        })
        return yield* inTurn(state)(Effect.ensuring(attempt(state, scope, type, given, message, timeoutMs), release))
      })
      return yield* run.pipe(
        Effect.timeoutOrElse({
          duration: timeoutMs,
          orElse: () => Effect.fail(new Timeout({ message: `${action} did not answer within ${timeoutMs} ms.` }))
        }),
        Effect.onExit((exit) =>
          Exit.isSuccess(exit) && exit.value.accepted ? Effect.void : Scope.close(scope, Exit.void)
        )
      )
    })
})
