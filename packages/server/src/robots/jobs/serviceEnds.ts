import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { Job } from "@fleet/domain/Jobs"
import { Deferred, Effect, FiberSet, Schedule } from "effect"
import type { Bus } from "../../platform/bus/Bus.ts"
import { isFinal } from "./JobStateMachine.ts"
import { toJob } from "./jobRunPages.ts"
import type { JobStore } from "./JobStore.ts"

/** An end that is waited for. */
interface Awaited {
  readonly jobId: JobId
  readonly ended: Deferred.Deferred<Job>
}

/**
 * Ends of jobs, as they are published to the robot's followers. Where such messages may have been missed, the table is read
 * until it has the end, which its writer may still hold.
 */
export const makeServiceEnds = Effect.fnUntraced(function* (bus: Bus["Service"], store: JobStore["Service"]) {
  const awaited = new Set<Awaited>()
  const run = yield* FiberSet.makeRuntime()

  const readAgain = (all: ReadonlyArray<Awaited>) =>
    Effect.gen(function* () {
      const open = all.filter((each) => awaited.has(each))
      if (open.length === 0) return
      const jobs = new Map((yield* store.find(open.map(({ jobId }) => jobId))).map((row) => [row.id, toJob(row)]))
      for (const { ended, jobId } of open) {
        const job = jobs.get(jobId)
        if (job !== undefined && isFinal(job.state)) Deferred.doneUnsafe(ended, Effect.succeed(job))
      }
      if (open.some(({ ended }) => !Deferred.isDoneUnsafe(ended))) return yield* Effect.fail("not ended" as const)
    }).pipe(
      Effect.sandbox,
      // A caller that gave up is no longer read for.
      Effect.retry(Schedule.spaced("250 millis")),
      Effect.ignore
    )

  yield* bus.onGap(() => {
    if (awaited.size > 0) run(readAgain([...awaited]))
  })

  return (robotId: RobotId, jobId: JobId) => {
    const each: Awaited = { jobId, ended: Deferred.makeUnsafe<Job>() }
    awaited.add(each)
    const unfollow = bus.followUnsafe(robotId, (event) => {
      if (event.type === "job" && event.job.id === jobId && isFinal(event.job.state)) {
        Deferred.doneUnsafe(each.ended, Effect.succeed(event.job))
      }
    })
    const stop = Effect.sync(() => {
      awaited.delete(each)
      unfollow()
    })
    return { ended: Deferred.await(each.ended), stop }
  }
})
