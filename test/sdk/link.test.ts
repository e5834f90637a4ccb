import { assert, layer, vi } from "@effect/vitest"
import { createClient, type FleetClient } from "@fleet/sdk"
import { Effect } from "effect"
import { password } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { QuietProxy } from "./support/QuietProxy.ts"
import { world } from "./support/world.ts"

const connected = (fleet: FleetClient) => vi.waitUntil(() => fleet.realtime.state === "connected", { timeout: 60_000 })

layer(TestApp, { excludeTestServices: true })("the link to the service", (it) => {
  it.effect("the link to the service that is gone without a word is noticed, found again, and its values go on", () =>
    Effect.gen(function* () {
      const { baseUrl, key, robot } = yield* world
      yield* Effect.promise(async () => {
        await using proxy = await QuietProxy.start(baseUrl)
        using fleet = createClient({ baseUrl: proxy.baseUrl, serverKey: key.token, heartbeatMs: 1000 })
        const states: Array<string> = []
        fleet.realtime.onStatus(({ reason, state }) => states.push(`${state} ${reason}`))
        using battery = fleet.robot(robot.id).datapoint("battery").subscribe()
        await connected(fleet)
        await vi.waitUntil(() => fleet.realtime.status.roundTripMs !== null)
        proxy.isQuiet = true
        await vi.waitUntil(() => states.includes("disconnected silent"), { timeout: 60_000 })
        proxy.isQuiet = false
        battery.latest = undefined
        await vi.waitUntil(() => battery.latest !== undefined, { timeout: 120_000 })
        assert.deepInclude(fleet.realtime.status, { state: "connected", reason: null, subscriptions: 1 })
        const topic = { robotId: robot.id, slug: "battery", kind: "datapoint" } as const
        assert.deepStrictEqual(fleet.realtime.subscriptions, [topic])
        const presence = fleet.robot(robot.id).presence()
        presence.on(() => {})
        assert.deepStrictEqual(fleet.realtime.subscriptions, [topic, { robotId: robot.id, slug: null }])
        presence.close()
        assert.deepStrictEqual(fleet.realtime.subscriptions, [topic])
      })
    }).pipe(Effect.scoped)
  )

  it.effect("the link to the service tells its time", () =>
    Effect.gen(function* () {
      const { baseUrl, key } = yield* world
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, serverKey: key.token })
        const before = Date.now()
        await fleet.clock.sync()
        const now = fleet.clock.now()
        // The service's clock is this machine's.
        const uncertaintyMs = fleet.clock.uncertaintyMs! + 2
        assert.isTrue(now >= before - uncertaintyMs && now <= Date.now() + uncertaintyMs)
        assert.isAtLeast(await fleet.realtime.probe(), 0)
      })
    }).pipe(Effect.scoped)
  )

  for (const via of ["realtime", "rest"] as const)
    it.effect(`the link to the service releases a publisher and stops a robot, over ${via}`, () =>
      Effect.gen(function* () {
        const { app, baseUrl, bridge, robot, user } = yield* world
        yield* Effect.promise(async () => {
          using fleet = createClient({ baseUrl, app: app.identifier })
          await fleet.auth.signInWithPassword({ email: user.email, password })
          const { id } = robot
          for await (const _ of fleet.robot(id).datapoint("battery").subscribe()) break
          const drive = fleet.robot(id).publisher("drive")
          const failsafes = () => bridge.received.filter(({ type }) => type === "failsafe").map(({ slug }) => slug)
          await drive.publish({ speed: 1 })
          await drive.release({ via })
          await vi.waitUntil(() => failsafes().length === 1)
          await drive.release({ via })
          assert.deepStrictEqual(await fleet.robot(id).stop({ via }), { cancelled: [], failsafes: [], warnings: [] })
          await drive.publish({ speed: 1 })
          assert.deepInclude(await fleet.robot(id).stop({ all: true, via }), { failsafes: ["drive"] })
          await vi.waitUntil(() => failsafes().length === 2)
          assert.deepStrictEqual(failsafes(), ["drive", "drive"])
        })
      }).pipe(Effect.scoped)
    )
})
