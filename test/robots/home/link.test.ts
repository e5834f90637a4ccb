import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { aConnectedRobot, detail, pass } from "../jobs/world.ts"
import { setClockBack } from "../../support/setClockBack.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

layer(TestApp, { timeout: "60 seconds" })("a bridge's link", (it) => {
  it.effect("a bridge's link carries a ping every two seconds, whose answer is the robot's latency", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { bridge } = world
      yield* pass(bridge, 2000)
      const first = yield* bridge.next("ping")
      assert.deepInclude(first, { latency_ms: null, lag_ms: null })
      bridge.pongs = false
      yield* pass(bridge, 2000)
      const second = yield* bridge.next("ping")
      assert.deepInclude(second, { latency_ms: 0 })
      yield* pass(bridge, 500)
      bridge.send({ type: "pong", ts_ms: second.ts_ms })
      yield* bridge.sync
      assert.strictEqual((yield* detail(world)).bridge_state.latency_ms, 500)
      bridge.pongs = true
      yield* pass(bridge, 1500)
      assert.deepInclude(yield* bridge.next("ping"), { ts_ms: second.ts_ms + 2000, latency_ms: 500 })
    })
  )

  it.effect("a bridge's link is kept minute by minute for the org's reports", () =>
    Effect.gen(function* () {
      const { bridge, owner, robot } = yield* aConnectedRobot
      const began = yield* Clock.currentTimeMillis
      for (let second = 0; second < 62; second += 2) yield* pass(bridge, 2000)
      const path = `/api/org/latency?from_ms=0&to_ms=${began + 600_000}&robot_id=${robot.id}`
      const kept = call("GET", path, { as: owner.token }).pipe(
        Effect.map(({ body }) => body.series[0]?.buckets[0]),
        Effect.filterOrFail((bucket) => bucket !== undefined),
        Effect.retry({ times: 200 })
      )
      const bucket = yield* kept
      assert.isAbove(bucket.samples, 0)
      assert.isAbove(bucket.online_ms, 0)
      assert.isNumber(bucket.avg_ms)
    })
  )

  it.effect("a bridge's link reports the lag of live samples, without backfill", () =>
    Effect.gen(function* () {
      const { bridge } = yield* aConnectedRobot
      const now = yield* Clock.currentTimeMillis
      const sample = (lateMs: number, backfill: boolean) =>
        bridge.send({ type: "datapoint", slug: "battery", value: 1, timestamp_ms: now - lateMs, backfill })
      sample(40, false)
      for (const lateMs of [100, 100, 140]) sample(lateMs, false)
      for (let count = 0; count < 9; count++) sample(9000, true)
      yield* pass(bridge, 2000)
      assert.strictEqual((yield* bridge.next("ping")).lag_ms, 60)
      yield* pass(bridge, 7000)
      assert.deepInclude(bridge.frames.at(-1), { type: "ping", lag_ms: null })
    })
  )

  it.effect("a bridge's link is pinged on when the clock is set back", () =>
    Effect.gen(function* () {
      const { bridge } = yield* aConnectedRobot
      yield* pass(bridge, 8000)
      const pinged = () => bridge.frames.flatMap((frame) => (frame.type === "ping" ? [frame.ts_ms] : []))
      const lastMs = pinged().at(-1)!
      yield* setClockBack(5000)
      yield* pass(bridge, 2000)
      assert.isBelow(pinged().at(-1)!, lastMs)
    })
  )

  it.effect("a bridge's link is closed when three pings stay unanswered, and the robot is offline at once", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { bridge } = world
      bridge.pongs = false
      const pings = () => bridge.frames.filter(({ type }) => type === "ping").length
      while (pings() < 3) yield* pass(bridge, 250)
      yield* pass(bridge, 1500)
      assert.isTrue((yield* detail(world)).bridge_state.online)
      yield* TestClock.adjust("750 millis")
      assert.isFalse((yield* detail(world)).bridge_state.online)
      assert.strictEqual(yield* bridge.closeCode, 4003)
      assert.strictEqual(pings(), 3)
    })
  )

  it.effect("a bridge's link reports its state", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const say = (low_bandwidth: boolean) =>
        world.bridge.send({ type: "link_mode", low_bandwidth, reason: "lag", at_ms: 1 })
      for (const low of [true, false]) {
        say(low)
        yield* world.bridge.sync
        assert.strictEqual((yield* detail(world)).bridge_state.low_bandwidth, low)
      }
    })
  )
})
