import { assert, describe, it, layer, vi } from "@effect/vitest"
import { createClient, type FleetClient, type OrgEventGap } from "@fleet/sdk"
import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { ShortTokens } from "../realtime/expiring.ts"
import { cameraState, say } from "../robots/health/world.ts"
import { aRobot } from "../robots/jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { TestApp } from "../support/TestApp.ts"
import { FakeService, robotId } from "./support/FakeService.ts"
import { QuietProxy } from "./support/QuietProxy.ts"
import { world } from "./support/world.ts"

const change = (state: string) => ({
  type: "resource_health",
  robot_id: robotId,
  kind: "camera",
  ref: "front",
  facet: "source",
  state,
  reason: null,
  changed_at_ms: 1
})

/** A reader of health, and what it heard. */
const listen = (fleet: FleetClient) => {
  const heard: Array<string> = []
  const gaps: Array<OrgEventGap> = []
  const stop = fleet.health.onChange((next) => heard.push("state" in next ? next.state : next.type), {
    onGap: (gap) => gaps.push(gap)
  })
  return { gaps, heard, stop }
}

const opened = { since: null, dropped: null }

describe("changes of health", () => {
  it("changes of health that may be missing are told when a socket opens, and where the service left some out", async () => {
    await using service = await FakeService.start()
    using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })
    const { gaps, heard, stop } = listen(fleet)
    const socket = await service.authenticated()
    await vi.waitUntil(() => gaps.length === 1)
    const late = listen(fleet)
    socket.send(change("failed"))
    socket.send({ type: "org_event_dropped", since_ms: 1_500, dropped: 9 })
    await vi.waitUntil(() => late.gaps.length === 1)
    assert.deepStrictEqual(gaps, [opened, { since: new Date(1_500), dropped: 9 }])
    assert.deepStrictEqual(late.gaps, [{ since: new Date(1_500), dropped: 9 }])
    stop()
    socket.close(1012)
    await service.authenticated()
    await vi.waitUntil(() => late.gaps.length === 2)
    assert.deepStrictEqual(late.gaps[1], opened)
    assert.lengthOf(gaps, 2)
    assert.deepStrictEqual([heard, late.heard], [["failed"], ["failed"]])
  })

  it("changes of health are not among the events that were dropped where the service says their position", async () => {
    await using service = await FakeService.start()
    using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })
    const missed: Array<number | null> = []
    using _ = fleet.events.subscribe({ onGap: ({ dropped }) => missed.push(dropped) })
    const { gaps } = listen(fleet)
    const socket = await service.authenticated()
    await socket.frame("org_event_subscribe")
    const position = { stream: "a", seq: 0, dropped: 0 }
    socket.send({ type: "org_event_replay", events: [], complete: true, resumed: false, gaps: [], position })
    socket.send({ type: "org_event_dropped", since_ms: 1_500, dropped: 3, position: { ...position, dropped: 3 } })
    socket.send({ type: "org_event_dropped", since_ms: 1_600, dropped: 4 })
    await vi.waitUntil(() => gaps.length === 2)
    assert.deepStrictEqual(gaps, [opened, { since: new Date(1_600), dropped: 4 }])
    assert.deepStrictEqual(missed, [3])
  })
})

layer(TestApp, { excludeTestServices: true })("changes of health, of the service", (it) => {
  it.effect("changes of health, of the service between two sockets are in the list that a gap asks for", () =>
    Effect.gen(function* () {
      const { baseUrl, orgId, owner, robot } = yield* world
      const proxy = yield* Effect.acquireRelease(
        Effect.promise(() => QuietProxy.start(baseUrl)),
        (proxy) => Effect.promise(() => proxy[Symbol.asyncDispose]())
      )
      const fleet = createClient({ baseUrl: proxy.baseUrl, serverKey: owner.token })
      const lists: Array<ReadonlyArray<string>> = []
      fleet.health.onChange(() => {}, {
        onGap: () =>
          void fleet.health.list({ robotId: robot.id }).then((all) => lists.push(all.map(({ state }) => state)))
      })
      const listed = (count: number) => Effect.promise(() => vi.waitUntil(() => lists.length === count, 20_000))
      yield* listed(1)
      proxy.cut()
      yield* Effect.promise(() => vi.waitUntil(() => fleet.realtime.state !== "connected", 20_000))
      const reports = yield* HealthReports
      reports.observe({
        orgId,
        robotId: robot.id,
        kind: "datapoint",
        ref: "battery",
        facet: "source",
        observedAtMs: 1,
        state: "failed",
        reason: null
      })
      yield* reports.flush
      proxy.isCut = false
      yield* listed(2)
      fleet.close()
      assert.deepStrictEqual(lists, [[], ["failed"]])
    }).pipe(Effect.scoped)
  )
})

layer(ShortTokens, { timeout: "60 seconds" })("changes of health, while a token has expired", (it) => {
  it.effect("changes of health, while a token has expired, are told as a gap with their number", () =>
    Effect.gen(function* () {
      const { bridgeToken, developer } = yield* aRobot
      const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const held = Promise.withResolvers<void>()
      const frames: Array<string> = []
      const fleet = createClient({
        baseUrl,
        onFrame: ({ frame }) => frames.push(frame.type),
        fetch: async (input, init) => {
          if (String(input).endsWith("/api/auth/refresh")) await held.promise
          return fetch(input, init)
        }
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => fleet.close()))
      const { token: access_token, refreshToken: refresh_token } = developer
      // By this machine's clock it is good for longer, so that it is not renewed before.
      yield* Effect.promise(() =>
        fleet.auth.useTokens({ access_token, refresh_token, token_type: "Bearer", expires_in: 900 })
      )
      const { gaps, heard } = listen(fleet)
      const until = (is: () => boolean) => Effect.promise(() => vi.waitUntil(is, 20_000))
      yield* until(() => gaps.length === 1)
      for (let passed = 0; passed < 75; passed += 15) {
        yield* TestClock.adjust("15 seconds")
        // It has answered the service's pings, too.
        yield* Effect.promise(() => fleet.realtime.probe())
      }
      yield* until(() => frames.includes("auth_error"))
      const bridge = yield* connectBridge(bridgeToken)
      yield* bridge.next("config")
      yield* say(bridge, cameraState())
      yield* say(bridge, cameraState({ error: null }))
      assert.deepStrictEqual(heard, [])
      held.resolve()
      yield* until(() => gaps.length === 2)
      assert.deepStrictEqual([gaps[1]!.dropped, gaps[1]!.since!.getTime() % 75_000], [2, 0])
      yield* say(bridge, cameraState())
      yield* until(() => heard.length === 1)
      assert.deepStrictEqual(heard, ["unreachable"])
    }).pipe(Effect.scoped)
  )
})
