import { type Duration, Effect, Schedule } from "effect"

/** Does something again and again until the scope closes; a fault in one round is logged and the next one comes. */
export const sweep = (every: Duration.Input, work: () => void) =>
  Effect.sync(work).pipe(
    Effect.catchDefect((defect) => Effect.logError("a sweep failed", defect)),
    Effect.repeat(Schedule.spaced(every)),
    Effect.forkScoped
  )
