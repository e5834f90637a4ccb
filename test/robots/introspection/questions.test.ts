import { NodeRpc } from "@fleet/server/platform/bus/NodeRpc"
import { assert, describe, it } from "@effect/vitest"
import { BridgeTimeout } from "@fleet/domain/Errors"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { RobotQuestions } from "@fleet/server/robots/introspection/IntrospectionRpc"
import { nothingPublished } from "@fleet/server/robots/config/PublishedConfigs"
import { RobotGraphs } from "@fleet/server/robots/config/RobotGraphs"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { FirstIntrospection } from "@fleet/server/robots/introspection/FirstIntrospection"
import { Introspections } from "@fleet/server/robots/introspection/Introspections"
import { IntrospectionStore } from "@fleet/server/robots/introspection/IntrospectionStore"
import { RobotGraphsLive } from "@fleet/server/robots/introspection/RobotGraphsLive"
import { RobotQuestionHandlers } from "@fleet/server/robots/introspection/RobotQuestionHandlers"
import { Clock, Context, DateTime, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { connectedHome, hello, homeOf, linkTo } from "../../support/homes.ts"
import { recordMaps } from "../../support/recordMaps.ts"

const aRobotId = () => RobotId.make(randomUUID())
const homes = Layer.provideMerge(RobotHomes.layer, Bus.layer)
const questions = RobotQuestions.layer.pipe(
  Layer.provide([RobotQuestionHandlers, NodeRpc.local]),
  Layer.provideMerge(homes)
)

/** A store that no graph was ever kept in, and what it was asked. */
const emptyStore = (looked: Array<ReadonlyArray<RobotId>>) =>
  Layer.mock(IntrospectionStore, {
    find: () => Effect.succeedNone,
    unread: (robotIds) => Effect.sync(() => (looked.push(robotIds), robotIds))
  })

describe("a question to a bridge", () => {
  it.effect("a question to a bridge waits ten seconds for its answer", () =>
    Effect.gen(function* () {
      const robotId = aRobotId()
      yield* connectedHome(robotId)
      const asked = yield* RobotQuestions
      const both = [
        Effect.asVoid(asked.graph({ robotId })),
        Effect.asVoid(asked.types({ robotId, names: ["a/msg/A"] }))
      ]
      for (const question of both) {
        const waiting = yield* Effect.forkChild(Effect.flip(question))
        yield* TestClock.adjust("9999 millis")
        assert.isUndefined(waiting.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        assert.instanceOf(yield* Fiber.join(waiting), BridgeTimeout)
      }
    }).pipe(Effect.provide(questions), Effect.scoped)
  )

  it.effect("a question to a bridge that answers another one of that number is not answered", () =>
    Effect.gen(function* () {
      const robotId = aRobotId()
      const home = yield* homeOf(robotId)
      const frames: Array<CloudMessage> = []
      ;(yield* RobotHomes).attach(linkTo(home, frames), hello, nothingPublished)
      const waiting = yield* Effect.forkChild(Effect.flip((yield* RobotQuestions).graph({ robotId })))
      yield* TestClock.adjust(0)
      const asked = frames.find((frame) => frame.type === "introspect_request")!
      home.message({ type: "type_definitions", request_id: asked.request_id, definitions: [], unresolved: [] }, 0)
      assert.instanceOf(yield* Fiber.join(waiting), BridgeTimeout)
    }).pipe(Effect.provide(questions), Effect.scoped)
  )
})

describe("a publish that asks for types", () => {
  it.effect("a publish that asks for types waits five seconds, and asks for fifty at a time", () =>
    Effect.gen(function* () {
      const asked: Array<number> = []
      const silent = Layer.mock(Introspections, {
        fetchTypes: (_, names) =>
          Effect.andThen(
            Effect.sync(() => void asked.push(names.length)),
            Effect.never
          )
      })
      const layer = RobotGraphsLive.pipe(Layer.provide(Layer.merge(silent, emptyStore([]))))
      const graphs = Context.get(yield* Layer.build(layer), RobotGraphs)
      const names = Array.from({ length: 101 }, (_, index) => `a/msg/T${index}`)
      const learning = yield* Effect.forkChild(graphs.learn(aRobotId(), names))
      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(learning.pollUnsafe())
      assert.deepStrictEqual(asked, [50, 50, 1])
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(learning)
      yield* graphs.learn(aRobotId(), [])
      assert.strictEqual(asked.length, 3)
    }).pipe(Effect.scoped)
  )
})

const graph = { topics: [], services: [], actions: [], captured_at_ms: 0 }

/** In steps, so that what waits for a time is asked near it. */
const passMinutes = (count: number) =>
  Effect.forEach(
    Array.from({ length: count * 2 }, (_, index) => index),
    () => TestClock.adjust("30 seconds"),
    { discard: true }
  )

describe("robots that connect and were never read", () => {
  const orgId = OrgId.make(randomUUID())

  const connect = (homesOf: RobotHomes["Service"], robotId: RobotId) => {
    const link = linkTo(homesOf.open({ robotId, orgId, robotName: "Rover" }))
    assert.isTrue(homesOf.attach(link, hello, nothingPublished))
    return link
  }

  it.effect(
    "robots that connect and were never read are looked up 500 at a time, and asked once of their own accord",
    () =>
      Effect.gen(function* () {
        const looked: Array<ReadonlyArray<RobotId>> = []
        const refreshed: Array<RobotId> = []
        const reads = Layer.mock(Introspections, {
          refresh: (robotId) =>
            Effect.andThen(
              Effect.sync(() => void refreshed.push(robotId)),
              Effect.succeed({ graph, fetched_at: DateTime.makeUnsafe(0), stale: false })
            )
        })
        const first = FirstIntrospection.pipe(Layer.provideMerge(Layer.mergeAll(homes, reads, emptyStore(looked))))
        const services = yield* Layer.build(first)
        const robotIds = Array.from({ length: 501 }, aRobotId)
        yield* TestClock.adjust("1 millis")
        for (const robotId of robotIds) connect(Context.get(services, RobotHomes), robotId)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(looked, [robotIds.slice(0, 500)])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(looked[1], robotIds.slice(500))
        yield* TestClock.adjust("10 minutes")
        assert.deepStrictEqual(refreshed, robotIds)
        assert.strictEqual(looked.length, 2)
      }).pipe(Effect.scoped)
  )

  it.effect(
    "robots that connect before their nodes are there are asked again until they answer, less and less often",
    () =>
      Effect.gen(function* () {
        const asked: Array<readonly [number, RobotId]> = []
        const answers = { silent: true }
        const reads = Layer.mock(Introspections, {
          refresh: (robotId) =>
            Effect.gen(function* () {
              asked.push([Math.round((yield* Clock.currentTimeMillis) / 60_000), robotId])
              if (answers.silent) return yield* new BridgeTimeout()
              return { graph, fetched_at: DateTime.makeUnsafe(0), stale: false }
            })
        })
        const first = FirstIntrospection.pipe(Layer.provideMerge(Layer.mergeAll(homes, reads, emptyStore([]))))
        const services = yield* Layer.build(first)
        const homesOf = Context.get(services, RobotHomes)
        const [early, gone] = [aRobotId(), aRobotId()]
        yield* TestClock.adjust("1 millis")
        connect(homesOf, early)
        const link = connect(homesOf, gone)
        yield* TestClock.adjust("30 seconds")
        link.home.detach(link, 0)
        const minutes = Effect.sync(() => asked.filter(([, robotId]) => robotId === early).map(([minute]) => minute))
        yield* passMinutes(125)
        assert.deepStrictEqual(yield* minutes, [0, 1, 3, 7, 15, 31, 63, 123])
        assert.strictEqual(asked.filter(([, robotId]) => robotId === gone).length, 1)
        answers.silent = false
        yield* passMinutes(125)
        assert.deepStrictEqual((yield* minutes).slice(8), [183])
      }).pipe(Effect.scoped)
  )

  it.effect("of 10,000 robots that connected and left before they were read nothing is kept", () =>
    Effect.gen(function* () {
      const layer = FirstIntrospection.pipe(
        Layer.provideMerge(Layer.mergeAll(homes, Layer.mock(Introspections, {}), emptyStore([])))
      )
      const { entries, result } = yield* recordMaps(Layer.build(layer))
      const idle = entries()
      const homesOf = Context.get(result, RobotHomes)
      for (let count = 0; count < 10_000; count++) {
        const link = connect(homesOf, aRobotId())
        link.home.detach(link, 0)
      }
      yield* TestClock.adjust("250 millis")
      assert.strictEqual(entries() - idle, 0)
    }).pipe(Effect.scoped)
  )
})
