import { assert, describe, it } from "@effect/vitest"
import { AtCapacity } from "@fleet/domain/Errors"
import { FairLine, type FairLineBounds } from "@fleet/server/platform/limits/FairLine"
import { Deferred, Effect, Exit, Fiber } from "effect"

/** A line whose works wait for the test, and the order in which they began. */
const aLine = (bounds: Partial<FairLineBounds> = {}) => {
  const line = new FairLine(
    { places: 1, waiting: { app: 4, all: 6 }, ...bounds },
    () => new AtCapacity({ details: { retry_after_ms: 1 } })
  )
  const began: Array<string> = []
  const gates: Array<Deferred.Deferred<void>> = []
  /** Sends a work, and waits until it runs, waits or is refused. */
  const send = Effect.fnUntraced(function* (app: string, address = "a") {
    const gate = yield* Deferred.make<void>()
    const work = Effect.suspend(() => {
      began.push(`${app} ${address}`)
      gates.push(gate)
      return Deferred.await(gate)
    })
    const fiber = yield* Effect.forkChild(line.run({ app, address }, work))
    yield* Effect.yieldNow
    return fiber
  })
  /** Ends the works that run, one after the other, until none is left. */
  const drain = Effect.gen(function* () {
    while (line.size.running > 0) {
      const gate = gates.shift()
      if (gate !== undefined) yield* Deferred.succeed(gate, undefined)
      yield* Effect.yieldNow
    }
  })
  return { line, began, gates, send, drain }
}

const isRefused = (fiber: Fiber.Fiber<unknown, AtCapacity>) =>
  Effect.map(Fiber.await(fiber), (exit) => Exit.isFailure(exit))

describe("a fair line", () => {
  it.effect("a fair line gives apps their turns, and the addresses of an app theirs", () =>
    Effect.gen(function* () {
      const { began, drain, line, send } = aLine({ waiting: { app: 100, all: 100 } })
      for (let count = 0; count < 4; count++) yield* send("busy", "one")
      yield* send("busy", "two")
      yield* send("busy", "one")
      yield* send("quiet")
      yield* send("calm")
      yield* send("quiet")
      yield* drain
      assert.deepStrictEqual(began, [
        "busy one",
        "busy one",
        "quiet a",
        "calm a",
        "busy two",
        "quiet a",
        "busy one",
        "busy one",
        "busy one"
      ])
      assert.deepStrictEqual(line.size, { running: 0, waiting: 0 })
    })
  )

  it.effect("a fair line runs as many at a time as it has places", () =>
    Effect.gen(function* () {
      const { began, drain, line, send } = aLine({ places: 3 })
      for (let count = 0; count < 5; count++) yield* send("one")
      assert.lengthOf(began, 3)
      assert.deepStrictEqual(line.size, { running: 3, waiting: 2 })
      yield* drain
      assert.lengthOf(began, 5)
    })
  )

  it.effect("a fair line takes as many of an app as are bounded, and refuses one more", () =>
    Effect.gen(function* () {
      const { drain, line, send } = aLine()
      yield* send("one")
      const waiting = yield* Effect.all(Array.from({ length: 4 }, () => send("one")))
      assert.isTrue(yield* isRefused(yield* send("one")))
      assert.deepStrictEqual(line.size, { running: 1, waiting: 4 })
      yield* drain
      for (const fiber of waiting) assert.isFalse(yield* isRefused(fiber))
    })
  )

  it.effect("a fair line that is full refuses the newest of the address that has most, for one that has fewer", () =>
    Effect.gen(function* () {
      const { drain, send } = aLine()
      yield* send("one", "loud")
      const loud = yield* Effect.all(Array.from({ length: 4 }, () => send("one", "loud")))
      const other = yield* send("one", "other")
      assert.isTrue(yield* isRefused(loud[3]!))
      const second = yield* send("one", "other")
      assert.isTrue(yield* isRefused(loud[2]!))
      // Both have two now: neither gives way to the other.
      assert.isTrue(yield* isRefused(yield* send("one", "other")))
      assert.isTrue(yield* isRefused(yield* send("one", "loud")))
      yield* drain
      for (const fiber of [other, second, loud[0]!, loud[1]!]) assert.isFalse(yield* isRefused(fiber))
    })
  )

  it.effect(
    "a fair line that is full of a few apps takes the first of another, and refuses one of the app that has most",
    () =>
      Effect.gen(function* () {
        const { drain, line, send } = aLine()
        yield* send("one")
        const one = yield* Effect.all(Array.from({ length: 4 }, () => send("one")))
        const two = yield* Effect.all(Array.from({ length: 2 }, () => send("two")))
        const quiet = yield* send("quiet")
        assert.isTrue(yield* isRefused(one[3]!))
        assert.isTrue(yield* isRefused(yield* send("one")))
        assert.strictEqual(line.size.waiting, 6)
        yield* drain
        for (const fiber of [quiet, ...two, ...one.slice(0, 3)]) assert.isFalse(yield* isRefused(fiber))
      })
  )

  it.effect("a fair line is left by what is interrupted, waiting or running, and by what fails", () =>
    Effect.gen(function* () {
      const { began, drain, line, send } = aLine()
      const running = yield* send("one")
      const waiting = yield* send("two")
      yield* send("three")
      yield* Fiber.interrupt(waiting)
      assert.deepStrictEqual(line.size, { running: 1, waiting: 1 })
      yield* Fiber.interrupt(running)
      yield* Effect.yieldNow
      assert.deepStrictEqual(began, ["one a", "three a"])
      yield* drain
      assert.deepStrictEqual(line.size, { running: 0, waiting: 0 })
      const failed = yield* Effect.exit(line.run({ app: "one", address: "a" }, Effect.die("no")))
      assert.isTrue(Exit.isFailure(failed))
      assert.deepStrictEqual(line.size, { running: 0, waiting: 0 })
    })
  )
})
