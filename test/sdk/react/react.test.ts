import { inBrowser, render } from "../support/render.ts"
import { assert, layer } from "@effect/vitest"
import { createClient } from "@fleet/sdk"
import {
  useAlerts,
  useConnection,
  useDatapoint,
  useFleet,
  useJob,
  useOrgEvents,
  usePresence,
  useSession
} from "@fleet/sdk/react"
import { Effect } from "effect"
import { createElement, useState } from "react"
import { password } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
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
