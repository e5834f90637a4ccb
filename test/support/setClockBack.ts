import { Clock, Effect } from "effect"

/** Sets what the clock says back by so many milliseconds until the scope ends. Timers go on: theirs is never set. */
export const setClockBack = Effect.fnUntraced(function* (byMs: number) {
  const clock = yield* Clock.Clock
  const { currentTimeMillisUnsafe } = clock
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      Object.assign(clock, { currentTimeMillisUnsafe: () => currentTimeMillisUnsafe.call(clock) - byMs })
    ),
    () => Effect.sync(() => Object.assign(clock, { currentTimeMillisUnsafe }))
  )
})
