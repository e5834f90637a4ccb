import { assert, describe, it } from "@effect/vitest"
import { makeBatcher } from "@fleet/server/platform/sql/makeBatcher"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { behind, yieldBudgets, yieldingAfter } from "../../support/yields.ts"
import { inFakeTransaction, withFakeTransactions } from "../../support/fakeTransactions.ts"

/** A batcher of doubling whose runs wait at a gate each; `batches` has what each run was asked. */
const gated = Effect.fnUntraced(function* (atOnce: number) {
  const batches: Array<ReadonlyArray<number>> = []
  const gates: Array<Deferred.Deferred<void, "refused">> = []
  const double = yield* makeBatcher(atOnce, (items: ReadonlyArray<number>) =>
    Effect.gen(function* () {
      const gate = Deferred.makeUnsafe<void, "refused">()
      batches.push(items)
      gates.push(gate)
      yield* Deferred.await(gate)
      return items.map((item) => item * 2)
    })
  ).pipe(withFakeTransactions)
  const begun = (run: number) => Effect.repeat(Effect.yieldNow, { until: () => batches.length >= run })
  const ask = (item: number) => Effect.forkChild(Effect.exit(double(item)), { startImmediately: true })
  return { ask, batches, begun, double, gates }
})

describe("a batcher", () => {
  it.effect("answers everybody who comes while a run ends", () =>
    Effect.gen(function* () {
      for (const budget of yieldBudgets) {
        for (let steps = 0; steps < 20; steps++) {
          yield* Effect.gen(function* () {
            const same = yield* makeBatcher(10, (items: ReadonlyArray<number>) =>
              Effect.andThen(Effect.yieldNow, behind(steps, Effect.succeed(items)))
            )
            const ask = Effect.fnUntraced(function* (item: number) {
              for (let turn = 0; turn < item; turn++) yield* Effect.yieldNow
              return yield* same(item)
            })
            const items = Array.from({ length: 30 }, (_, item) => item)
            const fibers = yield* Effect.forEach(items, (item) => Effect.forkChild(ask(item)))
            assert.deepStrictEqual(yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber)), items)
          }).pipe(Effect.scoped, withFakeTransactions, yieldingAfter(budget))
        }
      }
    })
  )

  it.effect("answers a call within a transaction alone and at once, also while it is busy", () =>
    Effect.gen(function* () {
      const { ask, batches, begun, double, gates } = yield* gated(3)
      const outside = yield* ask(1)
      yield* begun(1)
      const within = yield* Effect.forkChild(inFakeTransaction(double(2)), { startImmediately: true })
      assert.deepStrictEqual(batches, [[1], [2]])
      for (const gate of gates) Deferred.doneUnsafe(gate, Exit.void)
      assert.strictEqual(yield* Fiber.join(within), 4)
      assert.deepStrictEqual(yield* Fiber.join(outside), Exit.succeed(2))
    })
  )

  it.effect("asks together for what comes while it is busy, at most so much at once, and answers in order", () =>
    Effect.gen(function* () {
      const { ask, batches, begun, gates } = yield* gated(3)
      const first = yield* ask(1)
      yield* begun(1)
      const rest = yield* Effect.forEach([2, 3, 4, 5], ask)
      Deferred.doneUnsafe(gates[0]!, Exit.void)
      assert.deepStrictEqual(yield* Fiber.join(first), Exit.succeed(2))
      yield* begun(2)
      assert.deepStrictEqual(batches, [[1], [2, 3, 4]])
      Deferred.doneUnsafe(gates[1]!, Exit.void)
      yield* begun(3)
      Deferred.doneUnsafe(gates[2]!, Exit.void)
      assert.deepStrictEqual(
        yield* Effect.forEach(rest, (fiber) => Fiber.join(fiber)),
        [4, 6, 8, 10].map((answer) => Exit.succeed(answer))
      )
      assert.deepStrictEqual(batches, [[1], [2, 3, 4], [5]])
    })
  )

  it.effect("fails those of a run that fails, and goes on with the next", () =>
    Effect.gen(function* () {
      const { ask, begun, gates } = yield* gated(3)
      const first = yield* ask(1)
      yield* begun(1)
      const second = yield* ask(2)
      Deferred.doneUnsafe(gates[0]!, Exit.fail("refused" as const))
      assert.deepStrictEqual(yield* Fiber.join(first), Exit.fail("refused" as const))
      yield* begun(2)
      Deferred.doneUnsafe(gates[1]!, Exit.void)
      assert.deepStrictEqual(yield* Fiber.join(second), Exit.succeed(4))
    })
  )

  it.effect("does not ask for a caller that has gone", () =>
    Effect.gen(function* () {
      const { ask, batches, begun, gates } = yield* gated(3)
      const first = yield* ask(1)
      yield* begun(1)
      const gone = yield* ask(2)
      const stays = yield* ask(3)
      yield* Fiber.interrupt(gone)
      Deferred.doneUnsafe(gates[0]!, Exit.void)
      yield* begun(2)
      Deferred.doneUnsafe(gates[1]!, Exit.void)
      assert.deepStrictEqual(yield* Fiber.join(first), Exit.succeed(2))
      assert.deepStrictEqual(yield* Fiber.join(stays), Exit.succeed(6))
      assert.deepStrictEqual(batches, [[1], [3]])
    })
  )

  it.effect("answers those that wait when its scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { ask, begun } = yield* Scope.provide(gated(3), scope)
      const taken = yield* ask(1)
      yield* begun(1)
      const waits = yield* ask(2)
      yield* Scope.close(scope, Exit.void)
      const ends = yield* Effect.forEach([taken, waits], (fiber) => Fiber.join(fiber))
      assert.deepStrictEqual(ends.map(Exit.hasInterrupts), [true, true])
    })
  )
})
