import { assert, describe, it, vi } from "@effect/vitest"
import { createClient, FleetError } from "../../packages/client-sdk/src/index.ts"
import { FakeService, type FakeSocket, job, robotId } from "./support/FakeService.ts"

const sample = (value: unknown, slug = "battery", timestamp_ms = 1000) => ({
  type: "datapoint",
  robot_id: robotId,
  slug,
  value,
  timestamp_ms
})

const serverOf = (service: FakeService) => createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })

/** Frames have been read once something sent after them has. */
const settled = async (socket: FakeSocket, fleet: ReturnType<typeof serverOf>): Promise<void> => {
  const marker = fleet.robot(robotId).datapoint<string>(`marker_${socket.frames.length}`).subscribe()
  const { slug } = await socket.frame("subscribe", socket.frames.length)
  socket.send(sample("here", String(slug)))
  for await (const _ of marker) break
  marker.close()
}

describe("a subscription", () => {
  it("a subscription connects on demand, proves the caller first, and gives values to callbacks and loops alike", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    assert.strictEqual(fleet.realtime.state, "idle")
    using battery = fleet.robot(robotId).datapoint<number>("battery").subscribe()
    assert.strictEqual(fleet.realtime.state, "connecting")
    const heard: Array<number> = []
    battery.on(({ value }) => heard.push(value))

    const socket = await service.authenticated()
    assert.deepStrictEqual(socket.frames[0], { type: "auth", token: "srv_test" })
    assert.deepStrictEqual(await socket.frame("subscribe"), {
      type: "subscribe",
      robot_id: robotId,
      slug: "battery",
      kind: "datapoint"
    })
    assert.strictEqual(fleet.realtime.state, "connected")
    for (const value of [50, 40, 10]) socket.send(sample(value))
    const looped: Array<number> = []
    for await (const { value, at } of battery) {
      looped.push(value)
      assert.strictEqual(at.getTime(), 1000)
      if (value === 10) break
    }
    assert.strictEqual(looped.at(-1), 10)
    assert.deepStrictEqual(heard, [50, 40, 10])
    assert.strictEqual(battery.latest?.value, 10)
  })

  it("a subscription is asked for once however many read it, and given up when the last one leaves", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    const datapoint = fleet.robot(robotId).datapoint("battery")
    const [first, second] = [datapoint.subscribe(), datapoint.subscribe()]
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    socket.send(sample(7))
    for await (const _ of first) break
    const late = datapoint.subscribe()
    for await (const { value } of late) {
      assert.strictEqual(value, 7)
      break
    }
    first.close()
    second.close()
    await settled(socket, fleet)
    assert.isUndefined(socket.frames.find(({ type, slug }) => type === "unsubscribe" && slug === "battery"))
    late.close()
    await socket.frame("unsubscribe", socket.frames.length - 1)
    assert.lengthOf(
      socket.frames.filter(({ type, slug }) => type === "subscribe" && slug === "battery"),
      1
    )
  })

  it("a subscription keeps the newest 256 values of a slow loop and counts those it dropped", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    using counter = fleet.robot(robotId).datapoint<number>("counter").subscribe()
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    const loop = counter[Symbol.asyncIterator]()
    const first = loop.next()
    socket.send(sample(0, "counter"))
    assert.strictEqual((await first).value?.value, 0)
    for (let value = 1; value <= 300; value++) socket.send(sample(value, "counter"))
    await vi.waitUntil(() => counter.latest?.value === 300, { timeout: 60_000 })
    assert.strictEqual(counter.dropped, 44)
    assert.strictEqual((await loop.next()).value?.value, 45)
    await loop.return?.(undefined)
  })

  it("a subscription ends with a typed error where the service refuses it", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    const secret = fleet.robot(robotId).datapoint("secret").subscribe()
    const reported: Array<string> = []
    secret.on(
      () => {},
      (error) => reported.push(error.code)
    )
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    socket.send({ type: "subscribe_error", robot_id: robotId, slug: "secret", code: "forbidden", message: "No." })
    const error = await (async () => {
      for await (const _ of secret);
    })().catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("forbidden"))
    assert.deepStrictEqual(reported, ["forbidden"])
  })

  it("a subscription ends by a signal", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    const controller = new AbortController()
    const battery = fleet.robot(robotId).datapoint("battery").subscribe({ signal: controller.signal })
    const loop = (async () => {
      for await (const _ of battery);
    })()
    controller.abort()
    await loop
  })

  it("a subscription of presence gives the viewers", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    using presence = fleet.robot(robotId).presence()
    const socket = await service.authenticated()
    await socket.frame("presence_subscribe")
    const viewers = [{ kind: "app_user" as const, id: "1", label: "Ann" }]
    socket.send({ type: "presence", robot_id: robotId, viewers, at_ms: 1 })
    for await (const seen of presence) {
      assert.deepStrictEqual(seen, viewers)
      break
    }
  })
})

describe("the socket", () => {
  it("the socket comes back after a loss and asks for everything again", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    const states: Array<string> = []
    fleet.realtime.onState((state) => states.push(state))
    using battery = fleet.robot(robotId).datapoint<number>("battery").subscribe()
    using pose = fleet.robot(robotId).datapoint("pose").subscribe()
    const first = await service.authenticated()
    await first.frame("subscribe")
    first.close(1012)
    const second = await service.authenticated()
    const asked = [await second.frame("subscribe"), await second.frame("subscribe", 2)]
    assert.deepStrictEqual(asked.map(({ slug }) => slug).toSorted(), ["battery", "pose"])
    second.send(sample(33))
    for await (const { value } of battery) {
      assert.strictEqual(value, 33)
      break
    }
    assert.isUndefined(pose.error)
    assert.deepStrictEqual(states, ["connecting", "connected", "disconnected", "connecting", "connected"])
  })

  it("the socket fails a command that was under way with connection_lost and never sends it again", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    using _ = fleet.robot(robotId).datapoint("battery").subscribe()
    const publish = fleet.robot(robotId).publisher("cmd_vel").publish({ x: 1 })
    const first = await service.authenticated()
    const sent = await first.frame("publish")
    assert.deepStrictEqual(sent.message, { x: 1 })
    first.close(1012)
    const error = await publish.catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("connection_lost"))
    const second = await service.authenticated()
    await second.frame("subscribe")
    await settled(second, fleet)
    assert.isUndefined(second.frames.find(({ type }) => type === "publish"))
  })

  it("the socket sends a command at once or never where the caller asks so", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    const publisher = fleet.robot(robotId).publisher("cmd_vel")
    const early = await publisher.publish({ x: 1 }, { atOnce: true }).catch((error: unknown) => error)
    assert.isTrue(FleetError.is(early) && early.is("connection_lost"))
    using _ = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.authenticated()
    await socket.frame("subscribe")
    const sent = publisher.publish({ x: 2 }, { atOnce: true })
    const { message, request_id } = await socket.frame("publish")
    assert.deepStrictEqual(message, { x: 2 })
    const result = { type: "command_result", request_id, job: null, kind: "publisher", message: null }
    socket.send({ ...result, ok: true, code: null })
    await sent
    assert.lengthOf(
      socket.frames.filter(({ type }) => type === "publish"),
      1
    )
  })

  it("the socket pairs answers with commands by request id, refusals typed as on REST", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    const publisher = fleet.robot(robotId).publisher("cmd_vel")
    const first = publisher.publish({ x: 1 })
    const socket = await service.authenticated()
    const one = await socket.frame("publish")
    const second = publisher.publish({ x: 2 })
    const two = await socket.frame("publish", 2)
    const result = { type: "command_result", job: null, kind: "publisher", code: null, message: null }
    const details = { quiet_timeout_ms: 500, retry_after_ms: 120 }
    socket.send({ ...result, request_id: two.request_id, ok: false, code: "publisher_busy", message: "Held.", details })
    socket.send({ ...result, request_id: one.request_id, ok: true })
    await first
    const error = await second.catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("publisher_busy") && error.details.retry_after_ms === 120)
  })

  it("the socket does not try a refused credential again", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    const battery = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.socket()
    await socket.frame("auth")
    socket.send({ type: "auth_error", code: "invalid_token", message: "No such key." })
    socket.close(1008)
    await vi.waitUntil(() => battery.error !== undefined, { timeout: 60_000 })
    assert.strictEqual(battery.error?.code, "invalid_token")
    assert.strictEqual(fleet.realtime.state, "closed")
  })

  it("the socket is closed when nothing needs it any more", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    const battery = fleet.robot(robotId).datapoint("battery").subscribe()
    const socket = await service.authenticated()
    battery.close()
    await socket.closed
    await vi.waitUntil(() => fleet.realtime.state === "idle", { timeout: 60_000 })
  })

  it("the socket tries again after random times that grow while the service has no place for it", async () => {
    await using service = await FakeService.start()
    service.full = 4
    const random = vi.spyOn(Math, "random").mockReturnValue(0.01)
    const timers = vi.spyOn(globalThis, "setTimeout")
    try {
      using fleet = serverOf(service)
      using battery = fleet.robot(robotId).datapoint("battery").subscribe()
      await service.authenticated()
      assert.strictEqual(service.turnedAway, 4)
      assert.isUndefined(battery.error)
      const waits = timers.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms > 0 && ms < 100)
      assert.includeMembers(waits, [5, 10, 20, 40])
    } finally {
      random.mockRestore()
      timers.mockRestore()
    }
  })

  it("the socket tells an action from a service by the answer's kind", async () => {
    await using service = await FakeService.start()
    using fleet = serverOf(service)
    const robot = fleet.robot(robotId)
    const started = robot.action("reset").start({}, { via: "realtime" })
    const called = robot.service("reset").call({}, { via: "realtime" })
    const socket = await service.authenticated()
    const done = { ...job("succeeded"), result: { done: true } }
    const first = await socket.frame("invoke")
    const second = await socket.frame("invoke", socket.frames.indexOf(first) + 1)
    for (const { request_id } of [first, second]) {
      const nothing = { code: null, message: null }
      socket.send({ type: "command_result", request_id, ok: true, job: done, kind: "service", ...nothing })
    }
    const error = await started.catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("wrong_kind"))
    assert.deepStrictEqual(await called, { done: true })
  })
})
