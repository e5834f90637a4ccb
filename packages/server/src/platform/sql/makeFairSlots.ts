import { Deferred, Effect, Exit } from "effect"
import { FairSlots, type Lane } from "./FairSlots.ts"

/**
 * Runs work that waits for one of some slots, which those who wait are given by turns (see FairSlots). Work that is
 * interrupted while it waits was never begun.
 */
export const makeFairSlots = (slots: number, ofOne = slots) => {
  const fair = new FairSlots(slots, ofOne)

  return (lane: Lane, who: string) => {
    const leave = Effect.sync(() => fair.leave(lane, who))
    return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const held = Effect.ensuring(restore(work), leave)
          if (fair.take(lane, who)) return held
          const given = Deferred.makeUnsafe<void>()
          const stop = fair.wait(lane, who, () => Deferred.doneUnsafe(given, Exit.void))
          const giveUp = Effect.sync(() => {
            // Given in the turn in which it was interrupted.
            if (!stop()) fair.leave(lane, who)
          })
          return Effect.andThen(
            Effect.onError(restore(Deferred.await(given)), () => giveUp),
            held
          )
        })
      )
  }
}
