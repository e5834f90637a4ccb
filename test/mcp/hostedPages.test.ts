import { assert, layer } from "@effect/vitest"
import { SignedInPeople } from "@fleet/server/identity/app-users/hosted/SignedInPeople"
import { SignInPages } from "@fleet/server/identity/app-users/signin/SignInPages"
import { Clock, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { authorize, exchange, form, interactionOf, makeMcpApp, register, withoutMcpLimits } from "../support/mcp.ts"
import { password } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { type Answer, call } from "../support/wire.ts"

const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0]!)
    .join("; ")

/** A client that asks, and the page on which a person of the app decides. */
const asked = Effect.fnUntraced(function* (client: object = {}, query: Readonly<Record<string, string>> = {}) {
  const world = yield* makeMcpApp
  const clientId = yield* register(world.path, { client_name: "Robot <helper>", ...client })
  const id = interactionOf(yield* authorize(world.path, { client_id: clientId, state: "st", ...query }))
  return { ...world, clientId, id, page: `/app/${world.app.identifier}/mcp/${id}` }
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("the page of an MCP client", (it) => {
  it.effect("the page of an MCP client signs a person in, asks them, and sends the browser back with a code", () =>
    Effect.gen(function* () {
      const { clientId, endpoint, page, path, user } = yield* asked()
      const first = yield* call("GET", page)
      assert.include(first.body, `action="${page}/password?next=`)
      assert.include(first.body, "Robot &lt;helper&gt;")
      const wrong = yield* form(`${page}/password`, { email: user.email, password: "wrong password" })
      assert.match(wrong.headers.get("location")!, /\/result\/.*next=mcp/)
      const signedIn = yield* form(`${page}/password`, { email: user.email, password })
      assert.deepStrictEqual([signedIn.status, signedIn.headers.get("location")], [303, `${page}?lang=en`])
      const cookie = cookieOf(signedIn)
      const consent = yield* call("GET", page, { headers: { cookie } })
      for (const text of [
        "Robot &lt;helper&gt;",
        "Nobody has verified",
        "client.example",
        "give commands",
        user.email
      ]) {
        assert.include(consent.body, text)
      }
      assert.notInclude(consent.body, "goes to this computer")
      const policy = consent.headers.get("content-security-policy")!
      assert.include(policy, "form-action 'self' https://client.example;")
      assert.include(policy, "frame-ancestors 'none'")
      assert.include((yield* call("GET", `${page}?account=other`, { headers: { cookie } })).body, 'name="password"')

      const stranger = yield* form(`${page}/consent`, { decision: "approve" })
      assert.strictEqual(stranger.headers.get("location"), `${page}?lang=en`)
      const foreign = yield* form(
        `${page}/consent`,
        { decision: "approve" },
        { cookie, origin: "https://evil.example" }
      )
      assert.strictEqual(foreign.status, 403)
      const allowed = yield* form(`${page}/consent`, { decision: "approve" }, { cookie })
      const back = new URL(allowed.headers.get("location")!)
      assert.deepStrictEqual(
        [back.origin, back.searchParams.get("state"), back.searchParams.get("iss")],
        ["https://client.example", "st", endpoint]
      )
      assert.strictEqual((yield* exchange(path, clientId, back.searchParams.get("code")!)).status, 200)
      assert.strictEqual((yield* call("GET", page, { headers: { cookie } })).status, 410)
    })
  )

  it.effect("the page of an MCP client takes a refusal back to it, and knows who signed in before", () =>
    Effect.gen(function* () {
      const world = yield* asked()
      const cookie = cookieOf(yield* form(`${world.page}/password`, { email: world.user.email, password }))
      const denied = yield* form(`${world.page}/consent`, { decision: "deny" }, { cookie })
      assert.strictEqual(new URL(denied.headers.get("location")!).searchParams.get("error"), "access_denied")
      const id = interactionOf(yield* authorize(world.path, { client_id: world.clientId }))
      const next = `/app/${world.app.identifier}/mcp/${id}`
      const asks = yield* call("GET", next, { headers: { cookie } })
      assert.include(asks.body, world.user.email)
      yield* call("POST", "/api/client/logout", { body: { refresh_token: "x" } })
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE session_families SET ended_at = now() WHERE subject_id = ${world.user.user.id}`
      assert.include((yield* call("GET", next, { headers: { cookie } })).body, 'name="password"')
    })
  )

  it.effect("the page of an MCP client knows who signed in for twelve hours, whatever a browser keeps", () =>
    Effect.gen(function* () {
      const { app, page, user } = yield* asked()
      const signedIn = yield* form(`${page}/password`, { email: user.email, password })
      const cookies = Object.fromEntries([cookieOf(signedIn).split("=", 2) as [string, string]])
      const shown = Option.getOrThrow(yield* (yield* SignInPages).app(app.identifier))
      const people = yield* SignedInPeople
      const clock = yield* Clock.Clock
      const knownAt = (ms: number) => {
        const then = { ...clock, currentTimeMillis: Effect.succeed(ms), currentTimeMillisUnsafe: () => ms }
        return Effect.provideService(people.of(shown, cookies), Clock.Clock, then)
      }
      const end = clock.currentTimeMillisUnsafe() + 12 * 60 * 60_000
      assert.strictEqual((yield* knownAt(end - 1))?.email, user.email)
      assert.isNull(yield* knownAt(end))
    })
  )

  it.effect(
    "the page of an MCP client warns where its answer stays on this computer, whatever else it registered",
    () =>
      Effect.gen(function* () {
        const [loopback, web] = ["http://127.0.0.1/cb", "https://client.example/back"]
        for (const [redirect_uris, redirect_uri, isWarned] of [
          [[loopback], "http://127.0.0.1:4711/cb", true],
          [[web, loopback], "http://127.0.0.1:4711/cb", true],
          [[web, loopback], web, false]
        ] as const) {
          const { page, user } = yield* asked({ redirect_uris }, { redirect_uri })
          const cookie = cookieOf(yield* form(`${page}/password`, { email: user.email, password }))
          const { body } = yield* call("GET", `${page}?lang=de`, { headers: { cookie } })
          assert.include(body, `<strong>${new URL(redirect_uri).host}</strong>`)
          assert.strictEqual(body.includes("geht an diesen Computer"), isWarned, redirect_uri)
          // It registered itself: there is no host that describes it.
          assert.notInclude(body, "Beschrieben ist es unter")
        }
      })
  )

  it.effect("the page of an MCP client lets its form lead to every address that a client may have", () =>
    Effect.gen(function* () {
      for (const [uri, named] of [
        ["http://127.0.0.1:4711/cb", "http://127.0.0.1:4711"],
        ["http://localhost:4711/cb", "http://localhost:4711"],
        ["https://client.example:8443/cb", "https://client.example:8443"],
        // A policy cannot name addresses of IPv6.
        ["http://[::1]:4711/cb", "http:"],
        ["https://[2001:db8::1]/cb", "https:"]
      ] as const) {
        const { page, user } = yield* asked({ redirect_uris: [uri] }, { redirect_uri: uri })
        const cookie = cookieOf(yield* form(`${page}/password`, { email: user.email, password }))
        const { headers } = yield* call("GET", page, { headers: { cookie } })
        assert.include(headers.get("content-security-policy"), `form-action 'self' ${named};`)
      }
    })
  )

  it.effect("the page of an MCP client is over after ten minutes, and not there for another app or without MCP", () =>
    Effect.gen(function* () {
      const { app, id, page } = yield* asked()
      const other = yield* makeMcpApp
      assert.strictEqual((yield* call("GET", `/app/${other.app.identifier}/mcp/${id}`)).status, 410)
      assert.strictEqual((yield* call("GET", `/app/${app.identifier}/mcp/not-an-id`)).status, 410)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE apps SET mcp_enabled = false WHERE id = ${app.id}`
      assert.strictEqual((yield* call("GET", page)).status, 404)
      yield* sql`UPDATE apps SET mcp_enabled = true WHERE id = ${app.id}`
      yield* TestClock.adjust(10 * 60_000)
      assert.strictEqual((yield* call("GET", page)).status, 410)
      const late = yield* form(`${page}/consent`, { decision: "approve" })
      assert.strictEqual(late.headers.get("location"), `${page}?lang=en`)
    })
  )

  it.effect("the page of an MCP client leads through a second factor that the app requires", () =>
    Effect.gen(function* () {
      const { app, page, user } = yield* asked()
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE apps SET two_factor = 'required' WHERE id = ${app.id}`
      const first = yield* form(`${page}/password`, { email: user.email, password })
      const location = first.headers.get("location")!
      const setup = yield* call("GET", location, { headers: { cookie: cookieOf(first) } })
      assert.match(setup.body, /action="[^"]*two-factor\/setup\?next=mcp/)
    })
  )
})
