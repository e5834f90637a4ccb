import { keepConnected } from "@fleet/bridge/cloud/CloudLink"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Random, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { eventually, type FakeCloud, robotId, settle, startCloud } from "./support/FakeCloud.ts"
import { surroundings } from "./support/toldEngine.ts"

/** A robot's way to this cloud; of each wait chance takes the shortest. */
const linked = Effect.fnUntraced(function* (begin: (cloud: FakeCloud) => void = () => {}) {
  const cloud = yield* startCloud
  begin(cloud)
  const { layer, said } = surroundings()
  const drawn = { count: 0 }
  const draw = () => {
    drawn.count += 1
    return 0
  }
  const fiber = yield* keepConnected({ url: cloud.url, token: Redacted.make("rbt_test") }).pipe(
    Effect.provide(layer),
    Effect.provideService(Random.Random, { nextDoubleUnsafe: draw, nextIntUnsafe: draw }),
    Effect.flip,
    Effect.forkScoped
  )
  let waits = 0
  /** Waits for the next attempt, which comes after so many milliseconds and no sooner. */
  const comesBackAfter = Effect.fnUntraced(function* (ms: number) {
    waits += 1
    yield* eventually("a wait", () => drawn.count === waits)
    const { attempts } = cloud
    yield* TestClock.adjust(ms - 1)
    yield* settle
    assert.strictEqual(cloud.attempts, attempts, `sooner than ${ms} ms`)
    yield* TestClock.adjust(1)
    yield* eventually(`an attempt after ${ms} ms`, () => cloud.attempts === attempts + 1)
  })
  let opened = 0
  const opens = Effect.suspend(() => {
    opened += 1
    return eventually("an open session", () => said.filter((line) => line.includes("Connected")).length === opened)
  })
  const lines = () => said.map((line) => line.replace(cloud.url, "<url>"))
  return { cloud, comesBackAfter, fiber, lines, opens }
})

const full = (cloud: FakeCloud) => {
  cloud.refusal = {}
}
const connected = `Info: Connected to <url> as robot ${robotId}`
const lost = (why: string) => `Warn: Not connected to <url>: ${why}. Retrying.`
const refused = "the cloud cannot be reached: the answer was 503"

describe("the way to the cloud", () => {
  it.effect("the way to the cloud waits twice as long after each attempt that fails, up to 15 to 30 seconds", () =>
    Effect.gen(function* () {
      const { comesBackAfter } = yield* linked(full)
      for (const seconds of [1, 2, 4, 8, 15, 15]) yield* comesBackAfter(seconds * 1000)
    })
  )

  it.effect("the way to the cloud waits as long as the cloud asks it to, where that is longer", () =>
    Effect.gen(function* () {
      const { cloud, comesBackAfter } = yield* linked((cloud) => {
        cloud.refusal = { "Retry-After": "40" }
      })
      yield* comesBackAfter(40_000)
      cloud.refusal = { "Retry-After": "1" }
      yield* comesBackAfter(40_000)
      yield* comesBackAfter(4000)
    })
  )

  it.effect.each([
    [9999, 2000, 4000],
    [10_000, 1000, 2000]
  ] as const)(
    "the way to the cloud begins its waits anew only after a session of 10 seconds: one of %d ms",
    ([heldMs, first, second]) =>
      Effect.gen(function* () {
        const { cloud, comesBackAfter, opens } = yield* linked(full)
        yield* eventually("an attempt", () => cloud.attempts === 1)
        cloud.refusal = undefined
        yield* comesBackAfter(1000)
        yield* opens
        yield* TestClock.adjust(heldMs)
        cloud.close(1012)
        full(cloud)
        yield* comesBackAfter(first)
        yield* comesBackAfter(second)
      })
  )

  it.effect(
    "the way to the cloud waits a minute or more after a refusal that somebody must act on, which counts as no attempt",
    () =>
      Effect.gen(function* () {
        const { cloud, comesBackAfter } = yield* linked((cloud) => {
          cloud.greeting = [{ type: "hello_error", code: "bridge_too_old", message: "6 only" }]
        })
        yield* comesBackAfter(60_000)
        full(cloud)
        yield* comesBackAfter(60_000)
        yield* comesBackAfter(1000)
      })
  )

  it.effect(
    "the way to the cloud says once what keeps it from connecting, again when that changes and after each session",
    () =>
      Effect.gen(function* () {
        const { cloud, comesBackAfter, lines, opens } = yield* linked(full)
        yield* comesBackAfter(1000)
        yield* comesBackAfter(2000)
        assert.deepStrictEqual(lines(), [lost(refused)])
        cloud.refusal = undefined
        yield* comesBackAfter(4000)
        yield* opens
        cloud.close(1012)
        yield* comesBackAfter(8000)
        yield* opens
        cloud.close(1012)
        full(cloud)
        yield* comesBackAfter(15_000)
        yield* comesBackAfter(15_000)
        const restarting = lost("the cloud is restarting")
        assert.deepStrictEqual(lines(), [lost(refused), connected, restarting, connected, restarting, lost(refused)])
      })
  )

  it.effect("the way to the cloud ends when the cloud says that it must not come back", () =>
    Effect.gen(function* () {
      const { cloud, fiber, lines, opens } = yield* linked()
      yield* opens
      cloud.close(4005)
      const end = yield* TestClock.withLive(Effect.timeout(Fiber.join(fiber), "10 seconds"))
      assert.deepStrictEqual(
        [end._tag, end.message],
        ["BridgeEnded", "The robot's token was rotated. Start the bridge with the new one."]
      )
      assert.deepStrictEqual([lines(), cloud.attempts], [[connected], 1])
    })
  )
})
