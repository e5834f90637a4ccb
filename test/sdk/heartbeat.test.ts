import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { type ConnectionStatus, createClient, FleetError } from "@fleet/sdk"
import { FakeService, type FakeSocket, robotId } from "./support/FakeService.ts"

const questions = ({ frames }: FakeSocket) => frames.filter(({ type }) => type === "time")

const answer = async (socket: FakeSocket, after = 0, server_ms = Date.now()) => {
  const { request_id } = await socket.frame("time", after)
  socket.send({ type: "time", request_id, server_ms })
}

/** A page that reads a datapoint over a socket that is asked every five seconds. */
const reading = async (service: FakeService, heartbeatMs = 5000) => {
  const fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test", heartbeatMs })
  fleet.robot(robotId).datapoint("battery").subscribe()
  const socket = await service.authenticated()
  await socket.frame("subscribe")
  return { fleet, socket }
}

const codeOf = (error: unknown) => (FleetError.is(error) ? error.code : String(error))

/** A browser's word on its network. */
const browser = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser))
  vi.stubGlobal("removeEventListener", browser.removeEventListener.bind(browser))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("a heartbeat", () => {
  it("a heartbeat asks at once and then again and again, however much comes, and says how long answers take", async () => {
    await using service = await FakeService.start()
    const { fleet, socket } = await reading(service)
    using _ = fleet
    for (let asked = 1; asked <= 3; asked++) {
      await vi.waitUntil(() => questions(socket).length === asked)
      await answer(socket, socket.frames.indexOf(questions(socket).at(-1)!))
      await vi.waitUntil(() => fleet.realtime.status.roundTripMs !== null)
      await vi.advanceTimersByTimeAsync(5000)
    }
    assert.strictEqual(fleet.realtime.state, "connected")
  })

  it("a heartbeat that is not answered within its time gives the link up, and says why and when it tries again", async () => {
    await using service = await FakeService.start()
    const { fleet, socket } = await reading(service)
    using _ = fleet
    await answer(socket)
    await vi.waitUntil(() => fleet.realtime.status.roundTripMs !== null)
    await vi.advanceTimersByTimeAsync(5000)
    await socket.frame("time", socket.frames.indexOf(questions(socket)[0]!) + 1)
    // Waiting for the answer took some of the first five seconds.
    await vi.advanceTimersByTimeAsync(4000)
    assert.strictEqual(fleet.realtime.state, "connected")
    const seen: Array<readonly [ConnectionStatus, nowMs: number]> = []
    fleet.realtime.onStatus((status) => seen.push([status, Date.now()]))
    await vi.advanceTimersByTimeAsync(1000)
    const [[{ reason, retryAt, roundTripMs, state }, nowMs]] = seen as [(typeof seen)[0]]
    assert.deepStrictEqual([state, reason, roundTripMs], ["disconnected", "silent", null])
    assert.isTrue(retryAt!.getTime() >= nowMs && retryAt!.getTime() <= nowMs + 500)
    await vi.advanceTimersByTimeAsync(500)
    await service.authenticated()
    await vi.waitUntil(() => fleet.realtime.state === "connected")
    assert.deepInclude(fleet.realtime.status, { reason: null, retryAt: null, subscriptions: 1 })
  })

  it("a heartbeat of a page that was held up asks once more before it gives the link up", async () => {
    await using service = await FakeService.start()
    const { fleet, socket } = await reading(service)
    using _ = fleet
    await socket.frame("time")
    vi.setSystemTime(Date.now() + 60_000)
    await vi.advanceTimersByTimeAsync(5000)
    assert.strictEqual(fleet.realtime.state, "connected")
    await socket.frame("time", socket.frames.indexOf(questions(socket)[0]!) + 1)
    vi.setSystemTime(Date.now() + 60_000)
    await vi.advanceTimersByTimeAsync(5000)
    assert.strictEqual(fleet.realtime.status.reason, "silent")
  })

  it("a heartbeat goes on where the clock of its machine is set back", async () => {
    await using service = await FakeService.start()
    const { fleet, socket } = await reading(service)
    using _ = fleet
    await answer(socket)
    await vi.waitUntil(() => fleet.realtime.status.roundTripMs !== null)
    vi.setSystemTime(Date.now() - 3 * 3_600_000)
    await vi.advanceTimersByTimeAsync(5000)
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitUntil(() => questions(socket).length === 2)
  })

  it("a heartbeat is one second at least", () => {
    for (const heartbeatMs of [999, 0, -1, Number.NaN])
      assert.throws(() => createClient({ baseUrl: "https://fleet.example.com", heartbeatMs }), "heartbeatMs")
  })
})

describe("a probe", () => {
  it("a probe opens a socket, answers the round trip, and gives up a socket that does not answer", async () => {
    await using service = await FakeService.start()
    using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })
    const probe = fleet.realtime.probe()
    const socket = await service.authenticated()
    await answer(socket)
    assert.isAtLeast(await probe, 0)
    const lost = fleet.realtime.probe({ timeoutMs: 500 }).catch(codeOf)
    await vi.waitUntil(() => questions(socket).length === 2)
    await vi.advanceTimersByTimeAsync(500)
    assert.strictEqual(await lost, "connection_lost")
    assert.strictEqual(fleet.realtime.status.reason, "silent")
  })

  it("a probe without a socket ends in its time", async () => {
    await using service = await FakeService.start()
    using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })
    const upgrade = service.lostUpgrade()
    const probe = fleet.realtime.probe().catch(codeOf)
    await upgrade
    await vi.advanceTimersByTimeAsync(5000)
    assert.strictEqual(await probe, "timeout")
  })
})

describe("a browser's network", () => {
  it("a browser's network that is gone is looked for at once, and its coming back ends the wait for the next try", async () => {
    await using service = await FakeService.start()
    const { fleet, socket } = await reading(service, 60_000)
    using _ = fleet
    await answer(socket)
    await vi.waitUntil(() => fleet.realtime.status.roundTripMs !== null)
    vi.stubGlobal("navigator", { onLine: false })
    browser.dispatchEvent(new Event("offline"))
    await vi.waitUntil(() => questions(socket).length === 2)
    await vi.advanceTimersByTimeAsync(2000)
    // A try that fails may be under way: the reason stays until one succeeds.
    assert.include(["disconnected", "connecting"], fleet.realtime.state)
    assert.strictEqual(fleet.realtime.status.reason, "offline")
    vi.stubGlobal("navigator", { onLine: true })
    browser.dispatchEvent(new Event("online"))
    await service.authenticated()
    await vi.waitUntil(() => fleet.realtime.state === "connected")
  })

  it("a browser's network that is gone takes no service from a page that still reaches it", async () => {
    await using service = await FakeService.start()
    const { fleet, socket } = await reading(service, 60_000)
    using _ = fleet
    await answer(socket)
    browser.dispatchEvent(new Event("offline"))
    await vi.waitUntil(() => questions(socket).length === 2)
    await answer(socket, socket.frames.length - 1)
    await vi.waitUntil(() => fleet.realtime.status.roundTripMs !== null)
    await vi.advanceTimersByTimeAsync(10_000)
    assert.strictEqual(fleet.realtime.state, "connected")
  })
})

describe("the service's clock", () => {
  it("the service's clock is learnt from its answers: the quickest counts, until one contradicts it", async () => {
    await using service = await FakeService.start()
    using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })
    const { clock } = fleet
    assert.deepStrictEqual([clock.offsetMs, clock.uncertaintyMs], [null, null])
    const hour = 3_600_000
    const ask = async (server_ms: number) => {
      const before = socket.frames.length
      const synced = clock.sync()
      await answer(socket, before, server_ms)
      await synced
    }
    using _ = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.authenticated()
    await vi.waitUntil(() => clock.uncertaintyMs !== null)
    await ask(Date.now() + hour)
    assert.approximately(clock.offsetMs!, hour, 30_000)
    await ask(Date.now() + 3 * hour)
    assert.approximately(clock.offsetMs!, 3 * hour, 30_000)
    assert.approximately(clock.now(), Date.now() + 3 * hour, 30_000)
    // This machine's clock is set, and the service's is what it was.
    const now = clock.now()
    vi.setSystemTime(Date.now() - 24 * hour)
    assert.approximately(clock.now(), now, 30_000)
  })
})
