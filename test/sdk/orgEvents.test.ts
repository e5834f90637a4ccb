import { assert, describe, it, layer, vi } from "@effect/vitest"
import { createClient, FleetError, type OrgEvent, type OrgEventGap } from "@fleet/sdk"
import { Effect } from "effect"
import { password } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { FakeService, type FakeSocket, robotId } from "./support/FakeService.ts"
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
  const subscription = fleet.events.subscribe({ onGap: (gap) => gaps.push(gap) })
  subscription.on((next) => heard.push(next))
  return { fleet, gaps, heard, socket: await answering(service), subscription }
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
    // A replay that is complete leaves nothing out.
    const whole = await answering(service)
    whole.send(replay([event(2, "10")], true))
    await vi.waitUntil(() => heard.length === 3)
    assert.lengthOf(gaps, 2)
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
