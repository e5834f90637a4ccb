import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { renewed, runOut, ShortTokens } from "../../realtime/expiring.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { aRobot } from "../jobs/world.ts"
import { cameraState, say, told } from "./world.ts"

layer(ShortTokens, { timeout: "60 seconds" })("the health of resources while a token has expired", (it) => {
  it.effect(
    "the health of resources is counted while a developer's token has expired, and told again after a renewal",
    () =>
      Effect.gen(function* () {
        const world = yield* aRobot
        const client = yield* connectRealtime(world.as)
        yield* runOut(client)
        const bridge = yield* connectBridge(world.bridgeToken)
        yield* bridge.next("config")
        yield* say(bridge, cameraState())
        yield* say(bridge, cameraState({ error: null }))
        assert.deepStrictEqual(yield* told(client), [])
        yield* TestClock.adjust("5 seconds")
        yield* client.auth(yield* renewed(world.developer.refreshToken))
        const dropped = yield* client.next("org_event_dropped")
        assert.deepStrictEqual([dropped.dropped, dropped.since_ms % 75_000], [2, 0])
        yield* say(bridge, cameraState())
        assert.deepStrictEqual(
          (yield* told(client)).map(({ state, type }) => [type, state]),
          [["resource_health", "unreachable"]]
        )
      })
  )
})
