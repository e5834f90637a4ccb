import { Effect, Option } from "effect"
import { Timeout, TypeMismatch } from "../../ros/GatewayErrors.ts"
import { type CallError, RosGateway } from "../../ros/RosGateway.ts"
import { ActionName, type ActionWatch, ActionWatches } from "./ActionWatches.ts"
import { failed, fromGoalResult, noResult, notSent } from "./Endings.ts"
import type { Goal } from "./JobRecord.ts"
import { Jobs, type OwnJob } from "./Jobs.ts"

/** Between attempts at a result, when the server is there and still does not answer. */
const retryMs = 250
const cancelTimeoutMs = 5000

const serverLost = { code: "action_server_lost", message: "The action's server is gone." }

/** The goal's result, through any number of lost connections to the robot. */
const resultOf = Effect.fnUntraced(function* (goal: Goal, watch: ActionWatch) {
  const gateway = yield* RosGateway
  const attempt = gateway.getResult(goal.action, goal.type, goal.goal_id).pipe(
    Effect.map(Option.some),
    Effect.catchTag(["GatewayOffline", "NotAdvertised"], () =>
      Effect.as(Effect.andThen(Effect.sleep(retryMs), watch.whenPresent), Option.none())
    )
  )
  while (true) {
    const result = yield* attempt
    if (Option.isSome(result)) return result.value
  }
})

const withoutResult = Effect.fnUntraced(function* (job: OwnJob, error: CallError) {
  const jobs = yield* Jobs
  if (error instanceof TypeMismatch) {
    return yield* jobs.lose(job, { code: "goal_uncontrollable", message: error.message })
  }
  yield* jobs.end(job, noResult(error))
})

/** Follows a goal that the robot has taken until its job is over. Begins again after a restart of this program. */
export const followGoal = Effect.fnUntraced(function* (job: OwnJob, goal: Goal) {
  const jobs = yield* Jobs
  const watches = yield* ActionWatches
  const watch = yield* watches.get(new ActionName({ action: goal.action, type: goal.type }))
  job.feedback = () => watch.feedback(goal.goal_id)
  yield* resultOf(goal, watch).pipe(
    Effect.raceFirst(Effect.as(watch.whenLost, undefined)),
    Effect.matchEffect({
      onFailure: (error) => withoutResult(job, error),
      onSuccess: (result) => {
        if (result === undefined) return jobs.lose(job, serverLost)
        const ending = fromGoalResult(result)
        return ending === undefined ? jobs.forget(job) : jobs.end(job, ending)
      }
    })
  )
}, Effect.scoped)

/** Sends the goal, and follows it once the robot has accepted it within `patienceMs`. */
export const runAction = Effect.fnUntraced(function* (job: OwnJob, goal: Goal, message: unknown, patienceMs: number) {
  const gateway = yield* RosGateway
  const jobs = yield* Jobs
  const watches = yield* ActionWatches
  yield* watches.get(new ActionName({ action: goal.action, type: goal.type }))

  const giveUp = Effect.fnUntraced(function* (error: CallError) {
    const silent = error instanceof Timeout
    yield* jobs.end(job, silent ? failed("goal_timeout", error.message) : notSent(error))
    // The goal may still have arrived. Its caller has left, so it must not run.
    jobs.disown(job)
    if (silent) yield* Effect.ignore(gateway.cancelGoal(goal.action, goal.goal_id, cancelTimeoutMs))
  })

  yield* gateway.sendGoal(goal.action, goal.type, goal.goal_id, message, patienceMs).pipe(
    Effect.matchEffect({
      onFailure: giveUp,
      onSuccess: ({ accepted, goalId = goal.goal_id }) =>
        accepted
          ? Effect.andThen(jobs.started(job, goalId), followGoal(job, { ...goal, goal_id: goalId }))
          : jobs.end(job, failed("goal_rejected", "The robot refused the goal."))
    })
  )
}, Effect.scoped)
