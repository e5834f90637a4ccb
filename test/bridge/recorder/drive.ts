import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { type FakeCloud, settle } from "../support/FakeCloud.ts"
import type { FakeRobot } from "../support/FakeRobot.ts"

/** Seconds pass, with a message on /odom at each. */
export const drive = Effect.fnUntraced(function* (cloud: FakeCloud, robot: FakeRobot, seconds: number) {
  for (let second = 0; second < seconds; second++) {
    yield* TestClock.adjust("1 second")
    const now = yield* Clock.currentTimeMillis
    robot.emit("/odom", {}, now, Buffer.from(`odom ${now}`))
    cloud.send({ type: "ping", ts_ms: now, latency_ms: null, lag_ms: null })
    yield* settle
  }
})
