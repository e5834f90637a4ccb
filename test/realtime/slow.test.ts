import { assert, layer } from "@effect/vitest"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Effect } from "effect"
import { publish } from "../robots/jobs/world.ts"
import { connectRealtime, type RealtimeClient } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { aStage, manyPoints, sample } from "./world.ts"

const slugs = Array.from({ length: 20 }, (_, index) => `point_${index}`)
const padding = "x".repeat(4_000)
const turn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))

/** A socket that follows every point of a robot. */
const follower = Effect.fnUntraced(function* (token: string, robotId: string) {
  const client = yield* connectRealtime(token)
  for (const slug of slugs) client.send({ type: "subscribe", robot_id: robotId, slug })
  yield* client.served
  return client
})

/** The numbers of a slug's samples, as they came. */
const numbers = (client: RealtimeClient, slug: string): ReadonlyArray<number> =>
  client.frames.filter((frame) => frame.slug === slug).map(({ value }) => value.n)

layer(TestApp, { timeout: "60 seconds" })("a reader that is too slow", (it) => {
  const aFlooded = Effect.gen(function* () {
    const { developer, key, owner, robot } = yield* aStage
    yield* publish(owner.caller, robot.id, manyPoints(slugs))
    const slow = yield* follower(developer.token, robot.id)
    const healthy = yield* follower(key.token, robot.id)
    slow.socket.pause()
    return { slow, healthy, robot }
  })

  it.effect(
    "a reader that is too slow gets the newest of each datapoint and every other frame once it reads again",
    () =>
      Effect.gen(function* () {
        const { healthy, robot, slow } = yield* aFlooded
        const counters = yield* Counters
        const conflated = counters.samples_conflated_total
        const rounds = 400
        for (let n = 0; n < rounds; n++) {
          for (const slug of slugs) yield* sample(robot.id, slug, { n, padding }, n)
          if (n % 4 === 0) slow.send({ type: `kept-${n}` })
          yield* healthy.served
        }
        for (const slug of slugs) {
          assert.deepStrictEqual(
            numbers(healthy, slug),
            Array.from({ length: rounds }, (_, n) => n)
          )
        }
        // 32 MB were said; what was not delivered was replaced, not queued.
        assert.isAbove(counters.samples_conflated_total - conflated, (rounds * slugs.length) / 2)
        slow.socket.resume()
        yield* Effect.forEach(slugs, (slug) =>
          slow.next("datapoint", (frame) => frame.slug === slug && frame.value.n === rounds - 1)
        )
        yield* slow.served
        for (const slug of slugs) {
          const came = numbers(slow, slug)
          assert.isBelow(came.length, rounds / 2)
          assert.deepStrictEqual(
            came,
            [...came].sort((a, b) => a - b)
          )
        }
        assert.deepStrictEqual(
          slow.frames
            .filter(({ type }) => type === "error")
            .map(({ message }) => Number(/kept-(\d+)/.exec(message)![1])),
          Array.from({ length: rounds / 4 }, (_, index) => index * 4)
        )
      })
  )

  it.effect(
    "a reader that is too slow is closed 4008 when more than 4 MiB that must not be lost wait, and nobody else is",
    () =>
      Effect.gen(function* () {
        const { healthy, robot, slow } = yield* aFlooded
        const echoed = "x".repeat(60_000)
        for (let n = 0; n < 400; n++) slow.send({ type: echoed + n })
        const counters = yield* Counters
        const before = counters.realtime_too_slow_total
        for (let spins = 0; counters.realtime_too_slow_total === before && spins < 100_000; spins++) yield* turn
        assert.strictEqual(counters.realtime_too_slow_total, before + 1)
        yield* sample(robot.id, slugs[0]!, { n: 1 }, 1)
        yield* healthy.next("datapoint")
        slow.socket.resume()
        assert.strictEqual(yield* slow.closeCode, 4008)
      })
  )

  it.effect("a reader that is too slow with much to catch up on is not closed for it", () =>
    Effect.gen(function* () {
      const { robot, slow } = yield* aFlooded
      const large = "x".repeat(600_000)
      for (let n = 0; n < 3; n++) {
        for (const slug of slugs) yield* sample(robot.id, slug, { n, padding: large }, n)
        yield* turn
      }
      // 12 MB wait as the newest of 20 datapoints; at no time are 4 MiB queued.
      slow.socket.resume()
      yield* Effect.forEach(slugs, (slug) =>
        slow.next("datapoint", (frame) => frame.slug === slug && frame.value.n === 2)
      )
      yield* slow.served
    })
  )

  it.effect("a reader that is too slow is sent nothing of what it unsubscribed meanwhile", () =>
    Effect.gen(function* () {
      const { healthy, robot, slow } = yield* aFlooded
      const [left, stays] = [slugs[0]!, slugs[1]!]
      const large = "x".repeat(600_000)
      const flood = Effect.fnUntraced(function* (n: number) {
        for (const slug of slugs) yield* sample(robot.id, slug, { n, padding: large }, n)
        yield* healthy.next("datapoint", (frame) => frame.slug === slugs.at(-1) && frame.value.n === n)
      })
      yield* flood(0)
      yield* flood(1)
      const sockets = yield* Counters
      const frames = sockets.realtime_frames_total
      slow.send({ type: "unsubscribe", robot_id: robot.id, slug: left })
      slow.send({ type: "nonsense" })
      while (sockets.realtime_frames_total < frames + 2) yield* turn
      slow.socket.resume()
      yield* slow.next("datapoint", (frame) => frame.slug === stays && frame.value.n === 1)
      yield* slow.served
      assert.notInclude(numbers(slow, left), 1)
    })
  )
})
