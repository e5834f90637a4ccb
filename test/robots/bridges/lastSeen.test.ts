import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { connectBridge, openBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aRobot, detail, eventually, pass, type World } from "../jobs/world.ts"

layer(TestApp, { timeout: "60 seconds" })("when a robot was seen last", (it) => {
  const listed = ({ as, robot }: Pick<World, "as" | "robot">) =>
    Effect.map(call("GET", "/api/robots", { as }), ({ body }) => body.robots.find(({ id }: any) => id === robot.id))

  /** As the list and the robot's own record say it, which agree. */
  const seen = Effect.fnUntraced(function* (world: World) {
    const { last_seen_at } = yield* detail(world)
    assert.strictEqual((yield* listed(world)).last_seen_at, last_seen_at)
    return last_seen_at === null ? null : Date.parse(last_seen_at)
  })

  it.effect("it is null before the first bridge, now while one is connected, and then when the last one left", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      assert.isNull(yield* seen(world))
      const refused = yield* openBridge
      refused.hello(world.bridgeToken, { protocol_version: 4 })
      yield* refused.closeCode
      assert.isNull(yield* seen(world))
      yield* TestClock.adjust("3 minutes")
      const bridge = yield* connectBridge(world.bridgeToken)
      yield* bridge.next("config")
      assert.strictEqual(yield* seen(world), yield* Clock.currentTimeMillis)
      yield* pass(bridge, 3_000)
      assert.strictEqual(yield* seen(world), yield* Clock.currentTimeMillis)
      const leftMs = yield* Clock.currentTimeMillis
      yield* bridge.leave
      yield* eventually(detail(world), ({ bridge_state }) => !bridge_state.online)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(yield* seen(world), leftMs)
    })
  )

  it.effect("the list says which version is published, drafted and applied", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const bridge = yield* connectBridge(world.bridgeToken)
      yield* bridge.next("config")
      bridge.send({ type: "config_applied", version: 1, ok: true, errors: [] })
      const { config } = yield* eventually(listed(world), (robot) => robot.config.applied_version === 1)
      const { draft_updated_at, published_at } = (yield* detail(world)).config
      const applied = { published_version: 1, applied_version: 1, applied_ok: true }
      assert.deepStrictEqual(config, { ...applied, draft_updated_at, published_at })
      assert.isString(draft_updated_at)
      assert.isString(published_at)
    })
  )
})
