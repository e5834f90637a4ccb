import { assert, layer } from "@effect/vitest"
import { createClient, FleetError } from "@fleet/sdk"
import { alertsOrgAlertsPagesQuery } from "@fleet/sdk/react-query"
import { QueryClient } from "@tanstack/react-query"
import { Effect } from "effect"
import { TestApp } from "../support/TestApp.ts"
import { FakeService, robotId } from "./support/FakeService.ts"
import { world } from "./support/world.ts"

layer(TestApp, { excludeTestServices: true })("lists and exports, with the SDK", (it) => {
  it.effect("lists and exports, with the SDK are read page by page, and as they come", () =>
    Effect.gen(function* () {
      const { baseUrl, owner } = yield* world
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, serverKey: owner.token })
        const seqs: Array<number> = []
        let pages = 0
        for await (const page of fleet.pages("audit.list", { query: { limit: 2 } })) {
          assert.isAtMost(page.events.length, 2)
          seqs.push(...page.events.map(({ seq }) => seq))
          pages++
        }
        assert.isAbove(pages, 1)
        // The bridge may have come meanwhile.
        const whole = await fleet.request("audit.list", { query: { limit: 200 } })
        assert.deepStrictEqual(
          seqs,
          whole.events.map(({ seq }) => seq).filter((seq) => seq <= seqs[0]!)
        )
        const stream = await fleet.stream("audit.export", { query: {} })
        const text = await new Response(stream).text()
        const lines = (await fleet.request("audit.export")).split("\n")
        assert.isAbove(text.split("\n").length, seqs.length)
        assert.includeMembers(lines, text.split("\n"))
        const refused = await fleet
          .stream("audit.export", { query: { action: "robot.created", action_prefix: "robot." } })
          .catch((error: unknown) => error)
        assert.isTrue(FleetError.is(refused) && refused.status === 400)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("lists and exports, with the SDK are read page by page whatever their cursor is", () =>
    Effect.gen(function* () {
      const { baseUrl, owner, robot } = yield* world
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, serverKey: owner.token })
        const params = { id: robot.id }
        const condition = "condition: { fire_at: 80, resolve_at: 70 }"
        const alerts = ["low", "lower", "lowest"].map((name) => `${name}: { name: ${name}, ${condition} }`).join(", ")
        const source = `platform: 1
datapoints:
  battery: { topic: /battery, type: sensor_msgs/msg/BatteryState, field: percentage, alerts: { ${alerts} } }
`
        await fleet.request("config.putDraft", { params, body: { source } })
        await fleet.request("config.publish", { params })
        const named: Array<string> = []
        for await (const page of fleet.pages("alerts.orgAlerts", { query: { limit: 1 } })) {
          assert.isAtMost(page.alerts.length, 1)
          named.push(...page.alerts.map(({ name }) => name))
        }
        assert.deepStrictEqual(named.toSorted(), ["low", "lower", "lowest"])
        const client = new QueryClient()
        const all = await client.fetchInfiniteQuery({
          ...alertsOrgAlertsPagesQuery(fleet, { query: { limit: 2 } }),
          pages: 9
        })
        assert.deepStrictEqual(
          all.pages.map(({ alerts }) => alerts.length),
          [2, 1]
        )
        client.clear()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("lists and exports, with the SDK are a developer's own robots too", () =>
    Effect.gen(function* () {
      const { baseUrl, owner, robot } = yield* world
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, serverKey: owner.token })
        const [own] = await fleet.developer.robots.list()
        assert.deepStrictEqual([own?.id, own?.name, own?.config.published_version], [robot.id, robot.name, 1])
      })
    }).pipe(Effect.scoped)
  )

  it.effect("lists and exports, with the SDK that are refused say where that is explained", () =>
    Effect.gen(function* () {
      const { baseUrl, key, robot } = yield* world
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, serverKey: key.token })
        const datapoint = fleet.robot(robot.id).datapoint("missing")
        const refused = await datapoint.get().catch((error: unknown) => error)
        if (!FleetError.is(refused)) return assert.fail(String(refused))
        assert.strictEqual(refused.docsUrl, `${baseUrl}/docs/errors#error-${refused.code}`)
        const page = await (await fetch(refused.docsUrl!)).text()
        assert.include(page, `id="error-${refused.code}"`)
        const command = await fleet
          .robot(robot.id)
          .publisher("missing")
          .publish()
          .catch((error: unknown) => error)
        assert.isTrue(FleetError.is(command) && command.docsUrl === `${baseUrl}/docs/errors#error-${command.code}`)
        const values = fleet.robot(robot.id).datapoint("missing").subscribe()
        const subscribed = await values[Symbol.asyncIterator]()
          .next()
          .catch((error: unknown) => error)
        assert.isTrue(
          FleetError.is(subscribed) && subscribed.docsUrl === `${baseUrl}/docs/errors#error-${subscribed.code}`
        )
        using nowhere = createClient({ baseUrl: "http://127.0.0.1:1", serverKey: key.token })
        const lost = await nowhere.robots.list({ retries: 0 }).catch((error: unknown) => error)
        assert.isTrue(FleetError.is(lost) && lost.docsUrl === undefined)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("lists and exports, with the SDK that are larger than one piece come piece by piece", () =>
    Effect.promise(async () => {
      await using service = await FakeService.start()
      const pieces: Array<(piece: Uint8Array | null) => void> = []
      const body = new ReadableStream<Uint8Array>({
        start: (controller) =>
          void pieces.push((piece) => (piece === null ? controller.close() : controller.enqueue(piece)))
      })
      using fleet = createClient({
        baseUrl: service.baseUrl,
        serverKey: "srv_test",
        fetch: async () => new Response(body, { headers: { "content-type": "text/csv" } })
      })
      const params = { id: robotId, slug: "battery" }
      const reader = (await fleet.stream("datapoints.export", { params, query: {} })).getReader()
      pieces[0]!(Uint8Array.of(1))
      assert.deepStrictEqual((await reader.read()).value, Uint8Array.of(1))
      pieces[0]!(Uint8Array.of(2))
      assert.deepStrictEqual((await reader.read()).value, Uint8Array.of(2))
      pieces[0]!(null)
      assert.isTrue((await reader.read()).done)
    })
  )
})
