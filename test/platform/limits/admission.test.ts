import { assert, describe, it } from "@effect/vitest"
import { Admission } from "@fleet/server/platform/limits/Admission"
import { Clock, Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { behind, yieldBudgets, yieldingAfter } from "../../support/yields.ts"

const setUp = Effect.gen(function* () {
  const admission = new Admission({ atOnce: 2, patienceMs: 1_000 }, yield* Clock.Clock)
  const begun: Array<number> = []
  const work = (name: number) => {
    const gate = Deferred.makeUnsafe<void>()
    const admitted = admission.admit(
      Effect.andThen(
        Effect.sync(() => begun.push(name)),
        Deferred.await(gate)
      )
    )
    return Effect.map(Effect.forkChild(admitted, { startImmediately: true }), (fiber) => ({
      fiber,
      end: Effect.andThen(
        Effect.sync(() => Deferred.doneUnsafe(gate, Exit.void)),
        Fiber.join(fiber)
      )
    }))
  }
  return { admission, begun, work }
})

describe("an admission", () => {
  it.live("loses no place to an interrupt, wherever the fibre is", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      for (const budget of yieldBudgets) {
        for (let steps = 0; steps < 30; steps++) {
          const admission = new Admission({ atOnce: 1, patienceMs: 1 }, clock)
          yield* Effect.gen(function* () {
            const fiber = yield* Effect.forkChild(admission.admit(behind(steps, Effect.never)))
            for (let turn = 0; turn < steps % 3; turn++) yield* Effect.yieldNow
            yield* Fiber.interrupt(fiber)
            assert.strictEqual(yield* admission.admit(Effect.succeed("served")), "served")
          }).pipe(yieldingAfter(budget), Effect.timeout("10 seconds"))
        }
      }
    })
  )

  it.effect("serves ten thousand that end in the turn in which they are admitted", () =>
    Effect.gen(function* () {
      const admission = new Admission({ atOnce: 1, patienceMs: 1_000 }, yield* Clock.Clock)
      const gate = yield* Deferred.make<void>()
      let served = 0
      const holding = yield* Effect.forkChild(admission.admit(Deferred.await(gate)), { startImmediately: true })
      const work = admission.admit(Effect.sync(() => served++))
      const waiting = yield* Effect.forEach(Array.from({ length: 10_000 }), () =>
        Effect.forkChild(work, { startImmediately: true })
      )
      assert.deepStrictEqual([served, admission.waiting], [0, 10_000])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll([holding, ...waiting])
      assert.deepStrictEqual([served, admission.waiting], [10_000, 0])
    })
  )

  it.effect("serves as many at once as it may, and the rest in the order they came", () =>
    Effect.gen(function* () {
      const { admission, begun, work } = yield* setUp
      const works = yield* Effect.forEach([1, 2, 3, 4], work)
      assert.deepStrictEqual([begun, admission.waiting], [[1, 2], 2])
      yield* works[1]!.end
      assert.deepStrictEqual([begun, admission.waiting], [[1, 2, 3], 1])
      yield* works[0]!.end
      yield* works[2]!.end
      yield* works[3]!.end
      assert.deepStrictEqual([begun, admission.waiting], [[1, 2, 3, 4], 0])
      yield* (yield* work(5)).end
    })
  )

  it.effect("is busy from when the one at the head has waited too long until it is served", () =>
    Effect.gen(function* () {
      const { admission, work } = yield* setUp
      const works = yield* Effect.forEach([1, 2], work)
      yield* TestClock.adjust("1 hour")
      assert.isFalse(admission.isBusy)
      const last = yield* work(3)
      yield* TestClock.adjust("999 millis")
      assert.isFalse(admission.isBusy)
      yield* TestClock.adjust("1 millis")
      assert.isTrue(admission.isBusy)
      yield* works[0]!.end
      assert.isFalse(admission.isBusy)
      yield* works[1]!.end
      yield* last.end
    })
  )

  it.effect("keeps no place for one that was interrupted while it waited or was served", () =>
    Effect.gen(function* () {
      const { admission, begun, work } = yield* setUp
      const works = yield* Effect.forEach([1, 2, 3, 4], work)
      yield* Fiber.interrupt(works[2]!.fiber)
      assert.strictEqual(admission.waiting, 1)
      yield* Fiber.interrupt(works[0]!.fiber)
      assert.deepStrictEqual([begun, admission.waiting], [[1, 2, 4], 0])
      yield* works[1]!.end
      yield* works[3]!.end
      const more = yield* Effect.forEach([5, 6, 7], work)
      assert.deepStrictEqual([begun, admission.waiting], [[1, 2, 4, 5, 6], 1])
      for (const { end } of more) yield* end
    })
  )
})
