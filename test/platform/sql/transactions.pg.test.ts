import { assert, layer } from "@effect/vitest"
import { Data, Deferred, Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "../../../packages/server/src/platform/sql/Transaction.ts"
import { onPostgres, TestDatabase } from "../../support/Database.ts"

class Refused extends Data.TaggedError("Refused") {}

/** A table of its own for each test. */
const counter = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE ${sql(name)} (id int PRIMARY KEY, value int NOT NULL)`
  yield* sql`INSERT INTO ${sql(name)} VALUES (1, 0)`
  return {
    add: sql`UPDATE ${sql(name)} SET value = value + 1 WHERE id = 1`,
    clash: sql`INSERT INTO ${sql(name)} VALUES (1, 1)`,
    read: Effect.map(sql`SELECT value FROM ${sql(name)} WHERE id = 1 FOR UPDATE`, ([row]) => Number(row?.value)),
    write: (value: number) => sql`UPDATE ${sql(name)} SET value = ${value} WHERE id = 1`
  }
})

layer(TestDatabase)("a transaction", (it) => {
  it.effect("a transaction on the embedded database is isolated: its reads are not changed under it", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction
      const table = yield* counter("turns")
      const increment = run(
        Effect.flatMap(table.read, (value) => Effect.andThen(Effect.yieldNow, table.write(value + 1)))
      )
      yield* Effect.all(
        Array.from({ length: 40 }, () => increment),
        { concurrency: "unbounded", discard: true }
      )
      assert.strictEqual(yield* table.read, 40)
    })
  )

  it.effect("a transaction is rolled back when its effect fails, and fails with the same error", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction
      const table = yield* counter("refused")
      const refusal = yield* Effect.flip(run(Effect.andThen(table.add, new Refused())))
      assert.instanceOf(refusal, Refused)
      assert.strictEqual(yield* table.read, 0)
    })
  )

  it.effect("a transaction is rolled back when a statement fails, and the failure is a defect", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction
      const table = yield* counter("failed")
      const exit = yield* Effect.exit(run(Effect.andThen(table.add, table.clash)))
      assert.isTrue(Exit.isFailure(exit) && exit.cause.reasons.every((reason) => reason._tag === "Die"))
      assert.strictEqual(yield* table.read, 0)
    })
  )

  it.effect("a transaction inside another rolls back only itself", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction
      const table = yield* counter("nested")
      const inner = Effect.exit(run(Effect.andThen(table.add, table.clash)))
      yield* run(Effect.all([table.add, inner, table.add]))
      assert.strictEqual(yield* table.read, 2)
    })
  )

  it.effect("a transaction runs afterCommit actions after its commit, and not at all when it fails", () =>
    Effect.gen(function* () {
      const { afterCommit, run } = yield* Transaction
      const done: Array<string> = []
      const note = (text: string) => afterCommit(Effect.sync(() => done.push(text)))
      yield* run(Effect.all([note("outer"), run(note("inner")), Effect.sync(() => done.push("body"))]))
      yield* Effect.exit(run(Effect.andThen(note("failed"), Effect.die("no"))))
      assert.deepStrictEqual(done, ["body", "outer", "inner"])
    })
  )

  it.effect("a transaction returns only when its afterCommit actions have ended", () =>
    Effect.gen(function* () {
      const { afterCommit, run } = yield* Transaction
      const table = yield* counter("acknowledged")
      const [begun, acknowledged] = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
      const asking = Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(acknowledged))
      const running = yield* Effect.forkChild(run(Effect.andThen(table.add, afterCommit(asking))))
      yield* Deferred.await(begun)
      assert.strictEqual(yield* table.read, 1)
      assert.isUndefined(running.pollUnsafe())
      yield* Deferred.succeed(acknowledged, undefined)
      yield* Fiber.join(running)
    })
  )

  it.effect("a transaction whose afterCommit action dies runs the others, and succeeds", () =>
    Effect.gen(function* () {
      const { afterCommit, run } = yield* Transaction
      const done: Array<string> = []
      const work = Effect.all([afterCommit(Effect.die("no")), afterCommit(Effect.sync(() => done.push("told")))])
      assert.strictEqual(yield* run(Effect.as(work, "answer")), "answer")
      assert.deepStrictEqual(done, ["told"])
    })
  )

  it.effect("Transaction.keep commits what was written before a typed failure, and nothing before a defect", () =>
    Effect.gen(function* () {
      const { afterCommit, keep } = yield* Transaction
      const table = yield* counter("kept")
      const done: Array<string> = []
      const work = Effect.andThen(table.add, afterCommit(Effect.sync(() => done.push("told"))))
      assert.strictEqual(yield* keep(Effect.as(work, "answer")), "answer")
      assert.instanceOf(yield* Effect.flip(keep(Effect.andThen(work, new Refused()))), Refused)
      assert.strictEqual(yield* table.read, 2)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(keep(Effect.andThen(work, Effect.die("no"))))))
      assert.strictEqual(yield* table.read, 2)
      assert.deepStrictEqual(done, ["told", "told"])
    })
  )

  it.effect(
    "Transaction.keepOn commits what was written before a failure that it names, and nothing before another",
    () =>
      Effect.gen(function* () {
        const { afterCommit, keepOn, run } = yield* Transaction
        const table = yield* counter("kept_on")
        const done: Array<string> = []
        const work = Effect.andThen(table.add, afterCommit(Effect.sync(() => done.push("told"))))
        const refused = Effect.andThen(work, new Refused())
        assert.strictEqual(yield* keepOn("Refused")(Effect.as(work, "answer")), "answer")
        assert.instanceOf(yield* Effect.flip(keepOn("Other", "Refused")(refused)), Refused)
        assert.strictEqual(yield* table.read, 2)
        assert.instanceOf(yield* Effect.flip(keepOn("Other")(refused)), Refused)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(keepOn("Refused")(Effect.andThen(work, Effect.die("no"))))))
        assert.strictEqual(yield* table.read, 2)
        // Inside another transaction it is a savepoint: what it drops, the other one need not.
        yield* run(Effect.andThen(work, Effect.flip(keepOn("Other")(refused))))
        assert.strictEqual(yield* table.read, 3)
        assert.deepStrictEqual(done, ["told", "told", "told"])
      })
  )

  it.effect("a transaction that committed runs its afterCommit actions, its caller interrupted or not", () =>
    Effect.gen(function* () {
      const { afterCommit, run } = yield* Transaction
      const table = yield* counter("hung_up")
      let done = 0
      for (let turns = 0; turns < 60; turns++) {
        const begun = yield* Deferred.make<void>()
        const noted = afterCommit(
          Effect.sync(() => {
            done++
          })
        )
        const work = Effect.all([table.add, noted, Deferred.succeed(begun, undefined)])
        const running = yield* Effect.forkChild(run(work), { startImmediately: true })
        yield* Deferred.await(begun)
        for (let left = turns; left > 0; left--) yield* Effect.promise(() => new Promise(setImmediate))
        yield* Fiber.interrupt(running)
        assert.strictEqual(done, yield* table.read, `after ${turns} turns`)
      }
      assert.isAbove(done, 0)
    })
  )

  it.effect.skipIf(!onPostgres)("a transaction is retried after a deadlock (needs Postgres)", () =>
    Effect.gen(function* () {
      const { afterCommit, run } = yield* Transaction
      const [left, right] = [yield* counter("left_hand"), yield* counter("right_hand")]
      const holding = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
      const ended = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
      const done: Array<string> = []
      let begun = 0
      const crossing = (first: typeof left, second: typeof left, mine: 0 | 1) => {
        const other = mine === 0 ? 1 : 0
        let isAgain = false
        const work = Effect.gen(function* () {
          begun++
          // The one that was ended could be there again before the other one wakes up, and cross it once more.
          if (isAgain) yield* Deferred.await(ended[other])
          isAgain = true
          yield* first.add
          yield* Deferred.succeed(holding[mine], undefined)
          yield* Deferred.await(holding[other])
          yield* afterCommit(Effect.sync(() => done.push(String(mine))))
          yield* run(second.add)
        })
        return Effect.andThen(run(work), Deferred.succeed(ended[mine], undefined))
      }
      yield* Effect.all([crossing(left, right, 0), crossing(right, left, 1)], { concurrency: 2 })
      assert.deepStrictEqual([yield* left.read, yield* right.read], [2, 2])
      assert.deepStrictEqual(done.toSorted(), ["0", "1"])
      assert.strictEqual(begun, 3)
    })
  )

  it.effect("a transaction leaves connections for statements outside it that were sent together", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const answers = yield* Effect.forEach(
        Array.from({ length: 2000 }, (_, index) => index),
        (index) => Effect.map(sql`SELECT ${index}::int AS n`, ([row]) => row?.n),
        { concurrency: 100 }
      )
      assert.deepStrictEqual(
        answers,
        answers.map((_, index) => index)
      )
    })
  )
})
