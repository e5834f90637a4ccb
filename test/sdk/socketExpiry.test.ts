import { assert, describe, it, vi } from "@effect/vitest"
import { createClient, memoryStorage, type SessionStorage } from "../../packages/client-sdk/src/index.ts"
import { FakeService, type FakeSocket, type Handler, identity, robotId, tokens } from "./support/FakeService.ts"

const start = (refresh: Handler = () => [200, tokens(2)]) =>
  FakeService.start({ "POST /api/client/refresh": refresh, "GET /api/client/me": () => [200, identity] })

const expire = (socket: FakeSocket) =>
  socket.send({ type: "auth_error", code: "token_expired", message: "The session token has expired." })
const accept = (socket: FakeSocket) => socket.send({ type: "auth_ok", identity, session_id: "s", expires_at: null })
const result = { type: "command_result", job: null, kind: null, code: null, message: null }
const sample = (slug: string, value: unknown) => ({
  type: "datapoint",
  robot_id: robotId,
  slug,
  value,
  timestamp_ms: 1
})
const typesAfter = (socket: FakeSocket, auth: object) =>
  socket.frames.slice(socket.frames.findIndex((frame) => frame === auth) + 1).map(({ type }) => type)

describe("a socket whose token expires", () => {
  it("a socket whose token expires is shown another one, and goes on with what it was asked", async () => {
    await using service = await start()
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.useTokens(tokens(1))
    const states: Array<string> = []
    using battery = fleet.robot(robotId).datapoint<number>("battery").subscribe()
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    fleet.realtime.onState((state) => states.push(state))
    expire(socket)
    const auth = await socket.frame("auth", 1)
    assert.strictEqual(auth.token, "access-2")
    accept(socket)
    socket.send(sample("battery", 7))
    for await (const { value } of battery) {
      assert.strictEqual(value, 7)
      break
    }
    assert.deepStrictEqual(typesAfter(socket, auth), [])
    assert.deepStrictEqual(states, [])
    assert.strictEqual(service.count("POST /api/client/refresh"), 1)
  })

  it("a socket whose token expires is asked for what begins meanwhile once the other token is accepted, and not before", async () => {
    await using service = await start()
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.useTokens(tokens(1))
    using battery = fleet.robot(robotId).datapoint<number>("battery").subscribe()
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    expire(socket)
    const auth = await socket.frame("auth", 1)
    using pose = fleet.robot(robotId).datapoint("pose").subscribe()
    const published = fleet.robot(robotId).publisher("horn").publish()
    battery.close()
    await socket.frame("unsubscribe", 2)
    assert.deepStrictEqual(typesAfter(socket, auth), ["unsubscribe"])
    accept(socket)
    const { request_id } = await socket.frame("publish")
    assert.deepStrictEqual(typesAfter(socket, auth), ["unsubscribe", "subscribe", "publish"])
    socket.send({ ...result, request_id, ok: true, kind: "publisher" })
    await published
    assert.isUndefined(pose.error)
  })

  it("a socket whose token expires is asked again what it refused as not_authenticated", async () => {
    await using service = await start()
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.useTokens(tokens(1))
    const published = fleet.robot(robotId).publisher("horn").publish()
    using pose = fleet.robot(robotId).datapoint<number>("pose").subscribe()
    const socket = await service.authenticated()
    const { request_id } = await socket.frame("publish")
    await socket.frame("subscribe")
    const refusal = { code: "not_authenticated", message: "Expired." }
    expire(socket)
    socket.send({ ...result, request_id, ok: false, ...refusal })
    socket.send({ type: "subscribe_error", robot_id: robotId, slug: "pose", ...refusal })
    const auth = await socket.frame("auth", 1)
    accept(socket)
    const { request_id: again } = await socket.frame("publish", socket.frames.indexOf(auth))
    await socket.frame("subscribe", socket.frames.indexOf(auth))
    assert.strictEqual(again, request_id)
    socket.send({ ...result, request_id, ok: true, kind: "publisher" })
    await published
    socket.send(sample("pose", 1))
    for await (const _ of pose) break
  })

  it("a socket whose token expires is shown another one as soon as that can be had", async () => {
    let asked = 0
    await using service = await start(() => (++asked === 1 ? "drop" : [200, tokens(2)]))
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.useTokens(tokens(1))
    using battery = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.authenticated()
    expire(socket)
    assert.strictEqual((await socket.frame("auth", 1)).token, "access-2")
    assert.isUndefined(battery.error)
    assert.strictEqual(asked, 2)
  })

  it("a socket whose token expires comes back as another one where no token could be had in time", async () => {
    let lost = true
    await using service = await start(() => (lost ? "drop" : [200, tokens(2)]))
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.useTokens(tokens(1))
    using battery = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.authenticated()
    expire(socket)
    await vi.waitUntil(() => service.count("POST /api/client/refresh") > 0, { timeout: 60_000 })
    lost = false
    socket.close(1008)
    // By this machine's clock the first token is good yet.
    const second = await service.socket()
    assert.strictEqual((await second.frame("auth")).token, "access-1")
    expire(second)
    second.close(1008)
    const third = await service.socket()
    assert.strictEqual((await third.frame("auth")).token, "access-2")
    accept(third)
    await third.frame("subscribe")
    assert.isUndefined(battery.error)
  })

  it("a socket whose token expires fails what was under way with connection_lost where it closes", async () => {
    await using service = await start(() => "drop")
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.useTokens(tokens(1))
    using _ = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    expire(socket)
    await vi.waitUntil(() => service.count("POST /api/client/refresh") > 0, { timeout: 60_000 })
    const failed = fleet
      .robot(robotId)
      .publisher("horn")
      .publish()
      .catch((error: unknown) => error)
    socket.close(1008)
    assert.strictEqual(((await failed) as { code?: string }).code, "connection_lost")
  })
})

describe("the person a socket speaks for", () => {
  const bob = { ...identity, app_user_id: "66666666-6666-4666-8666-666666666666", email: "bob@example.com" }
  const people: Handler = ({ headers }) => [200, headers.authorization === "Bearer access-1" ? identity : bob]

  it("the person a socket speaks for is known while it connects: what one began ends when another signs in", async () => {
    await using service = await FakeService.start({ "GET /api/client/me": people })
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.useTokens(tokens(1))
    const battery = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.socket()
    await socket.frame("auth")
    await fleet.auth.useTokens(tokens(2))
    await socket.closed
    assert.strictEqual(battery.error?.code, "signed_out")
  })

  it("the person a socket speaks for is forgotten with the socket: what begins before another signed in is the other's", async () => {
    await using service = await FakeService.start({ "GET /api/client/me": people })
    const memory = memoryStorage()
    let gate = Promise.resolve()
    const storage: SessionStorage = {
      ...memory,
      get: async (key) => {
        await gate
        return memory.get(key)
      }
    }
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo", storage })
    await fleet.auth.useTokens(tokens(1))
    fleet.robot(robotId).datapoint("battery").subscribe().close()
    const first = await service.authenticated()
    await first.closed
    await vi.waitUntil(() => fleet.realtime.state === "idle", { timeout: 60_000 })
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    using battery = fleet.robot(robotId).datapoint("battery").subscribe()
    const signedIn = fleet.auth.useTokens(tokens(2))
    await signedIn
    resolve()
    // A subscription that the change of the person ended opens no socket: what ended it is awaited, too.
    const shown = async () => (await (await service.socket()).frame("auth")).token
    const ended = new Promise<string>(
      (resolve) =>
        void battery.on(
          () => {},
          ({ code }) => resolve(code)
        )
    )
    assert.strictEqual(await Promise.race([shown(), ended]), "access-2")
    assert.isUndefined(battery.error)
  })
})
