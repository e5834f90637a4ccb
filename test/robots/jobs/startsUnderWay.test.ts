import { assert, describe, it } from "@effect/vitest"
import { JobId } from "@fleet/domain/Ids"
import { makeStartsUnderWay } from "@fleet/server/robots/jobs/startsUnderWay"
import { Effect, Fiber } from "effect"

const [first, second] = ["1", "2"].map((digit) => JobId.make(`0000000${digit}-0000-4000-8000-000000000000`))

describe("a cancel that looks for its job", () => {
  it.effect("waits until what it finds is sent, and for what it finds then", () =>
    Effect.gen(function* () {
      const starts = makeStartsUnderWay()
      let named: { readonly id: JobId } = { id: first! }
      const over = [starts.begin(first!), starts.begin(second!)]
      const looking = yield* Effect.forkChild(starts.settled(() => ({ named })))
      yield* Effect.yieldNow
      assert.isUndefined(looking.pollUnsafe())
      named = { id: second! }
      yield* over[0]!
      yield* Effect.yieldNow
      assert.isUndefined(looking.pollUnsafe())
      yield* over[1]!
      assert.strictEqual((yield* Fiber.join(looking)).named.id, second)
    })
  )

  it.effect("is not for what begins after it has found nothing", () =>
    Effect.gen(function* () {
      const starts = makeStartsUnderWay()
      let named: { readonly id: JobId } | undefined
      const looking = Effect.timeout(
        starts.settled(() => {
          const found = { named }
          named = { id: first! }
          void starts.begin(first!)
          return found
        }),
        "5 seconds"
      )
      assert.isUndefined((yield* looking).named)
    })
  )
})
