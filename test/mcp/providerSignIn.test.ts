import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeHostileProvider } from "../identity/app-users/oidc/hostileProvider.ts"
import { signInAt } from "../identity/app-users/oidc/identityProvider.ts"
import { comeBack, makeWorld, userOf, wide, makeCranes } from "../identity/app-users/oidc/world.ts"
import { testAppWithMail } from "../support/MailSink.ts"
import { authorize, exchange, form, interactionOf, register, withoutMcpLimits } from "../support/mcp.ts"
import { unique } from "../support/people.ts"
import { type Answer, call } from "../support/wire.ts"
import { namesOf } from "./world.ts"

const World = testAppWithMail({ outboundAllow: ["127.0.0.0/8"], rateLimits: { ...wide, ...withoutMcpLimits } })

/** The cookies of a browser, by name. */
const keep = (jar: Map<string, string>, { headers }: Answer) => {
  for (const line of headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (line.includes("Max-Age=0")) jar.delete(name!)
    else jar.set(name!, value!)
  }
}
const cookieOf = (jar: Map<string, string>) => ({
  headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") }
})

/** A client that asks at an app's endpoint, and a browser at the page that it opens. */
const asked = Effect.fnUntraced(function* (app: { readonly identifier: string }) {
  const path = `/mcp/${app.identifier}`
  const clientId = yield* register(path)
  const id = interactionOf(yield* authorize(path, { client_id: clientId, state: "st" }))
  const page = `/app/${app.identifier}/mcp/${id}`
  const jar = new Map<string, string>()
  const open = Effect.fnUntraced(function* (at: string) {
    const answer = yield* call("GET", at, cookieOf(jar))
    keep(jar, answer)
    return answer
  })
  /** Follows the provider's button; answers the address at the provider. */
  const begin = Effect.gen(function* () {
    const { body } = yield* open(`${page}?lang=de`)
    const button = /href="(\/app\/[^"]*\/sign-in\/with\/acme[^"]*)"/.exec(body)![1]!.replaceAll("&amp;", "&")
    return (yield* open(button)).headers.get("location")!
  })
  return { begin, clientId, jar, open, page, path }
})

layer(World, { timeout: "60 seconds" })("a sign-in with a provider for an MCP client", (it) => {
  it.effect(
    "a sign-in with a provider for an MCP client comes back to the question, and ends with the client's tokens",
    () =>
      Effect.gen(function* () {
        const world = yield* makeWorld()
        yield* world.set({ mcp_enabled: true, password_enabled: false, email_code_enabled: false })
        const login = `ann-${unique()}`
        const email = `${login}@example.com`
        world.idp.people.set(login, { email, email_verified: true })
        const { begin, clientId, jar, open, page, path } = yield* asked(world.app)
        const { to } = yield* comeBack(yield* signInAt(yield* begin, login))
        const ended = yield* open(to!.pathname + to!.search)
        assert.deepStrictEqual([ended.status, ended.headers.get("location")], [303, `${page}?lang=de`])
        const consent = yield* open(page)
        for (const text of ["Test agent", "client.example", email]) assert.include(consent.body, text)
        const allowed = yield* form(`${page}/consent`, { decision: "approve" }, cookieOf(jar).headers)
        const code = new URL(allowed.headers.get("location")!).searchParams.get("code")!
        const { body } = yield* exchange(path, clientId, code)
        assert.include(yield* namesOf(path, body.access_token), "list_robots")
        assert.deepStrictEqual((yield* userOf(world, email)).providers, ["acme"])
      })
  )

  it.effect("a sign-in with a provider for an MCP client that fails leads back to the page of the question", () =>
    Effect.gen(function* () {
      const cranes = yield* makeCranes
      yield* cranes.set({ mcp_enabled: true })
      const idp = yield* makeHostileProvider
      yield* cranes.addProvider(idp.issuer)
      const { begin, open, page } = yield* asked(cranes.app)
      const { to } = yield* comeBack(idp.comingBack(yield* begin, { error: "access_denied" }))
      const failed = yield* open(to!.pathname + to!.search)
      assert.strictEqual(failed.status, 403)
      const way = /class="button" href="([^"]+)"/.exec(failed.body)![1]!.replaceAll("&amp;", "&")
      const again = yield* open(way)
      assert.strictEqual(again.status, 200)
      assert.include(again.body, `${page}/password`)
      assert.include(again.body, "/sign-in/with/acme?lang=de&amp;next=mcp%2F")
    })
  )
})
