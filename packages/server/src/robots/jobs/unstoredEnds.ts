import type { RobotId } from "@fleet/domain/Ids"
import { Deferred, Effect, Exit } from "effect"

/** How long the next job of a slug waits for the end of the one before to be stored. */
const deadline = "5 seconds"

interface Ends {
  left: number
  readonly allStored: Deferred.Deferred<void>
}

/** Which slugs have jobs whose end is not stored yet. */
export const makeUnstoredEnds = () => {
  const unstored = new Map<string, Ends>()
  const placeOf = (robotId: RobotId, slug: string) => `${robotId}/${slug}`
  return {
    add: (robotId: RobotId, slug: string): void => {
      const place = placeOf(robotId, slug)
      const ends = unstored.get(place)
      if (ends === undefined) unstored.set(place, { left: 1, allStored: Deferred.makeUnsafe() })
      else ends.left++
    },
    stored: (robotId: RobotId, slug: string): void => {
      const place = placeOf(robotId, slug)
      const ends = unstored.get(place)
      if (ends === undefined || --ends.left > 0) return
      unstored.delete(place)
      Deferred.doneUnsafe(ends.allStored, Exit.void)
    },
    /** Answers at once where the slug has none, and dies where it takes too long. */
    wait: (robotId: RobotId, slug: string): Effect.Effect<void> =>
      Effect.suspend(() => {
        const ends = unstored.get(placeOf(robotId, slug))
        if (ends === undefined) return Effect.void
        return Effect.timeoutOrElse(Deferred.await(ends.allStored), {
          duration: deadline,
          orElse: () => Effect.die(new Error("the end of the job before could not be stored"))
        })
      })
  }
}
