import { assert, describe, it, vi } from "@effect/vitest"
import { createClient, type SessionEvent } from "../../packages/client-sdk/src/index.ts"
import { FakeService, identity, robotId, tokens } from "./support/FakeService.ts"

describe("the socket of a session", () => {
  it("the socket of a session renews the credential on the open socket before it expires", async () => {
    await using service = await FakeService.start({
      "POST /api/client/login": () => [200, tokens(1, 10)],
      "POST /api/client/refresh": () => [200, tokens(2)],
      "GET /api/client/me": () => [200, identity]
    })
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword({ email: "ann@example.com", password: "correct horse battery" })
    using _ = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.authenticated(new Date(Date.now() + 10_000).toISOString())
    assert.strictEqual(socket.frames[0]?.token, "access-1")
    assert.strictEqual((await socket.frame("auth", 1)).token, "access-2")
    assert.strictEqual(fleet.realtime.state, "connected")
  })

  it.each([
    ["ahead", -3_600_000],
    ["behind", 3_600_000]
  ])(
    "the socket of a session is authenticated once with a clock that is an hour %s of the service's",
    async (...[, skew]) => {
      await using service = await FakeService.start({ "GET /api/client/me": () => [200, identity] })
      using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
      await fleet.auth.useTokens(tokens(1, 900))
      using _ = fleet.robot(robotId).datapoint("battery").subscribe()
      const timers = vi.spyOn(globalThis, "setTimeout")
      try {
        const socket = await service.authenticated(new Date(Date.now() + 900_000 + skew).toISOString())
        await socket.frame("subscribe")
        const renewal = timers.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms > 600_000)
        assert.lengthOf(renewal, 1)
        assert.isAtMost(renewal[0]!, 880_000)
        assert.lengthOf(
          socket.frames.filter(({ type }) => type === "auth"),
          1
        )
      } finally {
        timers.mockRestore()
      }
    }
  )

  it("the socket of a session ends what one person began when another signs in, and serves the other", async () => {
    const bob = { ...identity, app_user_id: "66666666-6666-4666-8666-666666666666", email: "bob@example.com" }
    await using service = await FakeService.start({
      "GET /api/client/me": ({ headers }) => [200, headers.authorization === "Bearer access-1" ? identity : bob]
    })
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.useTokens(tokens(1))
    const battery = fleet.robot(robotId).datapoint("battery").subscribe()
    const first = await service.authenticated()
    await first.frame("subscribe")
    await fleet.auth.useTokens(tokens(3))
    await fleet.auth.useTokens(tokens(2))
    await first.closed
    assert.strictEqual(battery.error?.code, "signed_out")
    using again = fleet.robot(robotId).datapoint("battery").subscribe()
    const second = await service.socket()
    assert.strictEqual((await second.frame("auth")).token, "access-2")
    assert.isUndefined(again.error)
  })

  it("the socket of a session says what is missing where the platform has no WebSocket, and leaves REST alone", async () => {
    await using service = await FakeService.start({ "GET /api/client/robots": () => [200, { robots: [] }] })
    vi.stubGlobal("WebSocket", undefined)
    // As where the package ws is not installed, which it is here.
    const modules = vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never)
    try {
      using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })
      assert.deepStrictEqual((await fleet.robots.list()).robots, [])
      assert.throws(
        () => fleet.robot(robotId).datapoint("battery").subscribe(),
        /no WebSocket here: run `npm install ws`, use Node 22/
      )
    } finally {
      modules.mockRestore()
      vi.unstubAllGlobals()
    }
  })

  it("the socket of a session takes another token after auth_error token_expired", async () => {
    await using service = await FakeService.start({
      "POST /api/client/login": () => [200, tokens(1)],
      "POST /api/client/refresh": () => [200, tokens(2)],
      "GET /api/client/me": () => [200, identity]
    })
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword({ email: "ann@example.com", password: "correct horse battery" })
    using _ = fleet.robot(robotId).datapoint("battery").subscribe()
    const first = await service.socket()
    await first.frame("auth")
    first.send({ type: "auth_error", code: "token_expired", message: "Expired." })
    first.close(1008)
    const second = await service.socket()
    assert.strictEqual((await second.frame("auth")).token, "access-2")
  })

  it("the socket of a session takes another token once after auth_error invalid_token, and then ends", async () => {
    await using service = await FakeService.start({
      "POST /api/client/login": () => [200, tokens(1)],
      "POST /api/client/refresh": () => [200, tokens(2)],
      "GET /api/client/me": () => [200, identity]
    })
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword({ email: "ann@example.com", password: "correct horse battery" })
    const battery = fleet.robot(robotId).datapoint("battery").subscribe()
    for (const token of ["access-1", "access-2"]) {
      assert.isUndefined(battery.error)
      const socket = await service.socket()
      assert.strictEqual((await socket.frame("auth")).token, token)
      socket.send({ type: "auth_error", code: "invalid_token", message: "Another key signed it." })
      socket.close(1008)
    }
    await vi.waitUntil(() => battery.error !== undefined, { timeout: 60_000 })
    assert.strictEqual(battery.error?.code, "invalid_token")
    await vi.waitUntil(async () => (await fleet.auth.session()) === null, { timeout: 60_000 })
    assert.strictEqual(service.count("POST /api/client/refresh"), 1)
  })

  it("the socket of a session signs out when the service ends the session with 4001", async () => {
    await using service = await FakeService.start({
      "POST /api/client/login": () => [200, tokens(1)],
      "GET /api/client/me": () => [200, identity]
    })
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword({ email: "ann@example.com", password: "correct horse battery" })
    const events: Array<SessionEvent> = []
    fleet.auth.onChange((event) => events.push(event))
    const battery = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.authenticated()
    socket.close(4001)
    await vi.waitUntil(() => events.length > 0, { timeout: 60_000 })
    assert.deepStrictEqual(events, ["signed_out"])
    assert.strictEqual(battery.error?.code, "token_revoked")
    assert.strictEqual(fleet.realtime.state, "closed")
    assert.isNull(await fleet.auth.session())
  })
})
