import { assert, describe, it } from "@effect/vitest"
import { steadyBody } from "@fleet/server/platform/http/steadyBody"
import { Effect, Exit, Fiber, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"

const pace = { stalledMs: 30_000, graceMs: 60_000, bytesPerSecond: 1000 }

/** A body that is sent chunk by chunk, and how it ends for its reader: the bytes, or `slow`. */
const aBody = Effect.gen(function* () {
  const sent = yield* Queue.make<Uint8Array, "gone">()
  const reading = yield* Effect.forkChild(
    Stream.runFold(
      steadyBody(Stream.fromQueue(sent), pace, () => "slow" as const),
      () => 0,
      (size, { length }) => size + length
    )
  )
  yield* Effect.yieldNow
  return { send: (bytes: number) => Queue.offer(sent, new Uint8Array(bytes)), reading, sent }
})

describe("a body that takes long", () => {
  it.effect("is read for hours while it keeps the pace", () =>
    Effect.gen(function* () {
      const { reading, send, sent } = yield* aBody
      for (let second = 0; second < 7200; second += 20) {
        yield* TestClock.adjust("20 seconds")
        yield* send(20_000)
        yield* Effect.yieldNow
      }
      assert.isUndefined(reading.pollUnsafe())
      yield* Queue.fail(sent, "gone")
      assert.deepStrictEqual(yield* Effect.flip(Fiber.join(reading)), "gone")
    })
  )

  it.effect("has broken off where nothing comes for half a minute, and not before", () =>
    Effect.gen(function* () {
      const { reading, send } = yield* aBody
      yield* send(1_000_000)
      yield* TestClock.adjust("29999 millis")
      yield* send(1)
      yield* TestClock.adjust("29999 millis")
      assert.isUndefined(reading.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* Effect.flip(Fiber.join(reading)), "slow")
    })
  )

  it.effect("has broken off where it is slower than its pace, after a minute's grace", () =>
    Effect.gen(function* () {
      const { reading, send } = yield* aBody
      // Half of the pace: the minute is used up after less than two.
      for (let second = 0; second < 118; second++) {
        yield* TestClock.adjust("1 second")
        yield* send(500)
        yield* Effect.yieldNow
      }
      assert.isUndefined(reading.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Effect.flip(Fiber.join(reading)), "slow")
    })
  )

  it.effect("is not late because its reader is", () =>
    Effect.gen(function* () {
      const chunks = Stream.fromIterable([1, 2, 3, 4].map(() => new Uint8Array(1)))
      const body = steadyBody(Stream.rechunk(chunks, 1), pace, () => "slow" as const)
      const reading = yield* Effect.forkChild(Stream.runForEach(body, () => Effect.sleep("5 minutes")))
      yield* TestClock.adjust("20 minutes")
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(reading)))
    })
  )
})
