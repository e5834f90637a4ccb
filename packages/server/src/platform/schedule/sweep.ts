import { type Duration, Effect, Schedule } from "effect"

/** Does something now and after each pause until the scope closes; a fault in one round is logged and the next one comes. */
export const every = <R>(pause: Duration.Input, fault: string, work: Effect.Effect<void, never, R>) =>
  work.pipe(
    Effect.catchDefect((defect) => Effect.logError(fault, defect)),
    Effect.repeat(Schedule.spaced(pause)),
    Effect.forkScoped
  )

/** The same for what is done at once. */
export const sweep = (pause: Duration.Input, work: () => void) => every(pause, "a sweep failed", Effect.sync(work))
