import type { JobId } from "@fleet/domain/Ids"
import { Deferred, Effect, Exit } from "effect"

/** Jobs that hold their slug, and are not sent to the robot yet. */
export const makeStartsUnderWay = () => {
  const starts = new Map<JobId, Deferred.Deferred<void>>()
  return {
    /** The job is under way until what is answered here is called. */
    begin: (jobId: JobId): Effect.Effect<void> => {
      const over = Deferred.makeUnsafe<void>()
      starts.set(jobId, over)
      return Effect.sync(() => {
        starts.delete(jobId)
        Deferred.doneUnsafe(over, Exit.void)
      })
    },
    has: (jobId: JobId): boolean => starts.has(jobId),
    /** Waits until the job is sent or given up. */
    over: (jobId: JobId): Effect.Effect<void> =>
      Effect.suspend(() => {
        const over = starts.get(jobId)
        return over === undefined ? Effect.void : Deferred.await(over)
      })
  }
}
