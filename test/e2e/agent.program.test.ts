import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { lines } from "../mcp/peers/officialClients.ts"
import { allow, does, needsPerson, signInWithNewFactor } from "../mcp/peers/person.ts"
import { callback } from "../mcp/peers/world.ts"
import { noBrowser, openPage } from "../pages/browser.ts"
import { migratedData } from "../support/Database.ts"
import { startDemo } from "./support/server.ts"
import { until } from "./support/until.ts"

if (noBrowser !== null) console.warn(`An agent at the demo is not tested: ${noBrowser}.`)

const json = async (method: string, url: string, bearer: string) => {
  const response = await fetch(url, { method, headers: { authorization: `Bearer ${bearer}` } })
  assert.isBelow(response.status, 300, url)
  return response.status === 204 ? null : ((await response.json()) as any)
}

describe("an agent at the demo", () => {
  it.live.skipIf(noBrowser !== null)(
    "an agent at the demo is let in with two factors, reads, docks the rover with a yes, and stops when it is withdrawn",
    () =>
      Effect.gen(function* () {
        const { demo } = yield* startDemo(yield* migratedData)
        const { app, base_url: base, developer, strict_app: strict } = demo
        const rover = demo.robots[0]!.id
        const back = yield* callback
        const asked: Array<string> = []
        const agent = lines["2.x"]({
          endpoint: `${base}/mcp/${strict.identifier}`,
          redirectUrl: back.url,
          name: "Desk agent",
          person: (message) => asked.push(message) > 0
        })
        yield* Effect.addFinalizer(() => Effect.promise(() => agent.close()))

        const { errors, page } = yield* openPage("http://", { locale: "en-GB" })
        const url = yield* needsPerson(agent, agent.connect)
        yield* signInWithNewFactor(page, url, strict.email, strict.password)
        const came = yield* allow(page, back, "Desk agent")
        yield* does(() => agent.finish(came))
        yield* does(agent.connect)

        const read = (slug: string) => does(() => agent.call("read_datapoint", { robot_id: rover, slug }))
        const battery = yield* until(
          "a value of the battery",
          Effect.map(read("battery"), (value: any) => (typeof value.value === "number" ? value : null))
        )
        assert.strictEqual(battery.unit, "%")

        const told: Array<{ readonly progress: number; readonly message?: string | undefined }> = []
        const docking = { robot_id: rover, slug: "dock", params: { speed: 0.5 }, wait_ms: 60_000 }
        const { job } = (yield* does(() =>
          agent.call("start_action", docking, (progress) => told.push(progress))
        )) as any
        assert.strictEqual(job.state, "succeeded")
        // The client tells of the question as well.
        const share = told.filter(({ message }) => message === "dock is running").map(({ progress }) => progress)
        assert.isNotEmpty(share)
        assert.deepStrictEqual(
          share,
          share.toSorted((left, right) => left - right)
        )
        for (const each of share) assert.isTrue(each >= 0 && each <= 1)
        assert.deepStrictEqual(asked, [
          'The program "Desk agent" asks to start the action dock on the robot "Rover" with speed = 0.5. The robot may move. Allow it once?'
        ])

        const beyond: any = yield* does(() => agent.call("start_action", { robot_id: rover, slug: "fly" }))
        assert.strictEqual(beyond.code, "forbidden")
        const elsewhere: any = yield* does(() => agent.call("stop_robot", { robot_id: app.id }))
        assert.strictEqual(elsewhere.code, "not_found")
        assert.lengthOf(asked, 1)

        yield* does(async () => {
          const own = (at: string) => json("GET", `${base}${at}`, developer.access_token)
          const { apps } = await own("/api/apps")
          const { id } = apps.find(({ identifier }: { identifier: string }) => identifier === strict.identifier)
          const { users } = await own(`/api/apps/${id}/users`)
          const grants = `/api/apps/${id}/users/${users[0].id}/mcp-grants`
          const [given] = (await own(grants)).grants
          assert.strictEqual(given.client_name, "Desk agent")
          await json("DELETE", `${base}${grants}/${given.client_id}`, developer.access_token)
        })
        yield* needsPerson(agent, () => agent.call("list_robots"))
        assert.deepStrictEqual(errors, [])
      }).pipe(Effect.scoped),
    300_000
  )
})
