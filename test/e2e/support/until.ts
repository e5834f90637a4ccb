import { Effect } from "effect"

/** Asks until there is an answer, in real time; dies with the words after the deadline. */
export const until = <A, E, R>(
  what: string | (() => string),
  ask: Effect.Effect<A | undefined | null | false, E, R>,
  seconds = 60
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    for (const deadline = Date.now() + seconds * 1000; ;) {
      const answer = yield* ask
      if (answer !== undefined && answer !== null && answer !== false) return answer as A
      if (Date.now() > deadline)
        return yield* Effect.die(new Error(`Waited in vain: ${typeof what === "string" ? what : what()}`))
      yield* Effect.promise(() => new Promise((resume) => setTimeout(resume, 20)))
    }
  })
