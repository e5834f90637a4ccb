import type { JobId } from "@fleet/domain/Ids"
import { Deferred, Effect, Exit } from "effect"

/** What was found of a job. */
interface Found {
  readonly named: { readonly id: JobId } | undefined
}

/** Jobs that hold their slug, and are not sent to the robot yet. */
export const makeStartsUnderWay = () => {
  const starts = new Map<JobId, Deferred.Deferred<void>>()
  const settled = <A extends Found>(find: () => A): Effect.Effect<A> =>
    Effect.suspend(() => {
      const found = find()
      const over = found.named && starts.get(found.named.id)
      return over === undefined ? Effect.succeed(found) : Effect.andThen(Deferred.await(over), settled(find))
    })
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
    /** Looks for a job again and again until what is found is sent, or given up, or nothing is found. */
    settled
  }
}
