import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { setPlan } from "../../../plans/planWorld.ts"
import { unique } from "../../../support/people.ts"
import { call } from "../../../support/wire.ts"
import { openSessions } from "../hosted/world.ts"
import { makeHostileProvider } from "./hostileProvider.ts"
import { comeBack, makeCranes, OidcApp, userOf } from "./world.ts"

const makePages = Effect.gen(function* () {
  const cranes = yield* makeCranes
  const idp = yield* makeHostileProvider
  const provider = yield* cranes.addProvider(idp.issuer, { name: "Acme <b>" })
  const email = `ann-${unique()}@example.com`
  idp.claims = { email, email_verified: true }
  const page = (path: string) => `/app/${cranes.app.identifier}/${path}`
  /** Follows a button of the sign-in page; answers the address at the provider, and what the browser keeps. */
  const go = Effect.fnUntraced(function* (lang = "", cookie = "") {
    const answer = yield* call("GET", page(`sign-in/with/acme${lang}`), { headers: { cookie } })
    const given = answer.headers.getSetCookie().filter((line) => !line.includes("Max-Age=0"))
    return {
      ...answer,
      at: answer.headers.get("location")!,
      cookie: given.map((line) => line.split(";")[0]).join("; ")
    }
  })
  const back = Effect.fnUntraced(function* (to: URL, cookie?: string) {
    return yield* call("GET", to.pathname + to.search, cookie === undefined ? {} : { headers: { cookie } })
  })
  return { ...cranes, back, email, go, idp, page, provider }
})

layer(OidcApp, { timeout: "60 seconds" })("hosted pages", (it) => {
  it.effect("offer the app's providers, while they are enabled and the plan has them", () =>
    Effect.gen(function* () {
      const { app, orgId, page, patch, provider } = yield* makePages
      const button = new RegExp(`href="/app/${app.identifier}/sign-in/with/acme"[^]*Continue with Acme &lt;b&gt;</a`)
      const shown = Effect.map(call("GET", page("sign-in")), ({ body }) => button.test(String(body)))
      assert.isTrue(yield* shown)
      assert.include((yield* call("GET", page("sign-in?lang=de"))).body, "Weiter mit Acme &lt;b&gt;")
      yield* setPlan(orgId, "basic")
      assert.isFalse(yield* shown)
      assert.strictEqual((yield* call("GET", page("sign-in/with/acme"))).status, 403)
      yield* setPlan(orgId, "plus")
      yield* patch(provider.id, { enabled: false })
      assert.isFalse(yield* shown)
      assert.strictEqual((yield* call("GET", page("sign-in/with/acme"))).status, 403)
      assert.strictEqual((yield* call("GET", page("sign-in/with/unknown"))).status, 404)
      assert.strictEqual((yield* call("GET", "/app/unknown_app/sign-in/with/acme")).status, 404)
    })
  )

  it.effect("sign in with a provider, and end at the app's own last page without a session", () =>
    Effect.gen(function* () {
      const world = yield* makePages
      const { app, back, email, go, idp } = world
      const { at, cookie, headers, status } = yield* go("?lang=de")
      assert.strictEqual(status, 303)
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.match(
        headers.getSetCookie()[0]!,
        /^oidc-[\w-]{43}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/
      )
      const { to } = yield* comeBack(idp.comingBack(at))
      assert.strictEqual(to!.origin, "http://localhost:8787")
      assert.strictEqual(to!.pathname, `/app/${app.identifier}/sign-in/return`)
      const end = yield* back(to!, cookie)
      assert.strictEqual(end.status, 303)
      assert.strictEqual(end.headers.get("location"), `/app/${app.identifier}/done?lang=de&for=signed_in`)
      assert.match(end.headers.getSetCookie()[0]!, /^oidc-[\w-]{43}=; Max-Age=0/)
      const user = yield* userOf(world, email)
      assert.deepStrictEqual(user.providers, ["acme"])
      assert.isNotNull(user.last_login_at)
      assert.strictEqual(yield* openSessions(user.id), 0)
      assert.strictEqual((yield* back(to!, cookie)).status, 410)
    })
  )

  it.effect("end a sign-in only in the browser that began it", () =>
    Effect.gen(function* () {
      const { back, go, idp } = yield* makePages
      const [mine, other] = [yield* go(), yield* go()]
      const { to } = yield* comeBack(idp.comingBack(mine.at))
      assert.strictEqual((yield* back(to!)).status, 410)
      assert.strictEqual((yield* back(to!, other.cookie)).status, 410)
      const forged = mine.cookie.replace(/=.*/, `=${"v".repeat(43)}`)
      assert.strictEqual((yield* back(to!, forged)).status, 410)
    })
  )

  it.effect("say why a sign-in with a provider failed", () =>
    Effect.gen(function* () {
      const { back, go, idp, set } = yield* makePages
      const end = Effect.fnUntraced(function* (rest?: Readonly<Record<string, string>>) {
        const { at, cookie } = yield* go()
        const { to } = yield* comeBack(idp.comingBack(at, rest))
        const { body, status } = yield* back(to!, cookie)
        return [status, /<h1>([^<]*)/.exec(body)?.[1], body] as const
      })
      const cancelled = yield* end({ error: "access_denied" })
      assert.deepStrictEqual(cancelled.slice(0, 2), [403, "You are not signed in"])
      assert.include(cancelled[2], "cancelled or failed")
      const email = idp.claims["email"]
      idp.claims = { email }
      assert.include((yield* end())[2], "does not confirm")
      idp.claims = { email, email_verified: true }
      yield* set({ self_registration: false })
      assert.include((yield* end())[2], "takes only people who are invited")
      idp.answers["/token"] = (request) => request.socket.destroy()
      assert.include((yield* end())[2], "cannot be reached")
    })
  )

  it.effect("keep ten sign-ins of a browser, and no more", () =>
    Effect.gen(function* () {
      const { go } = yield* makePages
      let cookies: ReadonlyArray<string> = []
      for (let count = 1; count <= 11; count++) {
        const { cookie, headers } = yield* go("", cookies.join("; "))
        const taken = headers
          .getSetCookie()
          .filter((line) => line.includes("Max-Age=0"))
          .map((line) => line.split("=")[0])
        cookies = [...cookies.filter((each) => !taken.includes(each.split("=")[0])), cookie]
        assert.strictEqual(cookies.length, Math.min(count, 10))
      }
    })
  )

  it.effect("show a page where the provider is away", () =>
    Effect.gen(function* () {
      const { go, idp } = yield* makePages
      yield* TestClock.adjust("10 minutes")
      idp.answers["/.well-known/openid-configuration"] = (request) => request.socket.destroy()
      const { body, status } = yield* go()
      assert.strictEqual(status, 403)
      assert.include(body, "cannot be reached")
      const sql = yield* SqlClient.SqlClient
      const rows =
        yield* sql`SELECT 1 FROM oidc_interactions WHERE redirect_uri LIKE '%sign-in/return' AND is_hosted = false`
      assert.strictEqual(rows.length, 0)
    })
  )
})
