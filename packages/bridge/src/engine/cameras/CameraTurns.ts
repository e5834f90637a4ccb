import { Effect, FiberSet } from "effect"

/** Something that is asked of a camera. */
export interface Turn {
  readonly run: Effect.Effect<void>
  /** Runs in its place where something newer is asked for before its turn has come. */
  readonly overtaken: Effect.Effect<void>
}

/** Runs the work of cameras. Each camera runs one piece at a time, in order, and only the newest waits. */
export const makeCameraTurns = Effect.gen(function* () {
  const fork = yield* FiberSet.makeRuntime()
  const waiting = new Map<string, Turn>()
  const running = new Set<string>()

  const work = (slug: string) =>
    Effect.gen(function* () {
      for (let turn = waiting.get(slug); turn !== undefined; turn = waiting.get(slug)) {
        waiting.delete(slug)
        yield* Effect.catchCause(turn.run, (cause) => Effect.logError(`The camera ${slug} failed`, cause))
      }
      running.delete(slug)
    })

  return {
    /** Does not wait for the turn. */
    ask: (slug: string, turn: Turn): Effect.Effect<void> =>
      Effect.suspend(() => {
        const before = waiting.get(slug)
        waiting.set(slug, turn)
        if (!running.has(slug)) {
          running.add(slug)
          fork(work(slug))
        }
        return before?.overtaken ?? Effect.void
      }),
    /** Cameras that are remembered now. */
    size: () => running.size + waiting.size
  }
})
