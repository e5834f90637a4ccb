import { Effect } from "effect"
import { Bus } from "../platform/bus/Bus.ts"

const saysNothingOfAccess: ReadonlySet<string> = new Set(["bridge_state", "bridge_states_asked", "viewers_asked"])

/**
 * Repeats a decision about access while access changes during it. Handlers of such a change cannot see what is registered
 * right after the decision.
 */
export const makeRetryIfAccessChanged = Effect.gen(function* () {
  const bus = yield* Bus
  let changes = 0
  yield* bus.onFact(
    ({ type }) => {
      if (!saysNothingOfAccess.has(type)) changes++
    },
    () => void changes++
  )
  const retryIfAccessChanged = <A, E, R>(decide: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const before = changes
      return Effect.flatMap(decide, (decided) =>
        changes === before ? Effect.succeed(decided) : retryIfAccessChanged(decide)
      )
    })
  return retryIfAccessChanged
})
