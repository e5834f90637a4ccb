import { assert, describe, it } from "@effect/vitest"
import { makeEqualizeDuration } from "@fleet/server/platform/crypto/equalizeDuration"
import { Data, Effect, Exit } from "effect"

class Refused extends Data.TaggedError("Refused") {}

/** A stopwatch that only moves when somebody works or waits. */
const makeTime = () => {
  let nowMs = 1000
  const pass = (ms: number) =>
    Effect.sync(() => {
      nowMs += ms
    })
  return { equalizeDuration: makeEqualizeDuration({ nowMs: () => nowMs, waitMs: pass }), pass, now: () => nowMs }
}

/** How long works of these lengths take, one after the other. */
const times = (lengths: ReadonlyArray<number>) => {
  const { equalizeDuration, now, pass } = makeTime()
  return Effect.forEach(lengths, (ms) =>
    Effect.gen(function* () {
      const began = now()
      yield* equalizeDuration(pass(ms))
      return now() - began
    })
  )
}

describe("equalizeDuration", () => {
  it.effect("equalizeDuration takes as long as the slowest call before, in steps of 5 ms", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* times([5, 3, 4, 7, 2, 10, 1]), [5, 5, 5, 10, 10, 10, 10])
    })
  )

  it.effect("equalizeDuration forgets a slow call after 32 others, and pads by 100 ms at most", () =>
    Effect.gen(function* () {
      const taken = yield* times([500, ...Array<number>(33).fill(3)])
      assert.deepStrictEqual(taken, [500, ...Array<number>(31).fill(103), 5, 5])
    })
  )

  it.effect("equalizeDuration fails and answers as the work does", () =>
    Effect.gen(function* () {
      const { equalizeDuration, pass } = makeTime()
      assert.strictEqual(yield* equalizeDuration(Effect.as(pass(9), "done")), "done")
      assert.instanceOf(yield* Effect.flip(equalizeDuration(Effect.andThen(pass(1), new Refused()))), Refused)
      assert.isTrue(Exit.hasDies(yield* Effect.exit(equalizeDuration(Effect.die("no")))))
    })
  )
})
