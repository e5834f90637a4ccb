import { assert, describe, it } from "@effect/vitest"
import { Int } from "@fleet/domain/Wire"
import { makeWriteBehind } from "@fleet/server/platform/sql/makeWriteBehind"
import { Deferred, Effect, Exit, Fiber, Schema, Scheduler, Scope } from "effect"
import { TestClock } from "effect/testing"
import { recordMaps } from "../../support/recordMaps.ts"

interface Item {
  readonly key: string
  readonly owner: string
  readonly value: number
}
const item = (key: number, value: number): Item => ({ key: `${key}`, owner: `robot ${key % 2}`, value })

const poison = 13

/** A table that fails while it is told to, and refuses batches that hold the poison. */
const aTable = () => {
  const table = {
    fails: false,
    rows: [] as Array<Item>,
    batches: [] as Array<number>,
    gate: null as Deferred.Deferred<void> | null
  }
  const write = (batch: ReadonlyArray<Item>) =>
    Effect.gen(function* () {
      if (table.gate !== null) yield* Deferred.await(table.gate)
      if (table.fails) return yield* Effect.die("the database is away")
      if (batch.some(({ value }) => value === poison)) return yield* Effect.die("poison")
      table.batches.push(batch.length)
      table.rows.push(...batch)
    })
  return { table, write }
}
const isRefusal = (defect: unknown) => defect === "poison"

const Steps = Schema.Array(
  Schema.Struct({
    does: Schema.Literals(["offer", "offer", "offer", "flush", "flushOf", "fail", "mend", "second"]),
    key: Int(0, 5),
    value: Int(10, 14)
  })
).check(Schema.isMaxLength(60))

describe("write-behind", () => {
  it.effect.prop(
    "write-behind: what is offered is written once and in order, or refused; the newest of a key stands; nothing is kept",
    [Steps, Schema.Boolean, Schema.Boolean],
    ([steps, byKey, onArrival]) =>
      Effect.gen(function* () {
        const { table, write } = aTable()
        const refused: Array<readonly [Item, string]> = []
        const scope = yield* Scope.make()
        const bound = 4
        const { entries, result: behind } = yield* recordMaps(
          makeWriteBehind<Item>({
            name: "items",
            when: onArrival ? { onArrival: "250 millis" } : { every: "1 second" },
            atOnce: 3,
            bound,
            ...(byKey ? { key: ({ key }: Item) => key } : {}),
            ownerOf: ({ owner }) => owner,
            write,
            isRefusal,
            refused: (item, why) => void refused.push([item, why])
          }).pipe(Scope.provide(scope))
        )
        const idle = entries()
        const offered: Array<Item> = []
        const replaced = new Set<Item>()
        let number = 0
        for (const { does, key, value } of steps) {
          if (does === "offer") {
            const next = item(key, value === poison ? poison : ++number * 100)
            const isDone = (each: Item) => table.rows.includes(each) || refused.some(([other]) => other === each)
            const waits = offered.filter((each) => !isDone(each) && !replaced.has(each))
            const same = byKey ? waits.find((each) => each.key === next.key) : undefined
            if (same !== undefined) replaced.add(same)
            offered.push(next)
            behind.offer(next)
            assert.isAtMost(behind.size(), bound)
            if (same === undefined && waits.length >= bound) assert.deepStrictEqual(refused.at(-1), [next, "full"])
          } else if (does === "fail") table.fails = true
          else if (does === "mend") table.fails = false
          else if (does === "second") yield* TestClock.adjust("1 second")
          else {
            const exit = yield* Effect.exit(does === "flush" ? behind.flush : behind.flushOf(`robot ${key % 2}`))
            if (!table.fails) {
              assert.isTrue(Exit.isSuccess(exit))
              if (does === "flush") assert.strictEqual(behind.size(), 0)
            }
          }
        }
        table.fails = false
        yield* Scope.close(scope, Exit.void)
        assert.strictEqual(behind.size(), 0)
        assert.strictEqual(entries() - idle, 0)
        const lost = new Set([...refused.map(([each]) => each), ...replaced])
        const expected = offered.filter((each) => !lost.has(each))
        assert.sameMembers(table.rows, expected)
        assert.lengthOf(table.rows, expected.length)
        assert.isTrue(refused.every(([{ value }, why]) => why === "full" || value === poison))
        // Of one key, and of one owner, what was offered first was written first.
        for (const key of ["0", "1", "2", "3", "4", "5"]) {
          const of = (items: ReadonlyArray<Item>) => items.filter((each) => each.key === key)
          assert.deepStrictEqual(of(table.rows), of(expected))
        }
        assert.isTrue(table.batches.every((size) => size <= 3))
      })
  )

  const options = { name: "items", atOnce: 10, bound: 10, key: ({ key }: Item) => key, isRefusal }

  it.effect("write-behind: on arrival it writes at once, then after each pause; after a failure a second later", () =>
    Effect.gen(function* () {
      const { table, write } = aTable()
      const behind = yield* makeWriteBehind<Item>({ ...options, when: { onArrival: "250 millis" }, write })
      behind.offer(item(1, 1))
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(table.rows, [item(1, 1)])
      behind.offer(item(1, 2))
      behind.offer(item(1, 3))
      yield* TestClock.adjust("249 millis")
      assert.lengthOf(table.rows, 1)
      table.fails = true
      yield* TestClock.adjust("1 millis")
      assert.lengthOf(table.rows, 1)
      table.fails = false
      yield* TestClock.adjust("999 millis")
      assert.lengthOf(table.rows, 1)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(table.rows.slice(1), [item(1, 3)])
    })
  )

  it.effect(
    "write-behind: a newer value that comes while its key is being written is not replaced by the older one",
    () =>
      Effect.gen(function* () {
        const { table, write } = aTable()
        const behind = yield* makeWriteBehind<Item>({ ...options, when: { every: "1 hour" }, write })
        table.gate = yield* Deferred.make<void>()
        behind.offer(item(1, 1))
        const flushing = yield* Effect.forkChild(Effect.exit(behind.flush), { startImmediately: true })
        behind.offer(item(1, 2))
        table.fails = true
        yield* Deferred.succeed(table.gate, undefined)
        assert.isTrue(Exit.isFailure(yield* Fiber.join(flushing)))
        table.fails = false
        yield* behind.flush
        assert.deepStrictEqual(table.rows, [item(1, 2)])
      })
  )

  it.effect("write-behind: a flush of one robot writes what is its own, after the write that is under way", () =>
    Effect.gen(function* () {
      const { table, write } = aTable()
      const behind = yield* makeWriteBehind<Item>({
        ...options,
        ownerOf: ({ owner }) => owner,
        when: { every: "1 hour" },
        write
      })
      for (let key = 0; key < 4; key++) behind.offer(item(key, key))
      yield* behind.flushOf("robot 1")
      assert.deepStrictEqual(table.rows, [item(1, 1), item(3, 3)])
      assert.strictEqual(behind.size(), 2)
    })
  )

  it.effect("write-behind: an interruption at any step loses nothing that was taken, and writes nothing twice", () =>
    Effect.gen(function* () {
      let interrupted = 0
      let isWhole = false
      for (let steps = 0; !isWhole && steps < 500; steps++) {
        const { table, write } = aTable()
        const behind = yield* makeWriteBehind<Item>({ ...options, atOnce: 2, when: { every: "1 hour" }, write })
        const offered = [1, 2, 3, 4, 5].map((key) => item(key, key))
        offered.forEach(behind.offer)
        const flushing = yield* behind.flush.pipe(
          Effect.provideService(Scheduler.MaxOpsBeforeYield, 4),
          Effect.forkChild({ startImmediately: true })
        )
        for (let step = 0; step < steps; step++) yield* Effect.yieldNow
        yield* Fiber.interrupt(flushing)
        isWhole = behind.size() === 0
        if (table.rows.length > 0 && !isWhole) interrupted++
        assert.strictEqual(table.rows.length + behind.size(), offered.length)
        yield* behind.flush
        assert.deepStrictEqual(table.rows, offered)
      }
      assert.isTrue(isWhole)
      assert.isAbove(interrupted, 10)
    })
  )

  it.effect(
    "write-behind: without a pause it writes what came during a write at once; a flush that fails wakes it",
    () =>
      Effect.gen(function* () {
        const { table, write } = aTable()
        const behind = yield* makeWriteBehind<Item>({ ...options, when: { onArrival: 0 }, write })
        table.gate = yield* Deferred.make<void>()
        behind.offer(item(1, 1))
        yield* TestClock.adjust(0)
        behind.offer(item(2, 2))
        yield* Deferred.succeed(table.gate, undefined)
        yield* TestClock.adjust(0)
        assert.deepStrictEqual(table.batches, [1, 1])
        table.fails = true
        behind.offer(item(3, 3))
        yield* Effect.exit(behind.flush)
        table.fails = false
        yield* TestClock.adjust("1 second")
        assert.lengthOf(table.rows, 3)
      })
  )

  it.effect("write-behind: what is interrupted, or cannot be written in time at the end, waits and is not lost", () =>
    Effect.gen(function* () {
      const { table, write } = aTable()
      const scope = yield* Scope.make()
      const behind = yield* makeWriteBehind<Item>({
        ...options,
        when: { every: "1 hour" },
        stopWithin: "3 seconds",
        write
      }).pipe(Scope.provide(scope))
      table.gate = yield* Deferred.make<void>()
      behind.offer(item(1, 1))
      const flushing = yield* Effect.forkChild(behind.flush, { startImmediately: true })
      yield* Fiber.interrupt(flushing)
      assert.strictEqual(behind.size(), 1)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.join(closing)
      assert.strictEqual(behind.size(), 1)
    })
  )
})
