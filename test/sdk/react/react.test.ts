import { inBrowser, render } from "../support/render.ts"
import { assert, it as test, layer, vi } from "@effect/vitest"
import { createClient } from "@fleet/sdk"
import {
  useAlerts,
  useConnection,
  useDatapoint,
  useFleet,
  useJob,
  useOrgEvents,
  usePresence,
  useService,
  useSession
} from "@fleet/sdk/react"
import { Effect } from "effect"
import { createElement, useState } from "react"
import { password } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { FakeService } from "../support/FakeService.ts"
import { world } from "../support/world.ts"

inBrowser()

/** A client of the world's app user, who has signed in. */
const userClient = async (baseUrl: string, app: string, email: string) => {
  const fleet = createClient({ baseUrl, app })
  await fleet.auth.signInWithPassword({ email, password })
  return fleet
}

/** A client with a developer's token, which is a bearer as a server key is. */
const developerClient = (baseUrl: string, token: string) =>
  createClient({ baseUrl, serverKey: token, dangerouslyAllowBrowser: true })

test("React hooks show what was missed of the events, on an open socket and between two", async () => {
  await using service = await FakeService.start()
  using fleet = createClient({ baseUrl: service.baseUrl, serverKey: "srv_test", dangerouslyAllowBrowser: true })
  using page = render(fleet, () => {
    const { events, gaps } = useOrgEvents({ throttleMs: 0 })
    return `${events.map(({ seq }) => seq).join()} / ${gaps.map(({ dropped, since }) => `${dropped} since ${since?.getTime()}`).join()}`
  })
  const event = (seq: number) => ({
    type: "org_event",
    seq,
    at: new Date(1_000 * seq).toISOString(),
    kind: "job",
    severity: "info",
    robot_id: null,
    subject: "pick",
    detail: null
  })
  const asked = async () => {
    const socket = await service.authenticated()
    await socket.frame("org_event_subscribe")
    return socket
  }
  const position = { stream: "a", seq: 1, dropped: 0 }
  const socket = await asked()
  socket.send({ type: "org_event_replay", events: [event(1)], complete: false, resumed: false, gaps: [], position })
  await page.reads("1 / ")
  socket.send({ type: "org_event_dropped", since_ms: 1_500, dropped: 7, position: { ...position, dropped: 7 } })
  await page.reads("1 / 7 since 1500")
  socket.close(1012)
  const again = await asked()
  const gaps = [{ after_seq: 1, since_ms: null, dropped: 3 }]
  const reached = { stream: "a", seq: 2, dropped: 10 }
  again.send({ type: "org_event_replay", events: [event(2)], complete: false, resumed: true, gaps, position: reached })
  await page.reads("1,2 / 7 since 1500,3 since 1000")
})

layer(TestApp, { excludeTestServices: true })("React hooks against the service", (it) => {
  it.effect("React hooks against the service show who is signed in", () =>
    Effect.gen(function* () {
      const { app, baseUrl, user } = yield* world
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, app: app.identifier })
        const seen: Array<string> = []
        using page = render(fleet, () => {
          const { status, user } = useSession()
          seen.push(status)
          return `${status} ${user?.email ?? "nobody"}`
        })
        await page.reads("signed_out nobody")
        assert.strictEqual(seen[0], "loading")
        await fleet.auth.signInWithPassword({ email: user.email, password })
        await page.reads(`signed_in ${user.email}`)
        await fleet.auth.signOut()
        await page.reads("signed_out nobody")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("React hooks against the service show a datapoint, why there is none, and how the socket fares", () =>
    Effect.gen(function* () {
      const { app, baseUrl, robot, user } = yield* world
      yield* Effect.promise(async () => {
        using fleet = await userClient(baseUrl, app.identifier, user.email)
        const shows: { slug?: (slug: string | null) => void } = {}
        using page = render(fleet, () => {
          const [slug, setSlug] = useState<string | null>("battery")
          shows.slug = setSlug
          const { at, error, value } = useDatapoint<number>(robot.id, slug)
          const { reason, state, subscriptions } = useConnection()
          return `${value} ${at instanceof Date} ${error?.code} ${state} ${reason} ${subscriptions}`
        })
        await page.reads("81 true undefined connected null 1")
        shows.slug!("secret")
        await page.reads("undefined false forbidden connected null 0")
        shows.slug!(null)
        await page.reads("undefined false undefined idle null 0")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("React hooks against the service start a job, follow it and show who looks on", () =>
    Effect.gen(function* () {
      const { app, baseUrl, robot, user } = yield* world
      yield* Effect.promise(async () => {
        using fleet = await userClient(baseUrl, app.identifier, user.email)
        const commands: { start?: ReturnType<typeof useJob>["start"] } = {}
        const starts = new Set<unknown>()
        using page = render(fleet, () => {
          const { error, job, start } = useJob(robot.id, "pick")
          starts.add(start)
          commands.start = start
          return `${job?.state} ${JSON.stringify(job?.result)} ${error?.code}`
        })
        using looks = render(
          fleet,
          () =>
            `${usePresence(robot.id)
              .viewers?.map(({ kind }) => kind)
              .join()}`
        )
        await looks.reads("app_user")
        const handle = await commands.start!({ shelf: 3 })
        await handle.result()
        await page.reads('succeeded {"picked":true} undefined')
        // Twice, since React makes everything twice while developing.
        assert.isAtMost(starts.size, 2)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("React hooks against the service subscribe nothing, and start nothing, where they are given null", () =>
    Effect.gen(function* () {
      const { app, baseUrl, robot, user } = yield* world
      yield* Effect.promise(async () => {
        using fleet = await userClient(baseUrl, app.identifier, user.email)
        const acts: Array<() => Promise<unknown>> = []
        using page = render(fleet, () => {
          const { cancel, job, start } = useJob(robot.id, null)
          const { call, job: made } = useService(null, "reset")
          acts.splice(0, acts.length, start, cancel, call)
          return `${job} ${made}`
        })
        await page.reads("undefined undefined")
        const failures = await Promise.allSettled(acts.map((act) => act()))
        assert.deepStrictEqual(
          failures.map((each) => (each.status === "rejected" ? each.reason.message.split(" ")[0] : each.status)),
          ["useJob", "useJob", "useService"]
        )
      })
    }).pipe(Effect.scoped)
  )

  it.effect("React hooks against the service call a service, and show who else called it", () =>
    Effect.gen(function* () {
      const { app, baseUrl, owner, robot, user } = yield* world
      yield* Effect.promise(async () => {
        using fleet = await userClient(baseUrl, app.identifier, user.email)
        using other = developerClient(baseUrl, owner.token)
        const ids = new Set<string>()
        using calls = other.robot(robot.id).service("reset").subscribe()
        calls.on(({ id }) => ids.add(id))
        const commands: { call?: ReturnType<typeof useService>["call"] } = {}
        using page = render(fleet, () => {
          const { call, error, job } = useService(robot.id, "reset")
          commands.call = call
          return `${job?.state} ${JSON.stringify(job?.result)} ${error?.code}`
        })
        await page.reads("undefined undefined undefined")
        assert.deepStrictEqual(await commands.call!(), { picked: true })
        await page.reads('succeeded {"picked":true} undefined')
        await other.robot(robot.id).service("reset").call()
        await vi.waitUntil(() => ids.size === 2)
        using refused = render(fleet, () => `${useService(robot.id, "pick").error?.code}`)
        await refused.reads("wrong_kind")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("React hooks against the service show alerts and what happens in the organisation", () =>
    Effect.gen(function* () {
      const { baseUrl, owner, robot } = yield* world
      yield* Effect.promise(async () => {
        using fleet = developerClient(baseUrl, owner.token)
        const OfRobot = () =>
          useAlerts(robot.id)
            .alerts?.map(({ name, state }) => `${name} ${state}`)
            .join() ?? ""
        const OfOrg = () =>
          useAlerts()
            .alerts?.map(({ robot_name }) => ` on ${robot_name}`)
            .join() ?? ""
        using alerts = render(fleet, () => [
          createElement(OfRobot, { key: "robot" }),
          createElement(OfOrg, { key: "org" })
        ])
        await alerts.reads(`Full firing on ${robot.name}`)
        using events = render(fleet, () => {
          const { error, events, gaps } = useOrgEvents()
          const renamed = events.filter(({ kind, subject }) => kind === "audit" && subject === "robot.renamed")
          return `${renamed.map(({ robot_id }) => robot_id).join()} ${gaps.length} ${error?.code}`
        })
        await events.reads(" 0 undefined")
        await fleet.request("robots.rename", { params: { id: robot.id }, body: { name: `${robot.name} II` } })
        await events.reads(`${robot.id} 0 undefined`)
        await alerts.reads(`Full firing on ${robot.name} II`)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("React hooks against the service say that events are not for app users, and ask for a provider", () =>
    Effect.gen(function* () {
      const { app, baseUrl, user } = yield* world
      yield* Effect.promise(async () => {
        using fleet = await userClient(baseUrl, app.identifier, user.email)
        using page = render(fleet, () => `${useOrgEvents().error?.code}`)
        await page.reads("forbidden")
        using same = render(fleet, () => `${useFleet() === fleet}`)
        await same.reads("true")
      })
    }).pipe(Effect.scoped)
  )
})
