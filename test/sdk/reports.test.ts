import { assert, describe, it, layer, vi } from "@effect/vitest"
import { createClient, type FrameReport, type RequestReport } from "@fleet/sdk"
import { Effect } from "effect"
import { password } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { FakeService, robotId } from "./support/FakeService.ts"
import { world } from "./support/world.ts"

const what = ({ code, method, path, requestId, route, status }: RequestReport) =>
  `${route} ${method} ${path} ${status} ${code} ${requestId}`

describe("reports of requests", () => {
  it("reports of requests tell of each attempt, of refusals and of answers that did not come", async () => {
    const answers = [[503, { code: "unavailable", message: "Not now." }], "drop", [200, { robots: [] }]] as const
    let asked = 0
    await using service = await FakeService.start({ "GET /api/client/robots": () => answers[asked++]! })
    const heard: Array<RequestReport> = []
    using fleet = createClient({
      baseUrl: service.baseUrl,
      serverKey: "srv_test",
      onRequest: (report) => heard.push(report)
    })
    await fleet.robots.list()
    const route = "client.robots GET /api/client/robots"
    assert.deepStrictEqual(heard.map(what), [
      `${route} 503 unavailable req-1`,
      `${route} 0 network_error null`,
      `${route} 200 null req-1`
    ])
    assert.deepStrictEqual(
      heard.map(({ bytes }) => bytes),
      [JSON.stringify(answers[0][1]).length, null, JSON.stringify(answers[2][1]).length]
    )
    for (const { durationMs, startedAt } of heard) assert.isTrue(durationMs >= 0 && startedAt instanceof Date)
    await fleet.robots.list({ signal: AbortSignal.abort() }).catch(() => {})
    assert.strictEqual(heard.at(-1)?.code, "aborted")
  })

  it("reports of requests that throw do not fail the call", async () => {
    await using service = await FakeService.start({ "GET /api/client/robots": () => [200, { robots: [] }] })
    const thrown = new Error("The listener throws.")
    const uncaught: Array<unknown> = []
    const onUncaught = (error: unknown) => uncaught.push(error)
    const others = process.rawListeners("uncaughtException")
    process.removeAllListeners("uncaughtException").on("uncaughtException", onUncaught)
    try {
      using fleet = createClient({
        baseUrl: service.baseUrl,
        serverKey: "srv_test",
        onRequest: () => {
          throw thrown
        }
      })
      assert.deepStrictEqual(await fleet.robots.list(), { robots: [] })
      await vi.waitUntil(() => uncaught.length > 0)
    } finally {
      process.removeAllListeners("uncaughtException")
      for (const other of others) process.on("uncaughtException", other as () => void)
    }
    assert.deepStrictEqual(uncaught, [thrown])
  })

  it("reports of requests give the body of a robot's route alone, and fill no path of a route without a credential", async () => {
    await using service = await FakeService.start({
      [`PATCH /api/robots/${robotId}`]: () => [200, {}],
      "GET /api/client/mcp/interactions/secret": () => [200, {}]
    })
    const heard: Array<RequestReport> = []
    using fleet = createClient({
      baseUrl: service.baseUrl,
      serverKey: "srv_test",
      onRequest: (report) => heard.push(report)
    })
    await fleet.request("robots.rename", { params: { id: robotId }, body: { name: "Ann" } })
    await fleet.request("clientAuth.verifyEmail", { body: { token: "secret" } }).catch(() => {})
    await fleet.request("mcp.interaction", { params: { id: "secret" } }).catch(() => {})
    assert.deepStrictEqual(heard[0]?.body, { name: "Ann" })
    assert.strictEqual(heard[0]?.path, `/api/robots/${robotId}`)
    assert.lengthOf(heard, 3)
    assert.notInclude(JSON.stringify(heard.slice(1)), "secret")
  })
})

layer(TestApp, { excludeTestServices: true })("reports of a session", (it) => {
  it.effect("reports of a session name every request and frame, and hold no credential", () =>
    Effect.gen(function* () {
      const { app, baseUrl, robot, user } = yield* world
      yield* Effect.promise(async () => {
        const requests: Array<RequestReport> = []
        const frames: Array<FrameReport> = []
        using fleet = createClient({
          baseUrl,
          app: app.identifier,
          onRequest: (report) => requests.push(report),
          onFrame: (report) => frames.push(report)
        })
        await fleet.auth.signInWithPassword({ email: user.email, password })
        const session = await fleet.auth.session()
        for await (const _ of fleet.robot(robot.id).datapoint("battery").subscribe()) break
        await fleet.realtime.probe()
        await fleet.auth.signOut()
        assert.deepStrictEqual(
          requests.map(({ route, status }) => `${route} ${status}`),
          ["clientAuth.login 200", "clientAuth.me 200", "clientAuth.logout 204"]
        )
        assert.includeMembers(
          frames.map(({ direction, frame }) => `${direction} ${frame.type}`),
          ["sent auth", "received auth_ok", "sent subscribe", "received datapoint", "sent time", "received time"]
        )
        for (const { bytes } of frames) assert.isAbove(bytes, 10)
        const told = JSON.stringify([requests, frames])
        for (const secret of [password, session!.accessToken, session!.refreshToken]) assert.notInclude(told, secret)
      })
    }).pipe(Effect.scoped)
  )
})
