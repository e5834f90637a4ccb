import { assert, describe, it } from "@effect/vitest"
import { makeQueues } from "@fleet/server/robots/home/makeQueues"
import { Deferred, Effect, Fiber } from "effect"
import { recordMaps } from "../../support/recordMaps.ts"

describe("queues by key", () => {
  it.effect("the first caller is first, other keys do not wait, and nothing is kept", () =>
    Effect.gen(function* () {
      const { entries, result: placeOf } = yield* recordMaps(Effect.sync(() => makeQueues<string>()))
      const before = entries()
      const gate = yield* Deferred.make<void>()
      const done: Array<string> = []
      const visit = (key: string, name: string, first: Effect.Effect<void> = Effect.void) => {
        const { leave, turn } = placeOf(key)
        const noted = Effect.sync(() => void done.push(name))
        return Effect.ensuring(Effect.andThen(turn, Effect.andThen(first, noted)), Effect.sync(leave))
      }
      const one = visit("a", "online", Deferred.await(gate))
      const two = visit("a", "offline")
      const three = visit("b", "another robot")
      // Begun in the other order.
      const fibers = yield* Effect.forEach([three, two, one], (each) =>
        Effect.forkChild(each, { startImmediately: true })
      )
      assert.deepStrictEqual(done, ["another robot"])
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(done, ["another robot", "online", "offline"])
      assert.strictEqual(entries(), before)
    })
  )
})
