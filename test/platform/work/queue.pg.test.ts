import { assert, layer } from "@effect/vitest"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Work } from "@fleet/server/platform/work/Work"
import { WorkOutcome } from "@fleet/server/platform/work/WorkOutcome"
import { Clock, Deferred, Effect, Exit, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { item, makeQueue, noting, rowsOf, World } from "./world.ts"

const date = (ms: number) => Effect.map(Clock.currentTimeMillis, (now) => new Date(now + ms))

layer(World, { timeout: "60 seconds" })("the work queue", (it) => {
  it.effect("an item is written with its transaction, and not without it", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const transaction = yield* Transaction
      const queue = makeQueue()
      const failing = transaction.run(Effect.andThen(work.enqueue(queue, item(1)), Effect.fail("no")))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(failing)))
      assert.deepStrictEqual(yield* rowsOf(queue), [])
      yield* transaction.run(work.enqueue(queue, item(2)))
      const { attempts, handler } = noting()
      assert.isTrue(yield* work.next(queue, handler))
      assert.isFalse(yield* work.next(queue, handler))
      assert.deepStrictEqual(
        attempts.map(({ payload }) => payload),
        [2]
      )
    })
  )

  it.effect("a worker is woken by the commit, and not before", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const transaction = yield* Transaction
      const queue = makeQueue()
      const woken = yield* Effect.forkChild(work.woken(queue))
      yield* Effect.yieldNow
      yield* transaction.run(
        Effect.gen(function* () {
          yield* work.enqueue(queue, item(1))
          yield* Effect.yieldNow
          assert.isUndefined(woken.pollUnsafe())
        })
      )
      yield* Fiber.join(woken)
    })
  )

  it.effect("the work queue attempts items in the order in which they are due", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      for (const seconds of [3, 1, 4, 2])
        yield* work.enqueue(queue, item(seconds, { notBefore: yield* date(seconds * 1000) }))
      const { attempts, handler } = noting()
      yield* TestClock.adjust(999)
      assert.isFalse(yield* work.next(queue, handler))
      yield* TestClock.adjust(1)
      assert.isTrue(yield* work.next(queue, handler))
      assert.isFalse(yield* work.next(queue, handler))
      yield* TestClock.adjust("3 seconds")
      while (yield* work.next(queue, handler)) continue
      assert.deepStrictEqual(
        attempts.map(({ payload }) => payload),
        [1, 2, 3, 4]
      )
    })
  )

  it.effect("a retry waits for the queue's pauses, of which the last repeats", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      const { attempts, handler } = noting(() => WorkOutcome.Retry({ reason: "busy" }))
      yield* work.enqueue(queue, item(1))
      for (const [done, seconds] of [10, 60, 300, 300].entries()) {
        assert.isTrue(yield* work.next(queue, handler))
        assert.strictEqual(attempts.at(-1)!.number, done + 1)
        const [row] = yield* rowsOf(queue)
        assert.deepInclude(row, { state: "pending", attempts: done + 1, failure: "busy" })
        assert.strictEqual(row!.due_at.getTime() - (yield* Clock.currentTimeMillis), seconds * 1000)
        yield* TestClock.adjust(seconds * 1000 - 1)
        assert.isFalse(yield* work.next(queue, handler))
        yield* TestClock.adjust(1)
      }
    })
  )

  it.effect("a retry may ask for a longer pause, and not for a shorter one", () =>
    Effect.gen(function* () {
      const work = yield* Work
      for (const [wanted, seconds] of [
        [9, 10],
        [10, 10],
        [11, 11]
      ] as const) {
        const queue = makeQueue()
        const notBefore = yield* date(wanted * 1000)
        const { handler } = noting(() => WorkOutcome.Retry({ reason: "busy", notBefore }))
        yield* work.enqueue(queue, item(1))
        yield* work.next(queue, handler)
        const [row] = yield* rowsOf(queue)
        assert.strictEqual(row!.due_at.getTime() - (yield* Clock.currentTimeMillis), seconds * 1000)
      }
    })
  )

  it.effect("an item is given up where its handler says so, and where the next attempt would be too late", () => {
    const said: Array<unknown> = []
    const log = Logger.layer([Logger.make(({ message }) => said.push(message))])
    return Effect.gen(function* () {
      const work = yield* Work
      const outcomes: ReadonlyArray<readonly [WorkOutcome, string, string | null, number]> = [
        [WorkOutcome.GiveUp({ reason: "refused" }), "failed", "refused", 1],
        [WorkOutcome.GiveUp({ reason: "off", expected: true }), "failed", "off", 0],
        [WorkOutcome.Done(), "done", null, 0]
      ]
      for (const [outcome, state, failure, logged] of outcomes) {
        const queue = makeQueue()
        yield* work.enqueue(queue, item(1))
        said.length = 0
        assert.isTrue(yield* work.next(queue, noting(() => outcome).handler))
        assert.deepInclude((yield* rowsOf(queue))[0], { state, failure, payload: null })
        assert.strictEqual(said.length, logged)
      }
      for (const [holdsMs, state] of [
        [10_000, "failed"],
        [10_001, "pending"]
      ] as const) {
        const queue = makeQueue()
        yield* work.enqueue(queue, item(1, { expiresAt: yield* date(holdsMs) }))
        yield* work.next(queue, noting(() => WorkOutcome.Retry({ reason: "busy" })).handler)
        assert.deepInclude((yield* rowsOf(queue))[0], { state, failure: "busy" })
      }
    }).pipe(Effect.provide(log))
  })

  it.effect("no attempt is begun once the item has expired", () =>
    Effect.gen(function* () {
      const work = yield* Work
      for (const [passedMs, begun, failure] of [
        [999, 1, null],
        [1_000, 0, "expired"]
      ] as const) {
        const queue = makeQueue()
        yield* work.enqueue(queue, item(1, { expiresAt: yield* date(1_000) }))
        yield* TestClock.adjust(passedMs)
        const { attempts, handler } = noting()
        assert.isTrue(yield* work.next(queue, handler))
        assert.lengthOf(attempts, begun)
        assert.deepInclude((yield* rowsOf(queue))[0], { failure })
      }
      const queue = makeQueue()
      yield* work.enqueue(queue, item(1))
      yield* TestClock.adjust("1 day")
      yield* work.next(queue, noting().handler)
      assert.deepInclude((yield* rowsOf(queue))[0], { failure: "expired" })
    })
  )

  it.effect("a killed worker's item is attempted again after its lease, and not before", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      yield* work.enqueue(queue, item(1))
      const begun = yield* Deferred.make<void>()
      const dying = yield* Effect.forkChild(
        work.next(queue, () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
      )
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(dying)
      const { attempts, handler } = noting()
      yield* TestClock.adjust(59_999)
      assert.isFalse(yield* work.next(queue, handler))
      yield* TestClock.adjust(1)
      assert.isTrue(yield* work.next(queue, handler))
      assert.deepInclude(attempts[0], { payload: 1, number: 2 })
      assert.deepInclude((yield* rowsOf(queue))[0], { state: "done", attempts: 2 })
    })
  )

  it.effect("a handler that dies leaves its item until the lease ends", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      yield* work.enqueue(queue, item(1))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(work.next(queue, () => Effect.die("broken")))))
      const [row] = yield* rowsOf(queue)
      assert.deepInclude(row, { state: "pending", attempts: 1 })
      assert.strictEqual(row!.due_at.getTime() - (yield* Clock.currentTimeMillis), 60_000)
    })
  )

  it.effect("an attempt is interrupted before its lease ends, and is tried again", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      yield* work.enqueue(queue, item(1))
      const begun = yield* Deferred.make<void>()
      const trying = yield* Effect.forkChild(
        work.next(queue, () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
      )
      yield* Deferred.await(begun)
      yield* TestClock.adjust(58_999)
      assert.isUndefined(trying.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.isTrue(yield* Fiber.join(trying))
      assert.deepInclude((yield* rowsOf(queue))[0], { state: "pending", failure: "took too long" })
    })
  )
})
