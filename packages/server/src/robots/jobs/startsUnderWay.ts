import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { JobActor, JobKind } from "@fleet/domain/Jobs"
import { Deferred, Effect, Exit } from "effect"

/** What was found of a job. */
interface Found {
  readonly named: { readonly id: JobId } | undefined
}

/** A job that holds its slug and is not sent to the robot yet. */
export interface StartUnderWay {
  readonly id: JobId
  readonly slug: string
  readonly kind: JobKind
  readonly robotId: RobotId
  /** Who started it. */
  readonly actor: JobActor
}

/** Jobs that hold their slug, and are not sent to the robot yet. */
export const makeStartsUnderWay = () => {
  const starts = new Map<JobId, StartUnderWay & { readonly over: Deferred.Deferred<void> }>()
  const settled = <A extends Found>(find: () => A): Effect.Effect<A> =>
    Effect.suspend(() => {
      const found = find()
      const start = found.named && starts.get(found.named.id)
      return start === undefined ? Effect.succeed(found) : Effect.andThen(Deferred.await(start.over), settled(find))
    })
  return {
    /** The job is under way until what is answered here is called. */
    begin: (start: StartUnderWay): Effect.Effect<void> => {
      const over = Deferred.makeUnsafe<void>()
      starts.set(start.id, { ...start, over })
      return Effect.sync(() => {
        starts.delete(start.id)
        Deferred.doneUnsafe(over, Exit.void)
      })
    },
    /** Those on a robot. */
    of: (robotId: RobotId): ReadonlyArray<StartUnderWay> =>
      [...starts.values()].filter((start) => start.robotId === robotId),
    /** Looks for a job again and again until what is found is sent, or given up, or nothing is found. */
    settled
  }
}
