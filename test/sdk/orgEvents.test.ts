import { assert, describe, it, layer, vi } from "@effect/vitest"
import { createClient, FleetError, type OrgEvent, type OrgEventGap } from "@fleet/sdk"
import { Effect } from "effect"
import { happen } from "../realtime/consoles.ts"
import { password } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { FakeService, type FakeSocket, robotId } from "./support/FakeService.ts"
import { QuietProxy } from "./support/QuietProxy.ts"
import { world } from "./support/world.ts"

const event = (seq: number, name = String(seq)): OrgEvent => ({
  type: "org_event",
  seq,
  at: new Date(1_000 * Number.parseInt(name)).toISOString(),
  kind: "job",
  severity: "info",
  robot_id: robotId,
  subject: "pick",
  detail: { job_id: name }
})

const jobs = (events: ReadonlyArray<OrgEvent>) =>
  events.map(({ detail }) => Number((detail as { readonly job_id: string }).job_id))

/** A reader of events, and what it heard. */
const reading = async (service: FakeService) => {
  const fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test" })
  const heard: Array<OrgEvent> = []
  const gaps: Array<OrgEventGap> = []
  /** The number of each event, and less than nothing for each gap. */
  const order: Array<number> = []
  const subscription = fleet.events.subscribe({
    onGap: (gap) => {
      gaps.push(gap)
      order.push(-(gap.dropped ?? Number.NaN))
    }
  })
  subscription.on((next) => {
    heard.push(next)
    order.push(...jobs([next]))
  })
  return { fleet, gaps, heard, order, socket: await answering(service), subscription }
}

const answering = async (service: FakeService): Promise<FakeSocket> => {
  const socket = await service.authenticated()
  await socket.frame("org_event_subscribe")
  return socket
}

const replay = (events: ReadonlyArray<OrgEvent>, complete = false) => ({ type: "org_event_replay", events, complete })

describe("events of the organisation", () => {
  it("events of the organisation come once each over a reconnect to a service that kept them", async () => {
    await using service = await FakeService.start()
    const { fleet, gaps, heard, socket } = await reading(service)
    using _ = fleet
    socket.send(replay([event(1), event(2)]))
    socket.send(event(3))
    await vi.waitUntil(() => heard.length === 3)
    socket.close(1012)
    const again = await answering(service)
    again.send(replay([event(1), event(2), event(3), event(4)]))
    again.send(event(5))
    await vi.waitUntil(() => heard.length === 5)
    assert.deepStrictEqual(jobs(heard), [1, 2, 3, 4, 5])
    assert.deepStrictEqual(gaps, [])
  })

  it("events of the organisation come once each from another process, which numbers them otherwise", async () => {
    await using service = await FakeService.start()
    const { fleet, gaps, heard, socket } = await reading(service)
    using _ = fleet
    socket.send(replay([event(90, "1"), event(91, "2")]))
    await vi.waitUntil(() => heard.length === 2)
    socket.close(1012)
    const again = await answering(service)
    again.send(replay([event(1, "2"), event(2, "3")]))
    await vi.waitUntil(() => heard.length === 3)
    assert.deepStrictEqual(jobs(heard), [1, 2, 3])
    assert.deepStrictEqual(gaps, [])
  })

  it("events of the organisation that could not be had are told as a gap, those that the service dropped too", async () => {
    await using service = await FakeService.start()
    const { fleet, gaps, heard, socket } = await reading(service)
    using _ = fleet
    socket.send(replay([event(1)]))
    socket.send({ type: "org_event_dropped", since_ms: 1_500, dropped: 7 })
    await vi.waitUntil(() => gaps.length === 1)
    assert.deepStrictEqual(gaps[0], { since: new Date(1_500), dropped: 7 })
    socket.close(1012)
    const restarted = await answering(service)
    restarted.send(replay([]))
    await vi.waitUntil(() => gaps.length === 2)
    assert.deepStrictEqual(gaps[1], { since: new Date(1_000), dropped: null })
    restarted.send(event(1, "9"))
    await vi.waitUntil(() => heard.length === 2)
    assert.deepStrictEqual(jobs(heard), [1, 9])
    restarted.close(1012)
    // A replay that is complete is so from when its process began, which may have been later.
    const whole = await answering(service)
    whole.send(replay([event(2, "10")], true))
    await vi.waitUntil(() => heard.length === 3)
    assert.deepStrictEqual(gaps[2], { since: new Date(9_000), dropped: null })
  })

  it("events of the organisation go on from where the last socket stopped, and gaps stand where they belong", async () => {
    await using service = await FakeService.start()
    const { fleet, heard, gaps, order, socket } = await reading(service)
    using _ = fleet
    assert.isNull((await socket.frame("org_event_subscribe"))["after"])
    const position = (seq: number, dropped: number) => ({ stream: "a", seq, dropped })
    socket.send({
      ...replay([event(1), event(2)]),
      resumed: false,
      gaps: [{ after_seq: 1, since_ms: 1_500, dropped: 4 }],
      position: position(2, 4)
    })
    socket.send({ type: "org_event_dropped", since_ms: 2_500, dropped: 3, position: position(2, 7) })
    socket.send(event(3))
    // Changes of the health of resources that a paused socket missed.
    socket.send({ type: "org_event_dropped", since_ms: 2_600, dropped: 9 })
    await vi.waitUntil(() => heard.length === 3)
    assert.deepStrictEqual(order, [1, -4, 2, -3, 3])
    socket.close(1012)
    const again = await answering(service)
    assert.deepStrictEqual((await again.frame("org_event_subscribe"))["after"], position(3, 7))
    again.send({
      ...replay([event(8), event(9)]),
      resumed: true,
      gaps: [
        { after_seq: 3, since_ms: null, dropped: 4 },
        { after_seq: 8, since_ms: 8_500, dropped: 2 }
      ],
      position: position(9, 9)
    })
    await vi.waitUntil(() => heard.length === 5)
    assert.deepStrictEqual(order, [1, -4, 2, -3, 3, -4, 8, -2, 9])
    assert.deepStrictEqual(gaps.at(-2), { since: new Date(3_000), dropped: 4 })
    // A reader that comes later is told them too.
    const late: Array<number> = []
    const all = fleet.events.subscribe({ onGap: ({ dropped }) => late.push(-dropped!) })
    all.on(({ seq }) => late.push(seq))
    await vi.waitUntil(() => late.length === order.length)
    assert.deepStrictEqual(late, order)
  })

  it("events of the organisation that another process kept from before are neither doubled nor shown as new", async () => {
    await using service = await FakeService.start()
    const { fleet, heard, order, socket } = await reading(service)
    using _ = fleet
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
    const at = (seq: number, number: number) => ({
      ...event(seq, String(number)),
      at: new Date(100_000 + number).toISOString()
    })
    socket.send({ ...replay(numbers(201, 400).map((number) => at(number, number))), resumed: false, gaps: [] })
    for (const number of numbers(401, 405)) socket.send(at(number, number))
    await vi.waitUntil(() => heard.length === 205)
    socket.close(1012)
    const other = await answering(service)
    const old = { ...event(1, "7"), at: new Date(1_000).toISOString() }
    other.send({
      ...replay(
        [old, ...numbers(201, 398), at(0, 406)].map((it, seq) =>
          typeof it === "number" ? at(seq + 2, it) : { ...it, seq }
        )
      ),
      resumed: false,
      gaps: []
    })
    await vi.waitUntil(() => heard.length === 206)
    assert.deepStrictEqual(order, numbers(201, 406))
  })

  it("events of the organisation are asked for once however many read them, and each reader begins with those kept", async () => {
    await using service = await FakeService.start()
    const { fleet, heard, socket, subscription } = await reading(service)
    using _ = fleet
    socket.send(replay([event(1), event(2)]))
    await vi.waitUntil(() => heard.length === 2)
    const late = fleet.events.subscribe()
    await new Promise((resume) => setTimeout(resume))
    // It is read later than it was made, and has them all the same.
    const loop = late[Symbol.asyncIterator]()
    assert.deepStrictEqual(jobs([(await loop.next()).value!, (await loop.next()).value!]), [1, 2])
    subscription.close()
    socket.send(event(3))
    assert.deepStrictEqual(jobs([(await loop.next()).value!]), [3])
    assert.lengthOf(
      socket.frames.filter(({ type }) => type === "org_event_subscribe"),
      1
    )
    late.close()
    await socket.frame("org_event_unsubscribe")
  })
})

layer(TestApp, { excludeTestServices: true })("events of the organisation, of the service", (it) => {
  it.effect("events of the organisation, of the service come to developers as they happen", () =>
    Effect.gen(function* () {
      const { baseUrl, owner, robot } = yield* world
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, serverKey: owner.token })
        using events = fleet.events.subscribe()
        const loop = events[Symbol.asyncIterator]()
        await vi.waitUntil(() => fleet.realtime.state === "connected")
        await fleet.request("robots.rename", { params: { id: robot.id }, body: { name: `${robot.name} II` } })
        for await (const { kind, robot_id, subject } of { [Symbol.asyncIterator]: () => loop }) {
          if (subject !== "robot.renamed") continue
          assert.deepStrictEqual([kind, robot_id], ["audit", robot.id])
          break
        }
      })
    }).pipe(Effect.scoped)
  )

  it.effect("events of the organisation, of the service that it dropped between two sockets are told", () =>
    Effect.gen(function* () {
      const { baseUrl, orgId, owner } = yield* world
      const proxy = yield* Effect.acquireRelease(
        Effect.promise(() => QuietProxy.start(baseUrl)),
        (proxy) => Effect.promise(() => proxy[Symbol.asyncDispose]())
      )
      const fleet = createClient({ baseUrl: proxy.baseUrl, serverKey: owner.token })
      const order: Array<unknown> = []
      const events = fleet.events.subscribe({ onGap: ({ dropped }) => order.push({ dropped }) })
      events.on(({ detail, subject }) => void (subject === "counted" && order.push(detail)))
      const heard = (last: unknown) => Effect.promise(() => vi.waitUntil(() => order.includes(last), 20_000))
      yield* Effect.promise(() => vi.waitUntil(() => fleet.realtime.state === "connected", 20_000))
      yield* Effect.promise(() => fleet.realtime.probe())
      yield* happen(orgId, "counted", 1)
      yield* heard(1)
      proxy.cut()
      yield* Effect.promise(() => vi.waitUntil(() => fleet.realtime.state !== "connected", 20_000))
      for (let count = 2; count <= 71; count++) yield* happen(orgId, "counted", count)
      // The service counts by seconds of its clock.
      yield* Effect.sleep("1100 millis")
      yield* happen(orgId, "counted", 72)
      proxy.isCut = false
      yield* heard(72)
      fleet.close()
      const kept = order.length - 2
      assert.isAtMost(kept, 51)
      const { dropped } = order[kept] as { readonly dropped: number }
      // What else happened in that second may be among them.
      assert.isAtLeast(dropped, 71 - kept)
      assert.deepStrictEqual(order, [...Array.from({ length: kept }, (_, index) => index + 1), { dropped }, 72])
    }).pipe(Effect.scoped)
  )

  it.effect("events of the organisation, of the service are refused to app users", () =>
    Effect.gen(function* () {
      const { app, baseUrl, user } = yield* world
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, app: app.identifier })
        await fleet.auth.signInWithPassword({ email: user.email, password })
        const events = fleet.events.subscribe()
        const error = await events[Symbol.asyncIterator]()
          .next()
          .catch((error: unknown) => error)
        assert.isTrue(FleetError.is(error) && error.is("forbidden"))
      })
    }).pipe(Effect.scoped)
  )
})
