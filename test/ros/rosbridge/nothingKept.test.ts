import { makeCaller } from "@fleet/bridge/ros/rosbridge/Calls"
import { makeCallerPool, poolLimits } from "@fleet/bridge/ros/rosbridge/CallerPool"
import type { ClientOperation } from "@fleet/bridge/ros/rosbridge/Operations"
import { makePublishers, publisherLimits } from "@fleet/bridge/ros/rosbridge/Publishers"
import { makeTopics } from "@fleet/bridge/ros/rosbridge/Topics"
import { makeTypeLibrary } from "@fleet/bridge/ros/TypeLibrary"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { network, responds } from "../support/network.ts"

const count = 2000
const numbers = Array.from({ length: count }, (_, index) => index)

describe("of calls nothing is kept", () => {
  const ways: ReadonlyArray<readonly [string, (net: ReturnType<typeof network>) => Effect.Effect<void>]> = [
    ["that were answered", (net) => Effect.sync(() => void (net.state.answer = responds))],
    ["whose connection ended", (net) => Effect.sync(() => void (net.state.answer = () => net.hangUp()))]
  ]
  for (const [what, prepare] of ways) {
    it.effect(`of ${count} calls nothing is kept ${what}, but a connection`, () =>
      Effect.gen(function* () {
        const net = network()
        yield* prepare(net)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { call } = yield* makeCaller(net.openWire)
            for (const index of numbers) yield* Effect.result(call(`/service_${index}`, {}, 1000))
            assert.isAtMost(net.open.size, 1)
          })
        )
        assert.strictEqual(net.open.size, 0)
      })
    )
  }

  it.effect("a call that is given up, or stays without an answer, gives its connection up", () =>
    Effect.gen(function* () {
      const net = network()
      const { call } = yield* makeCaller(net.openWire)
      for (const index of numbers.slice(0, 200)) {
        const given = yield* Effect.forkChild(call(`/service_${index}`, {}, 60_000), { startImmediately: true })
        assert.strictEqual(net.open.size, 1)
        yield* Fiber.interrupt(given)
        assert.strictEqual(net.open.size, 0)
        const silent = yield* Effect.forkChild(Effect.flip(call(`/service_${index}`, {}, 50)), {
          startImmediately: true
        })
        yield* TestClock.adjust(50)
        assert.strictEqual((yield* Fiber.join(silent))._tag, "Timeout")
        assert.strictEqual(net.open.size, 0)
      }
    })
  )

  it.effect("as many calls as may are under way, one more is refused, and after all of them there is room again", () =>
    Effect.gen(function* () {
      const net = network()
      const most = poolLimits.connections + poolLimits.waiting
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { call } = yield* makeCallerPool(net.openWire)
          for (const end of ["cancel", "disconnect"]) {
            net.state.answer = () => undefined
            const fork = Effect.forkChild(Effect.result(call("/slow", {}, 60_000)), { startImmediately: true })
            const calls = yield* Effect.forEach(Array.from({ length: most }), () => fork)
            assert.strictEqual(net.open.size, poolLimits.connections)
            assert.isTrue(calls.every((each) => each.pollUnsafe() === undefined))
            const refused = yield* Effect.flip(call("/slow", {}, 60_000))
            assert.include(refused.message, "Too many calls")
            if (end === "cancel") yield* Fiber.interruptAll(calls)
            else {
              net.state.answer = () => net.hangUp()
              net.hangUp()
              const ends = yield* Fiber.joinAll(calls)
              assert.isTrue(ends.every(Result.isFailure))
            }
            net.state.answer = responds
            assert.deepStrictEqual(yield* call("/quick", {}, 1000), {})
          }
        })
      )
      assert.strictEqual(net.open.size, 0)
    })
  )
})

describe("of topics nothing is kept", () => {
  it.effect(`of ${count} topics nothing is kept that nobody listens to any more, connected or not`, () =>
    Effect.gen(function* () {
      const library = makeTypeLibrary()
      const { release } = library.hold("demo/msg/T", "ros2msg", "int32 value")
      const said: Array<ClientOperation> = []
      const topics = makeTopics((operation) => Effect.sync(() => void said.push(operation)), library)
      for (const id of numbers) {
        yield* topics.onOffers([[`/topic_${id}`, "demo/msg/T"]])
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* topics.subscribe(`/topic_${id}`, "demo/msg/T", () => undefined)
            yield* topics.subscribe(`/topic_${id}`, "demo/msg/T", () => undefined, 5)
            assert.deepStrictEqual(topics.size(), { offers: 1, entries: 1, wires: 1 })
            if (id % 2 === 0) yield* topics.onClose
          })
        )
        assert.strictEqual(topics.size().entries, 0)
      }
      const subscribed = said.filter(({ op }) => op === "subscribe").length
      assert.isAtLeast(subscribed, count)
      yield* topics.onClose
      assert.deepStrictEqual(topics.size(), { offers: 0, entries: 0, wires: 0 })
      release()
      assert.strictEqual(library.size().held, 0)
    })
  )
})

const publishing = Effect.fnUntraced(function* () {
  const said: Array<ClientOperation> = []
  const library = makeTypeLibrary()
  const type = library.hold("demo/msg/T", "ros2msg", "int32 value")
  const publishers = makePublishers({
    send: (operation) => Effect.sync(() => void said.push(operation)),
    typeOf: () => undefined,
    definition: (name) => Effect.succeed(library.message(name)),
    use: library.use
  })
  return { said, publishers, type }
})

describe("of publishers nothing is kept", () => {
  it.effect(`of ${count} topics nothing is kept that were advertised and let go`, () =>
    Effect.gen(function* () {
      const { publishers, said } = yield* publishing()
      for (const id of numbers) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* publishers.advertise(`/out_${id}`, "demo/msg/T")
            yield* publishers.advertise(`/out_${id}`, "demo/msg/T")
            assert.strictEqual(publishers.size(), 1)
            if (id % 2 === 0) yield* publishers.onClose
          })
        )
        assert.strictEqual(publishers.size(), 0)
      }
      assert.lengthOf(
        said.filter(({ op }) => op === "unadvertise"),
        count / 2
      )
    })
  )

  it.effect(
    "a topic that was never advertised is kept with so many others, and with one more the oldest is dropped",
    () =>
      Effect.gen(function* () {
        const { publishers, said } = yield* publishing()
        const publish = (id: number) =>
          Effect.forkChild(publishers.publish(`/out_${id}`, "demo/msg/T", { value: id }), { startImmediately: true })
        const unadvertised = () => said.filter(({ op }) => op === "unadvertise")
        for (let id = 0; id < publisherLimits.unheld; id++) yield* publish(id)
        assert.strictEqual(publishers.size(), publisherLimits.unheld)
        assert.isEmpty(unadvertised())
        yield* TestClock.adjust(1000)
        yield* publish(publisherLimits.unheld)
        assert.strictEqual(publishers.size(), publisherLimits.unheld)
        assert.deepInclude(unadvertised()[0], { topic: "/out_0" })
        yield* TestClock.adjust(1000)
        assert.lengthOf(
          said.filter(({ op }) => op === "publish"),
          publisherLimits.unheld + 1
        )
        yield* publishers.onClose
        assert.strictEqual(publishers.size(), 0)
      })
  )
})
