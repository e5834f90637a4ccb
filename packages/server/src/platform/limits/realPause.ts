import { Effect } from "effect"

/** Lets real time pass, whatever the clock of the program is: for work that takes the process's own time. */
export const realPause = (ms: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), ms)
    return Effect.sync(() => clearTimeout(timer))
  })
