import { type Duration, Effect, Schedule } from "effect"
import { inBackground } from "../sql/shareConnections.ts"

/** Runs an effect now and after each pause until the scope closes. A defect is logged as `fault` and ends only its run. */
export const every = <R>(pause: Duration.Input, fault: string, work: Effect.Effect<void, never, R>) =>
  work.pipe(
    Effect.catchDefect((defect) => Effect.logError(fault, defect)),
    Effect.repeat(Schedule.spaced(pause)),
    inBackground,
    Effect.forkScoped
  )

/** The same for a synchronous function. */
export const everySync = (pause: Duration.Input, work: () => void) => every(pause, "a sweep failed", Effect.sync(work))
