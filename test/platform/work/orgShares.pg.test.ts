import { assert, describe, it as bare, layer } from "@effect/vitest"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { OrgShares } from "@fleet/server/platform/work/OrgShares"
import { Work } from "@fleet/server/platform/work/Work"
import { WorkOutcome } from "@fleet/server/platform/work/WorkOutcome"
import { Array, Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { unique } from "../../support/people.ts"
import { item, makeQueue, noting, type Numbers, Process, World } from "./world.ts"

const makeOrgId = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const id = randomUUID()
  yield* sql`INSERT INTO orgs ${sql.insert({ id, name: `Org ${unique()}` })}`
  return id
})

/** Writes so many items of an organisation, numbered from a number on. */
const enqueue = Effect.fnUntraced(function* (queue: Numbers, orgId: string | null, from: number, count: number) {
  const work = yield* Work
  const transaction = yield* Transaction
  yield* transaction.run(
    Effect.forEach(Array.range(from, from + count - 1), (payload) => work.enqueue(queue, item(payload, { orgId })))
  )
})

layer(World, { timeout: "60 seconds" })("turns of organisations", (it) => {
  it.effect(
    "an organisation's one item is attempted second, though another has a thousand that are due for longer",
    () =>
      Effect.gen(function* () {
        const work = yield* Work
        const queue = makeQueue()
        const [flood, one] = [yield* makeOrgId, yield* makeOrgId]
        yield* enqueue(queue, flood, 1, 1_000)
        const begun = yield* Deferred.make<void>()
        const gate = yield* Deferred.make<void>()
        const held = yield* Effect.forkChild(
          work.next(queue, () =>
            Effect.as(Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(gate)), WorkOutcome.Done())
          )
        )
        yield* Deferred.await(begun)
        yield* TestClock.adjust(10)
        yield* enqueue(queue, one, 5_000, 1)
        const { attempts, handler } = noting()
        for (let attempt = 0; attempt < 3; attempt++) assert.isTrue(yield* work.next(queue, handler))
        const order = attempts.map(({ payload }) => payload)
        assert.include(order.slice(0, 2), 5_000)
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(held)
      })
  )

  it.effect("organisations take turns, however many items each has, and so do those of none", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      const orgs = [yield* makeOrgId, yield* makeOrgId, yield* makeOrgId, null]
      const counts = [5, 4, 1, 2]
      for (const [index, orgId] of orgs.entries()) yield* enqueue(queue, orgId, index * 100, counts[index]!)
      const { attempts, handler } = noting()
      while (yield* work.next(queue, handler));
      const order = attempts.map(({ payload }) => Math.floor(payload / 100))
      assert.deepStrictEqual(order, [0, 1, 2, 3, 0, 1, 3, 0, 1, 0, 1, 0])
    })
  )

  it.effect("an item that another process wrote has its turn a second later at most", () =>
    Effect.gen(function* () {
      const work = yield* Work
      const queue = makeQueue()
      const [flood, one] = [yield* makeOrgId, yield* makeOrgId]
      yield* enqueue(queue, flood, 1, 20)
      const { attempts, handler } = noting()
      yield* work.next(queue, handler)
      yield* Effect.provide(enqueue(queue, one, 5_000, 1), Process)
      yield* TestClock.adjust(1_000)
      for (let attempt = 0; attempt < 2; attempt++) yield* work.next(queue, handler)
      assert.include(
        attempts.map(({ payload }) => payload),
        5_000
      )
    })
  )
})

describe("the line of organisations", () => {
  bare("the line of organisations keeps nobody who has no due item", () => {
    const turns = new OrgShares()
    const orgs = Array.range(1, 1_000).map(String)
    turns.found([...orgs, null, ...orgs])
    assert.strictEqual(turns.size, 1_001)
    for (const orgId of [...orgs, null]) {
      const turn = turns.next()!
      assert.strictEqual(turn.orgId, orgId)
      turns.drop(turn)
    }
    assert.deepStrictEqual([turns.next(), turns.size], [undefined, 0])
  })

  bare("the line of organisations keeps one of whose items somebody spoke while it was found to have none", () => {
    const turns = new OrgShares()
    turns.add("a")
    const turn = turns.next()!
    turns.add("a")
    turns.drop(turn)
    assert.strictEqual(turns.next()?.orgId, "a")
  })

  bare("the line of organisations is read while it is empty, and once at its age, whichever way the clock went", () => {
    const turns = new OrgShares()
    assert.isTrue(turns.isStale(5_000, 1_000))
    turns.found(["a"])
    assert.deepStrictEqual(
      [4_001, 5_999, 6_000, 6_001, 5_000].map((nowMs) => turns.isStale(nowMs, 1_000)),
      [false, false, true, false, true]
    )
    turns.drop(turns.next()!)
    assert.isTrue(turns.isStale(5_001, 1_000))
  })
})
