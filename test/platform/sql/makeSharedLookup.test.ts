import { assert, describe, it } from "@effect/vitest"
import { makeSharedLookup } from "@fleet/server/platform/sql/makeSharedLookup"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { inFakeTransaction, withFakeTransactions } from "../../support/fakeTransactions.ts"

/** A table of names by number, whose statements wait for a gate each. */
const makeTable = Effect.gen(function* () {
  const rows = new Map(Array.from({ length: 1000 }, (_, key) => [key, `row ${key}`]))
  const statements: Array<{ readonly keys: ReadonlyArray<number>; readonly gate: Deferred.Deferred<void> }> = []
  const lookup = yield* makeSharedLookup<number, { readonly name: string }>(
    Effect.fnUntraced(function* (keys) {
      const gate = yield* Deferred.make<void>()
      statements.push({ keys, gate })
      yield* Deferred.await(gate)
      return keys
        .flatMap((key, index) => (rows.has(key) ? [{ name: rows.get(key)!, place: index + 1 }] : []))
        .toReversed()
    })
  ).pipe(withFakeTransactions)
  /** Waits for the turn of the event loop in which statements begin. */
  const turn = Effect.promise(() => new Promise<void>((resolve) => void setImmediate(resolve)))
  const asked = (...keys: ReadonlyArray<number>) =>
    Effect.tap(
      Effect.forEach(keys, (key) => Effect.forkChild(lookup(key), { startImmediately: true })),
      () => turn
    )
  const open = (index: number) => Effect.andThen(Deferred.succeed(statements[index]!.gate, undefined), turn)
  return { asked, lookup, open, rows, statements }
})

describe("look-ups that share statements", () => {
  it.effect("those of one turn are one statement, and each gets its own row or none", () =>
    Effect.gen(function* () {
      const { asked, open, statements } = yield* makeTable
      const fibers = yield* asked(3, 1, 2000, 3)
      assert.deepStrictEqual(
        statements.map(({ keys }) => keys),
        [[3, 1, 2000, 3]]
      )
      yield* open(0)
      const found = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      assert.deepStrictEqual(
        found.map((row) => row?.name),
        ["row 3", "row 1", undefined, "row 3"]
      )
    })
  )

  it.effect("one within a transaction is a statement of its own, at once", () =>
    Effect.gen(function* () {
      const { lookup, open, statements } = yield* makeTable
      const ask = (key: number) => Effect.forkChild(inFakeTransaction(lookup(key)), { startImmediately: true })
      const fibers = [yield* ask(3), yield* ask(2000)]
      assert.deepStrictEqual(
        statements.map(({ keys }) => keys),
        [[3], [2000]]
      )
      yield* open(0)
      yield* open(1)
      const found = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      assert.deepStrictEqual(
        found.map((row) => row?.name),
        ["row 3", undefined]
      )
    })
  )

  it.effect("two statements run at a time, and those that come meanwhile wait for one of them to end", () =>
    Effect.gen(function* () {
      const { asked, open, statements } = yield* makeTable
      yield* asked(1)
      yield* asked(2)
      const late = [...(yield* asked(3)), ...(yield* asked(4, 5))]
      assert.strictEqual(statements.length, 2)
      yield* open(1)
      assert.deepStrictEqual(statements[2]?.keys, [3, 4, 5])
      yield* open(2)
      const found = yield* Effect.forEach(late, (fiber) => Fiber.join(fiber))
      assert.deepStrictEqual(
        found.map((row) => row?.name),
        ["row 3", "row 4", "row 5"]
      )
    })
  )

  it.effect("a row is read by a statement that began after it was asked for", () =>
    Effect.gen(function* () {
      const { asked, open, rows, statements } = yield* makeTable
      const [early] = yield* asked(1)
      rows.set(1, "changed")
      const [late] = yield* asked(1)
      assert.strictEqual(statements.length, 2)
      yield* open(1)
      assert.strictEqual((yield* Fiber.join(late!))?.name, "changed")
      assert.isUndefined(early!.pollUnsafe())
      yield* open(0)
      yield* Fiber.join(early!)
    })
  )

  it.effect("one that is interrupted is not looked up, and the others of its statement are", () =>
    Effect.gen(function* () {
      const { asked, open, statements } = yield* makeTable
      const running = [...(yield* asked(1, 2)), ...(yield* asked(3))]
      const [gone, other] = yield* asked(4, 5)
      yield* Fiber.interrupt(gone!)
      yield* Fiber.interrupt(running[0]!)
      yield* open(0)
      assert.strictEqual((yield* Fiber.join(running[1]!))?.name, "row 2")
      assert.deepStrictEqual(statements[2]?.keys, [5])
      yield* open(2)
      assert.strictEqual((yield* Fiber.join(other!))?.name, "row 5")
    })
  )

  it.effect("a statement has 256 keys at most", () =>
    Effect.gen(function* () {
      const { asked, open, statements } = yield* makeTable
      const fibers = yield* asked(...Array.from({ length: 700 }, (_, key) => key))
      yield* open(0)
      yield* open(1)
      yield* open(2)
      assert.deepStrictEqual(
        statements.map(({ keys }) => keys.length),
        [256, 256, 188]
      )
      const found = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      assert.deepStrictEqual(
        found.map((row) => row?.name),
        fibers.map((_, key) => `row ${key}`)
      )
    })
  )

  it.effect("a statement that fails fails those it was for, and none after it", () =>
    Effect.gen(function* () {
      let broken = true
      const lookup = yield* makeSharedLookup<number, { readonly key: number }>((keys) =>
        broken ? Effect.die("broken") : Effect.succeed(keys.map((key, index) => ({ key, place: index + 1 })))
      ).pipe(withFakeTransactions)
      const exits = yield* Effect.all([Effect.exit(lookup(1)), Effect.exit(lookup(2))], { concurrency: "unbounded" })
      assert.isTrue(exits.every(Exit.isFailure))
      broken = false
      assert.strictEqual((yield* lookup(1))?.key, 1)
    })
  )
})
