import { GatewayOffline, NotAdvertised, ServiceFailed } from "@fleet/bridge/ros/GatewayErrors"
import { makeClientChannels } from "@fleet/bridge/ros/foxglove/ClientChannels"
import { makeServices, type Services } from "@fleet/bridge/ros/foxglove/Services"
import { makeTopics } from "@fleet/bridge/ros/foxglove/Topics"
import { makeTypeLibrary } from "@fleet/bridge/ros/TypeLibrary"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Result, Scheduler, SubscriptionRef } from "effect"
import { aLink } from "./support/fakeLink.ts"
import { many as count, manyInWords } from "../support/effort.ts"

const numbers = Array.from({ length: count }, (_, index) => index)
const empty = "std_srvs/srv/Empty"
const service = (id: number, name = `/service_${id}`) => ({
  id,
  name,
  type: empty,
  requestSchema: "",
  responseSchema: ""
})
const channel = (id: number) => ({
  id,
  topic: `/topic_${id}`,
  encoding: "cdr",
  schemaName: `demo/msg/T${id}`,
  schema: `int32 value_${id}`,
  schemaEncoding: "ros2msg"
})

const graph = (change: { readonly removed?: ReadonlyArray<string>; readonly offered?: Record<string, number> }) => ({
  op: "connectionGraphUpdate" as const,
  publishedTopics: [],
  subscribedTopics: [],
  advertisedServices: Object.entries(change.offered ?? {}).map(([name, providers]) => ({
    name,
    providerIds: Array.from({ length: providers }, (_, index) => `node_${index}`)
  })),
  removedTopics: [],
  removedServices: [...(change.removed ?? [])]
})

const aServer = Effect.gen(function* () {
  const { frames, link, state } = aLink()
  const library = makeTypeLibrary()
  const services: Services = yield* makeServices(link, library)
  const asked = () => frames.filter((frame) => frame.kind === "service_request")
  return { services, asked, state, library }
})

const answer = new Uint8Array([0, 1, 0, 0, 0])

describe(`of ${manyInWords} calls of a service nothing is kept`, () => {
  const respond = ({ asked, services }: Effect.Success<typeof aServer>, encoding: string) =>
    Effect.sync(() => {
      for (const { callId, serviceId } of asked()) {
        services.onResponse({ kind: "service_response", serviceId, callId, encoding, payload: answer })
      }
    })
  type World = Effect.Success<typeof aServer>
  const ways: ReadonlyArray<
    readonly [what: string, end: (world: World) => Effect.Effect<void>, failure: (new (...args: any) => object) | null]
  > = [
    ["that were answered", (world) => respond(world, "cdr"), null],
    ["whose answers cannot be read", (world) => respond(world, "json"), ServiceFailed],
    [
      "that failed",
      ({ asked, services }) => Effect.sync(() => asked().forEach(({ callId }) => services.onFailure(callId, "no"))),
      ServiceFailed
    ],
    ["whose server is advertised no more", ({ services }) => services.onUnadvertise([7]), NotAdvertised],
    [
      "whose server left the graph",
      ({ services }) => services.onGraphUpdate(graph({ removed: ["/call"] })),
      NotAdvertised
    ],
    ["whose connection ended", ({ services }) => services.onClose, GatewayOffline]
  ]

  for (const [what, end, failure] of ways) {
    it.effect(what, () =>
      Effect.gen(function* () {
        const world = yield* aServer
        const { services } = world
        yield* services.onAdvertise([service(7, "/call")])
        const calls = yield* Effect.forEach(numbers, () =>
          Effect.forkChild(Effect.result(services.call("/call", empty, {})), { startImmediately: true })
        )
        assert.strictEqual(services.size().pending, count)
        yield* end(world)
        assert.strictEqual(services.size().pending, 0)
        const ends = (yield* Fiber.joinAll(calls)).map((end) =>
          Result.isFailure(end) ? end.failure.constructor : null
        )
        assert.deepStrictEqual([...new Set(ends)], [failure])
        yield* respond(world, "cdr")
        assert.strictEqual(services.size().pending, 0)
      })
    )
  }

  it.effect(`of ${manyInWords} calls of a service nothing is kept that were given up`, () =>
    Effect.gen(function* () {
      const { services } = yield* aServer
      yield* services.onAdvertise([service(7, "/call")])
      const calls = yield* Effect.forEach(numbers, () =>
        Effect.forkChild(services.call("/call", empty, {}), { startImmediately: true })
      )
      assert.strictEqual(services.size().pending, count)
      yield* Fiber.interruptAll(calls)
      assert.strictEqual(services.size().pending, 0)
    })
  )

  it.effect(`of ${manyInWords} calls of a service nothing is kept that could not be sent`, () =>
    Effect.gen(function* () {
      const { services, state } = yield* aServer
      yield* services.onAdvertise([service(7, "/call")])
      state.broken = true
      for (const _ of numbers) {
        yield* Effect.flip(services.call("/call", empty, {}))
      }
      assert.strictEqual(services.size().pending, 0)
    })
  )

  it.effect(`of ${manyInWords} calls of a service nothing is kept that were given up at any step`, () =>
    Effect.gen(function* () {
      const { asked, services } = yield* aServer
      yield* services.onAdvertise([service(7, "/call")])
      let isSent = false
      for (let operations = 3; operations < 24; operations++) {
        const call = Effect.provideService(services.call("/call", empty, {}), Scheduler.MaxOpsBeforeYield, operations)
        for (let steps = 0; steps < 12; steps++) {
          const fiber = yield* Effect.forkChild(call)
          for (let step = 0; step < steps; step++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
          assert.strictEqual(services.size().pending, 0, `after ${steps} times ${operations} operations`)
        }
        isSent ||= asked().length > 0
      }
      assert.isTrue(isSent)
    })
  )
})

describe("of services that the graph declared gone", () => {
  it.effect(
    `of services that the graph declared gone ${manyInWords} names are forgotten that are not advertised, whether they were or never were`,
    () =>
      Effect.gen(function* () {
        const { library, services } = yield* aServer
        for (const id of numbers) yield* services.onGraphUpdate(graph({ removed: [`/never_${id}`] }))
        assert.deepStrictEqual(services.size(), { offers: 0, gone: 0, pending: 0 })
        for (const id of numbers) {
          yield* services.onAdvertise([service(id)])
          yield* services.onGraphUpdate(
            graph(id % 2 === 0 ? { removed: [`/service_${id}`] } : { offered: { [`/service_${id}`]: 0 } })
          )
          assert.strictEqual(services.size().gone, 1)
          yield* services.onUnadvertise([id])
        }
        assert.deepStrictEqual(services.size(), { offers: 0, gone: 0, pending: 0 })
        assert.deepStrictEqual(library.size().held, 0)
        yield* services.onAdvertise(numbers.map((id) => service(id)))
        yield* services.onGraphUpdate(graph({ removed: numbers.map((id) => `/service_${id}`) }))
        assert.deepStrictEqual(services.size(), { offers: count, gone: count, pending: 0 })
        yield* services.onClose
        assert.deepStrictEqual(services.size(), { offers: 0, gone: 0, pending: 0 })
      })
  )

  it.effect(
    "of services that the graph declared gone those that are still advertised stay gone until they come back",
    () =>
      Effect.gen(function* () {
        const { services } = yield* aServer
        const alive = () => [...SubscriptionRef.getUnsafe(services.available)]
        yield* services.onAdvertise([service(1, "/a"), service(2, "/a"), service(3, "/b")])
        yield* services.onGraphUpdate(graph({ removed: ["/a"] }))
        yield* services.onUnadvertise([1])
        yield* services.onGraphUpdate(graph({ removed: ["/other"], offered: { "/b": 1 } }))
        assert.deepStrictEqual(alive(), ["/b"])
        assert.instanceOf(yield* Effect.flip(services.call("/a", empty, {})), NotAdvertised)
        yield* services.onGraphUpdate(graph({ offered: { "/a": 1 } }))
        assert.deepStrictEqual(alive(), ["/a", "/b"])
        yield* services.onGraphUpdate(graph({ offered: { "/a": 0 } }))
        assert.deepStrictEqual(alive(), ["/b"])
        yield* services.onAdvertise([service(2, "/a")])
        assert.deepStrictEqual(alive(), ["/a", "/b"])
      })
  )
})

describe(`of ${manyInWords} topics nothing is kept`, () => {
  it.effect(
    `of ${manyInWords} topics nothing is kept that were advertised, listened to and unadvertised, but some of their types`,
    () =>
      Effect.gen(function* () {
        const { link, sent } = aLink()
        const library = makeTypeLibrary()
        const topics = makeTopics(link, library)
        for (const id of numbers) {
          const { schemaName, topic } = channel(id)
          yield* Effect.scoped(
            Effect.gen(function* () {
              const listen = topics.subscribe(topic, schemaName, () => undefined)
              if (id % 3 !== 0) yield* listen
              yield* topics.onAdvertise([channel(id), channel(id)])
              if (id % 3 === 0) yield* listen
              assert.strictEqual(topics.size().bindings, 1)
              if (id % 3 === 1) yield* topics.onUnadvertise([id])
              if (id % 3 === 2) yield* topics.onClose
            })
          )
          yield* topics.onUnadvertise([id])
        }
        assert.deepStrictEqual(topics.size(), { channels: 0, entries: 0, bindings: 0 })
        assert.deepStrictEqual(library.size(), { held: 0, released: 1_000 })
        assert.lengthOf(
          sent.filter(({ op }) => op === "subscribe"),
          count
        )
      })
  )

  it.effect(`of ${manyInWords} topics nothing is kept that were published from here`, () =>
    Effect.gen(function* () {
      const { link } = aLink()
      const library = makeTypeLibrary()
      const publishers = makeClientChannels(link, makeTopics(link, library), library)
      yield* publishers.onOpen(true)
      for (const id of numbers) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* publishers.advertise(`/out_${id}`, "std_msgs/msg/Empty")
            yield* publishers.publish(`/out_${id}`, "std_msgs/msg/Empty", {})
            assert.strictEqual(publishers.size(), 1)
          })
        )
      }
      assert.strictEqual(publishers.size(), 0)
    })
  )
})
