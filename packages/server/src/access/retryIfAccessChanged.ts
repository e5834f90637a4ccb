import { Effect } from "effect"
import { Bus } from "../platform/bus/Bus.ts"

/**
 * Makes a decision about access hold for what is registered right after it: it is taken again when access changed while
 * it was taken, because whoever acts on that change cannot see yet what the decision leads to.
 */
export const makeRetryIfAccessChanged = Effect.gen(function* () {
  const bus = yield* Bus
  let changes = 0
  yield* bus.onFact(({ type }) => {
    if (type !== "bridge_state") changes++
  })
  yield* bus.onGap(() => void changes++)
  const retryIfAccessChanged = <A, E, R>(decide: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const before = changes
      return Effect.flatMap(decide, (decided) =>
        changes === before ? Effect.succeed(decided) : retryIfAccessChanged(decide)
      )
    })
  return retryIfAccessChanged
})
