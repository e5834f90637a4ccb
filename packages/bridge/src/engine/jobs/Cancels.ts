import type { CancelResult } from "@fleet/bridge-protocol/BridgeMessages"
import type { Cancel } from "@fleet/bridge-protocol/CloudMessages"
import type { JobId } from "@fleet/domain/Ids"
import type { CancelledGoal } from "@fleet/domain/Jobs"
import { Deferred, Effect } from "effect"
import { RosGateway } from "../../ros/RosGateway.ts"
import { ExternalGoals } from "./ExternalGoals.ts"
import type { Goal } from "./JobRecord.ts"
import { Jobs, type OwnJob } from "./Jobs.ts"

/** The cloud waits five seconds for the answer. */
const silentAfterMs = 4000
const alreadyEnded = 3

interface Target {
  readonly jobId: JobId
  readonly goal: Goal
  readonly own: OwnJob | undefined
}

const ownTargets = (jobs: ReadonlyArray<OwnJob>): ReadonlyArray<Target> =>
  jobs.flatMap((own) => (own.record.goal === null ? [] : [{ jobId: own.record.job_id, goal: own.record.goal, own }]))

/** Which goals a cancel is for. An unknown id may be that of a forgotten job, so it matches external goals only. */
const targetsOf = Effect.fnUntraced(function* ({ slug, job_id, own_only }: typeof Cancel.Type) {
  const jobs = yield* Jobs
  const external = yield* ExternalGoals
  const foreign = () => external.running(slug).map(({ jobId, goal }) => ({ jobId, goal, own: undefined }))
  const held = job_id === null ? undefined : jobs.get(job_id)
  if (held !== undefined) return ownTargets([held])
  if (job_id === null) {
    const mine = ownTargets(jobs.unfinished().filter(({ record }) => record.slug === slug))
    return own_only === true ? mine : [...mine, ...foreign()]
  }
  if (own_only === true) return []
  const named = foreign().filter(({ jobId }) => jobId === job_id)
  return named.length > 0 ? named : foreign()
})

/** What the server made of the cancel of one goal. It is accepted only when the goal is among those being cancelled. */
const cancelOne = Effect.fnUntraced(function* ({ jobId, goal: { action, goal_id }, own }: Target) {
  const gateway = yield* RosGateway
  // The robot does not know a goal that it has not taken yet, and would run it after all.
  if (own !== undefined && !own.running) yield* Deferred.await(own.answered)
  const goalId = own?.record.goal?.goal_id ?? goal_id
  const answer = (return_code: CancelledGoal["return_code"]): CancelledGoal => ({
    job_id: jobId,
    goal_id: goalId,
    return_code
  })
  if (own !== undefined && own.record.ending !== null) return answer(alreadyEnded)
  const code = yield* gateway.cancelGoal(action, goalId, silentAfterMs).pipe(
    // Servers that refuse may answer "none" with an empty list.
    Effect.map(({ returnCode, goalsCanceling }) =>
      goalsCanceling.includes(goalId) ? 0 : returnCode === 0 ? 1 : returnCode
    ),
    Effect.catchTag("Timeout", () => Effect.succeed(null))
  )
  // It ended meanwhile: its end is to be sent before this answer.
  if (code === alreadyEnded && own !== undefined) {
    yield* Effect.timeoutOption(Deferred.await(own.ended), "1 second")
  }
  return answer(code)
})

/** The same in time: a robot that takes longer, also to take the goal, is silent. */
const inTime = (target: Target) =>
  Effect.timeoutOrElse(cancelOne(target), {
    duration: silentAfterMs,
    orElse: () =>
      Effect.succeed<CancelledGoal>({ job_id: target.jobId, goal_id: target.goal.goal_id, return_code: null })
  })

/** Carries out a cancel. `isKnown` says whether the slug is an action of the running configuration. */
export const cancel = Effect.fnUntraced(function* (message: typeof Cancel.Type, isKnown: boolean) {
  const { request_id, slug } = message
  const reply = (goals: CancelResult["goals"], error: CancelResult["error"]): CancelResult => ({
    type: "cancel_result",
    request_id,
    slug,
    goals,
    error
  })
  const targets = yield* targetsOf(message)
  if (targets.length === 0 && !isKnown) {
    return reply([], { code: "unknown_slug", message: `There is no action ${slug} in the running configuration.` })
  }
  return yield* Effect.forEach(targets, inTime, { concurrency: 16 }).pipe(
    Effect.map((goals) => reply(goals, null)),
    Effect.catchTag(["GatewayOffline", "NotAdvertised"], (error) =>
      Effect.succeed(reply([], { code: "action_server_lost", message: error.message }))
    ),
    Effect.catch((error) => Effect.succeed(reply([], { code: "internal_error", message: error.message })))
  )
})
