import { assert, layer } from "@effect/vitest"
import { Latest } from "@fleet/server/robots/datapoints/Latest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { aConnectedRobot, eventually, publish, source } from "../jobs/world.ts"
import { connectBridge, type FakeBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const without = "platform: 1\ndatapoints:\n  pose: {topic: /pose, type: a/msg/B}\n"

/** A robot whose battery was heard of. */
const aHeardRobot = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  const { owner, path, robot } = world
  const latest = yield* Latest
  const say = (bridge: FakeBridge, slug: string, value: unknown) =>
    Effect.andThen(
      Effect.sync(() => bridge.send({ type: "datapoint", slug, value, timestamp_ms: 1 })),
      bridge.sync
    )
  yield* say(world.bridge, "battery", 42)
  assert.strictEqual(latest.peek(robot.id, "battery")?.json, "42")
  return {
    ...world,
    say,
    publish: (text: string) => publish(owner.caller, robot.id, text),
    answer: Effect.map(call("GET", `${path}/datapoints/battery`, { as: owner.token }), ({ body }) => body.value),
    /** Ends once the process holds no value of the slug. */
    dropped: (slug: string) =>
      eventually(
        Effect.map(TestClock.adjust("250 millis"), () => latest.peek(robot.id, slug)),
        (value) => value === undefined
      ),
    holds: (slug: string) => latest.peek(robot.id, slug) !== undefined
  }
})

layer(TestApp, { timeout: "60 seconds" })("an unpublished datapoint", (it) => {
  it.effect(
    "an unpublished datapoint is not held in memory, and is answered as before once it is published again",
    () =>
      Effect.gen(function* () {
        const { answer, bridge, dropped, holds, publish, say } = yield* aHeardRobot
        yield* publish(without)
        yield* bridge.next("config")
        yield* say(bridge, "pose", 1)
        yield* say(bridge, "battery", 43)
        yield* dropped("battery")
        assert.isTrue(holds("pose"))
        yield* publish(source)
        yield* bridge.next("config")
        assert.strictEqual(yield* answer, 42)
        yield* say(bridge, "battery", 44)
        assert.strictEqual(yield* answer, 44)
        yield* dropped("pose")
        assert.isTrue(holds("battery"))
      })
  )

  it.effect(
    "an unpublished datapoint is dropped as well where it was published while the bridge was on its way back",
    () =>
      Effect.gen(function* () {
        const { bridgeToken, dropped, holds, publish, say } = yield* aHeardRobot
        yield* publish(without)
        const bridge = yield* connectBridge(bridgeToken)
        yield* say(bridge, "pose", 1)
        yield* dropped("battery")
        assert.isTrue(holds("pose"))
      })
  )
})
