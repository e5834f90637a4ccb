import { assert, layer } from "@effect/vitest"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { workAttempts } from "@fleet/server/platform/telemetry/workAttempts"
import { Work } from "@fleet/server/platform/work/Work"
import { WorkOutcome } from "@fleet/server/platform/work/WorkOutcome"
import { Clock, Effect, Fiber, Metric, Option } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { unique } from "../../support/people.ts"
import { item, makeQueue, noting, rowsOf, World } from "./world.ts"

const date = (ms: number) => Effect.map(Clock.currentTimeMillis, (now) => new Date(now + ms))

layer(World, { timeout: "60 seconds" })("an item of work", (it) => {
  it.effect("a second item of the same key is not written while the first is kept", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const [queue, other] = [makeQueue(), makeQueue()]
      const write = (payload: number, where = queue) => work.enqueue(where, item(payload, { key: "invoice 7" }))
      const first = yield* write(1)
      assert.strictEqual(yield* write(2), first)
      assert.notStrictEqual(yield* write(3, other), first)
      const { attempts, handler } = noting()
      assert.isTrue(yield* work.next(queue, handler))
      assert.isFalse(yield* work.next(queue, handler))
      assert.strictEqual(yield* write(4), first)
      yield* TestClock.adjust("7 days")
      yield* work.purge(queue)
      assert.strictEqual(yield* write(5), first)
      yield* TestClock.adjust(1)
      yield* work.purge(queue)
      assert.notStrictEqual(yield* write(6), first)
      assert.isTrue(yield* work.next(queue, handler))
      assert.deepStrictEqual(
        attempts.map(({ payload }) => payload),
        [1, 6]
      )
    })
  )

  it.effect("an item of work with a key is written once by two concurrent transactions", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const transaction = yield* Transaction
      const queue = makeQueue()
      const write = (payload: number) => transaction.run(work.enqueue(queue, item(payload, { key: "once" })))
      const ids = yield* Effect.all([1, 2, 3, 4, 5].map(write), { concurrency: "unbounded" })
      assert.lengthOf(new Set(ids), 1)
      assert.lengthOf(yield* rowsOf(queue), 1)
    })
  )

  it.effect("many items are written at once as one is: sealed, each with its times, none if there are none", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      const now = yield* date(0)
      yield* work.enqueueAll(queue, [])
      const later = yield* date(5_000)
      yield* work.enqueueAll(queue, [item(1), item(2), item(3, { notBefore: later })])
      const rows = yield* rowsOf(queue)
      assert.deepStrictEqual(
        rows.map(({ due_at, state }) => [state, due_at.getTime()]).toSorted(),
        [now, now, later].map((due) => ["pending", due.getTime()])
      )
      const { attempts, handler } = noting()
      while (yield* work.next(queue, handler));
      assert.deepStrictEqual(attempts.map(({ payload }) => payload).toSorted(), [1, 2])
      yield* TestClock.adjust("5 seconds")
      assert.isTrue(yield* work.next(queue, handler))
      assert.strictEqual(attempts[2]!.payload, 3)
    })
  )

  it.effect("many items wake a worker after the commit, and not where it is rolled back", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const transaction = yield* Transaction
      const queue = makeQueue()
      const refused = Effect.andThen(work.enqueueAll(queue, [item(1)]), Effect.fail("no" as const))
      yield* Effect.flip(transaction.run(refused))
      assert.lengthOf(yield* rowsOf(queue), 0)
      const woken = yield* Effect.forkChild(work.woken(queue), { startImmediately: true })
      const inside = Effect.andThen(
        work.enqueueAll(queue, [item(2), item(3)]),
        Effect.sync(() => assert.isUndefined(woken.pollUnsafe()))
      )
      yield* transaction.run(inside)
      yield* Fiber.join(woken)
    })
  )

  it.effect("a payload is sealed, and opens for its own row and queue alone", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const sql = yield* SqlClient.SqlClient
      const [queue, other] = [makeQueue(), makeQueue()]
      const moved = yield* work.enqueue(queue, item(1234567))
      const fresh = yield* work.enqueue(other, item(7654321))
      const [row] = yield* rowsOf(queue)
      assert.notInclude(Buffer.from(row!.payload!).toString("latin1"), "1234567")
      yield* sql`UPDATE work_items SET queue = ${other.name} WHERE id = ${moved}`
      const { attempts, handler } = noting()
      while (yield* work.next(other, handler)) continue
      assert.deepStrictEqual(
        attempts.map(({ id }) => id),
        [fresh]
      )
      const failed = (yield* rowsOf(other)).find(({ id }) => id === moved)
      assert.deepInclude(failed, { state: "failed", failure: "the payload cannot be read" })
    })
  )

  it.effect("an inert item is a row that nobody attempts", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      const id = yield* work.enqueue(queue, item(1, { inert: true }))
      assert.deepInclude((yield* rowsOf(queue))[0], { state: "void", payload: null })
      assert.isFalse(yield* work.next(queue, noting().handler))
      assert.isTrue(Option.isNone(yield* work.attemptOnce(queue, id, noting().handler)))
    })
  )

  it.effect("a caller's own attempt is the only one", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      const { attempts, handler } = noting(() => WorkOutcome.Retry({ reason: "busy" }))
      const id = yield* work.enqueue(queue, item(1, { notBefore: yield* date(60_000) }))
      const outcomes = yield* Effect.all(
        [1, 2, 3].map(() => work.attemptOnce(queue, id, handler)),
        { concurrency: 3 }
      )
      assert.lengthOf(outcomes.filter(Option.isSome), 1)
      assert.lengthOf(attempts, 1)
      assert.deepInclude((yield* rowsOf(queue))[0], { state: "failed", failure: "busy" })
      yield* TestClock.adjust("1 day")
      assert.isFalse(yield* work.next(queue, handler))
    })
  )

  it.effect("an item of an org is deleted with it", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const sql = yield* SqlClient.SqlClient
      const queue = makeQueue()
      const orgId = randomUUID()
      yield* sql`INSERT INTO orgs ${sql.insert({ id: orgId, name: `Org ${unique()}` })}`
      yield* work.enqueue(queue, item(1, { orgId }))
      yield* work.enqueue(queue, item(2))
      yield* sql`DELETE FROM orgs WHERE id = ${orgId}`
      assert.lengthOf(yield* rowsOf(queue), 1)
    })
  )

  it.effect("attempts at items of work are counted by queue and outcome", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      const outcomes = [
        WorkOutcome.Done(),
        WorkOutcome.Done(),
        WorkOutcome.Retry({ reason: "busy" }),
        WorkOutcome.GiveUp({ reason: "no" })
      ]
      for (const at of outcomes.keys()) yield* work.enqueue(queue, item(at))
      while (yield* work.next(queue, noting((at) => outcomes[at]!).handler)) continue
      for (const [outcome, count] of [
        ["Done", 2],
        ["Retry", 1],
        ["GiveUp", 1]
      ] as const) {
        const metric = Metric.withAttributes(workAttempts, { queue: queue.name, outcome })
        assert.strictEqual((yield* Metric.value(metric)).count, count)
      }
    })
  )
})
