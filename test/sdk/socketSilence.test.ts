import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { createClient } from "../../packages/client-sdk/src/index.ts"
import { FakeService, type FakeSocket, identity, robotId, tokens } from "./support/FakeService.ts"

const sample = (value: number) => ({
  type: "datapoint",
  robot_id: robotId,
  slug: "battery",
  value,
  timestamp_ms: value
})
const questions = ({ frames }: FakeSocket) => frames.filter(({ type }) => type === "time").length

/** A page that only reads a datapoint, and its socket. */
const reading = async (service: FakeService) => {
  const fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
  await fleet.auth.useTokens(tokens(1))
  const battery = fleet.robot(robotId).datapoint<number>("battery").subscribe()
  const socket = await service.authenticated()
  await socket.frame("subscribe")
  return { battery, fleet, socket }
}

const start = () => FakeService.start({ "GET /api/client/me": () => [200, identity] })

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }))
afterEach(() => void vi.useRealTimers())

describe("a socket that is silent", () => {
  it("a socket that is silent for 30 seconds is asked for the time, and stays if that is answered", async () => {
    await using service = await start()
    const { fleet, socket } = await reading(service)
    using _ = fleet
    await vi.advanceTimersByTimeAsync(29_999)
    assert.strictEqual(questions(socket), 0)
    await vi.advanceTimersByTimeAsync(1)
    const { request_id } = await socket.frame("time")
    socket.send({ type: "time", request_id, server_ms: 1 })
    socket.send(sample(7))
    await vi.waitUntil(() => fleet.realtime.state === "connected")
    const heard = fleet.robot(robotId).datapoint<number>("battery").subscribe()
    for await (const { value } of heard) {
      assert.strictEqual(value, 7)
      break
    }
    await vi.advanceTimersByTimeAsync(10_000)
    assert.strictEqual(fleet.realtime.state, "connected")
    assert.strictEqual(questions(socket), 1)
  })

  it("a socket that is silent and does not answer is given up after 10 seconds, and its subscriptions go to another", async () => {
    await using service = await start()
    const { battery, fleet, socket } = await reading(service)
    using _ = fleet
    await vi.advanceTimersByTimeAsync(30_000)
    await socket.frame("time")
    await vi.advanceTimersByTimeAsync(9_999)
    assert.strictEqual(fleet.realtime.state, "connected")
    await vi.advanceTimersByTimeAsync(1)
    assert.deepInclude(fleet.realtime.status, { state: "disconnected", reason: "silent" })
    await vi.advanceTimersByTimeAsync(1_000)
    const again = await service.authenticated()
    await again.frame("subscribe")
    // What the other one still says is no word of this one.
    socket.send(sample(1))
    again.send(sample(8))
    for await (const { value } of battery) {
      assert.strictEqual(value, 8)
      break
    }
  })

  it("a socket that is silent for less is asked nothing", async () => {
    await using service = await start()
    const { battery, fleet, socket } = await reading(service)
    using _ = fleet
    for (const value of [1, 2, 3, 4]) {
      await vi.advanceTimersByTimeAsync(20_000)
      socket.send(sample(value))
      await vi.waitUntil(() => battery.latest?.value === value)
    }
    assert.strictEqual(questions(socket), 0)
  })

  it("a socket that is silent from its beginning is given up after 75 seconds", async () => {
    await using service = await start()
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.useTokens(tokens(1))
    using _ = fleet.robot(robotId).datapoint<number>("battery").subscribe()
    const socket = await service.socket()
    await socket.frame("auth")
    await vi.advanceTimersByTimeAsync(74_999)
    assert.strictEqual(fleet.realtime.state, "connecting")
    await vi.advanceTimersByTimeAsync(1)
    assert.strictEqual(fleet.realtime.state, "disconnected")
    await vi.advanceTimersByTimeAsync(1_000)
    await (await service.authenticated()).frame("subscribe")
  })

  it("a socket whose opening is never answered is given up after 75 seconds", async () => {
    await using service = await start()
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.useTokens(tokens(1))
    const lost = service.lostUpgrade()
    using _ = fleet.robot(robotId).datapoint<number>("battery").subscribe()
    await lost
    await vi.advanceTimersByTimeAsync(74_999)
    assert.strictEqual(fleet.realtime.state, "connecting")
    await vi.advanceTimersByTimeAsync(1)
    assert.strictEqual(fleet.realtime.state, "disconnected")
    await vi.advanceTimersByTimeAsync(1_000)
    await (await service.authenticated()).frame("subscribe")
  })
})
