import { assert, layer } from "@effect/vitest"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { runWorkers } from "@fleet/server/platform/work/runWorkers"
import { Work } from "@fleet/server/platform/work/Work"
import { WorkOutcome } from "@fleet/server/platform/work/WorkOutcome"
import type { WorkHandler } from "@fleet/server/platform/work/WorkQueue"
import { Array, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { eventually } from "../../mail/world.ts"
import { item, makeQueue, noting, type Numbers, Process, rowsOf, World } from "./world.ts"

/** Stops a process, in the time that passes for it. */
const stop = Effect.fnUntraced(function* (scope: Scope.Closeable) {
  const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
  const stopped = Effect.sync(() => stopping.pollUnsafe() !== undefined)
  yield* eventually(Effect.andThen(TestClock.adjust("1 seconds"), stopped))
  yield* Fiber.join(stopping)
})

/** Workers of a process of their own, which is stopped after the test if it was not before. */
const startProcess = Effect.fnUntraced(function* (queue: Numbers, handler: WorkHandler<number>) {
  const scope = yield* Effect.acquireRelease(Scope.make(), stop)
  yield* Layer.buildWithScope(Layer.effectDiscard(runWorkers(queue, handler)).pipe(Layer.provide(Process)), scope)
  return scope
})

const enqueueMany = Effect.fnUntraced(function* (queue: Numbers, count: number) {
  const work = yield* Work
  const transaction = yield* Transaction
  yield* transaction.run(Effect.forEach(Array.range(1, count), (payload) => work.enqueue(queue, item(payload))))
})

const ended = Effect.fnUntraced(function* ({ name }: Numbers) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT FROM work_items WHERE queue = ${name} AND state = 'pending' LIMIT 1`).length === 0
})

layer(World, { timeout: "120 seconds" })("workers", (it) => {
  it.effect("workers of several processes attempt each item once and never at once", () =>
    Effect.gen(function* () {
      const queue = makeQueue({ concurrency: 4 })
      const [running, seen] = [new Set<number>(), new Map<number, number>()]
      let most = 0
      const handler: WorkHandler<number> = (payload) =>
        Effect.gen(function* () {
          assert.isFalse(running.has(payload))
          running.add(payload)
          most = Math.max(most, running.size)
          seen.set(payload, (seen.get(payload) ?? 0) + 1)
          for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
          running.delete(payload)
          return WorkOutcome.Done()
        })
      for (let process = 0; process < 3; process++) yield* startProcess(queue, handler)
      yield* enqueueMany(queue, 200)
      yield* eventually(Effect.andThen(TestClock.adjust("5 seconds"), ended(queue)))
      assert.strictEqual(seen.size, 200)
      assert.deepStrictEqual([...new Set(seen.values())], [1])
      assert.isAbove(most, 1)
      assert.isAtMost(most, 12)
    })
  )

  it.effect("workers attempt as many items at a time as the queue allows, and no more", () =>
    Effect.gen(function* () {
      const queue = makeQueue({ concurrency: 3 })
      const begun: Array<number> = []
      const handler: WorkHandler<number> = (payload) =>
        Effect.andThen(
          Effect.sync(() => begun.push(payload)),
          Effect.never
        )
      yield* startProcess(queue, handler)
      yield* enqueueMany(queue, 4)
      yield* eventually(
        Effect.andThen(
          TestClock.adjust("5 seconds"),
          Effect.sync(() => begun.length === 3)
        ),
        200
      )
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(begun, 3)
    })
  )

  it.effect("workers of one queue go on while workers of another are stuck", () =>
    Effect.gen(function* () {
      const [stuck, free] = [makeQueue(), makeQueue()]
      yield* startProcess(stuck, () => Effect.never)
      yield* startProcess(free, noting().handler)
      yield* enqueueMany(stuck, 20)
      yield* enqueueMany(free, 20)
      yield* eventually(Effect.andThen(TestClock.adjust("5 seconds"), ended(free)), 200)
      assert.isFalse(yield* ended(stuck))
    })
  )

  it.effect("workers go on after a handler that dies", () =>
    Effect.gen(function* () {
      const queue = makeQueue({ concurrency: 1 })
      let calls = 0
      const handler: WorkHandler<number> = () => {
        calls++
        return calls === 1 ? Effect.die("broken") : Effect.succeed(WorkOutcome.Done())
      }
      yield* startProcess(queue, handler)
      yield* enqueueMany(queue, 2)
      yield* eventually(Effect.andThen(TestClock.adjust("5 seconds"), ended(queue)), 200)
      assert.strictEqual(calls, 3)
    })
  )

  it.effect("workers go on after a handler that is interrupted from within", () =>
    Effect.gen(function* () {
      const queue = makeQueue({ concurrency: 1 })
      let calls = 0
      const handler: WorkHandler<number> = () => {
        calls++
        return calls === 1 ? Effect.interrupt : Effect.succeed(WorkOutcome.Done())
      }
      yield* startProcess(queue, handler)
      yield* enqueueMany(queue, 2)
      yield* eventually(Effect.andThen(TestClock.adjust("5 seconds"), ended(queue)), 200)
      assert.strictEqual(calls, 3)
    })
  )

  it.effect("workers finish what is under way when the process stops, and begin nothing", () =>
    Effect.gen(function* () {
      const queue = makeQueue({ concurrency: 1 })
      const begun: Array<number> = []
      const handler: WorkHandler<number> = (payload) =>
        Effect.sync(() => begun.push(payload)).pipe(
          Effect.andThen(Effect.sleep("4 seconds")),
          Effect.as(WorkOutcome.Done())
        )
      yield* enqueueMany(queue, 2)
      const scope = yield* startProcess(queue, handler)
      yield* eventually(Effect.sync(() => begun.length === 1))
      yield* stop(scope)
      assert.deepStrictEqual((yield* rowsOf(queue)).map(({ state }) => state).sort(), ["done", "pending"])
      assert.lengthOf(begun, 1)
    })
  )

  it.effect("workers keep nothing of a thousand items that ended", () =>
    Effect.gen(function* () {
      const queue = makeQueue({ concurrency: 8 })
      let calls = 0
      const handler: WorkHandler<number> = (payload) => {
        calls++
        return Effect.succeed(
          payload % 100 === 0 ? WorkOutcome.GiveUp({ reason: "no", expected: true }) : WorkOutcome.Done()
        )
      }
      yield* enqueueMany(queue, 1_000)
      yield* startProcess(queue, handler)
      yield* eventually(ended(queue))
      assert.strictEqual(calls, 1_000)
      const rows = yield* rowsOf(queue)
      assert.isTrue(rows.every(({ payload }) => payload === null))
      yield* TestClock.adjust("8 days")
      yield* eventually(Effect.map(rowsOf(queue), ({ length }) => length === 0))
    })
  )
})
