import { Effect, Scheduler } from "effect"

/** How many operations a fibre runs before it gives way, from one that is always in the middle of something. */
export const yieldBudgets = Array.from({ length: 22 }, (_, index) => index + 3)

/** Lets fibres give way after so many operations. */
export const yieldingAfter = (operations: number) => Effect.provideService(Scheduler.MaxOpsBeforeYield, operations)

/** The effect behind so many steps, which move the places where its fibre gives way. */
export const behind = <A, E, R>(steps: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  steps === 0 ? effect : Effect.flatMap(Effect.succeed(steps), () => behind(steps - 1, effect))
