import { assert, describe, it } from "@effect/vitest"
import { makeFairSlots } from "@fleet/server/platform/sql/makeFairSlots"
import { Deferred, Effect, Fiber } from "effect"

describe("work by turns", () => {
  it.effect("work of one is second, though another's thousand wait for longer", () =>
    Effect.gen(function* () {
      const turn = makeFairSlots(1)
      const gate = yield* Deferred.make<void>()
      const done: Array<string> = []
      const work = (who: string) => turn("foreground", who)(Effect.sync(() => done.push(who)))
      const holding = yield* Effect.forkChild(turn("foreground", "flood")(Deferred.await(gate)))
      yield* Effect.yieldNow
      const flood = yield* Effect.forEach(Array(1_000).fill("flood"), (who: string) => Effect.forkChild(work(who)))
      yield* Effect.yieldNow
      const one = yield* Effect.forkChild(work("one"))
      yield* Effect.yieldNow
      assert.deepStrictEqual(done, [])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll([holding, one, ...flood])
      assert.strictEqual(done.indexOf("one"), 1)
      assert.lengthOf(done, 1_001)
    })
  )

  it.effect("work that is interrupted while it waits is not begun, and keeps no slot", () =>
    Effect.gen(function* () {
      const turn = makeFairSlots(1)
      const gate = yield* Deferred.make<void>()
      let begun = 0
      const holding = yield* Effect.forkChild(turn("foreground", "a")(Deferred.await(gate)))
      yield* Effect.yieldNow
      const work = turn("foreground", "b")(Effect.sync(() => begun++))
      const waiting = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(work))
      yield* Effect.yieldNow
      yield* Fiber.interruptAll(waiting)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(holding)
      assert.strictEqual(begun, 0)
      yield* work
      assert.strictEqual(begun, 1)
    })
  )
})
