import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeOrg, unique } from "../../../support/people.ts"
import { TestApp } from "../../../support/TestApp.ts"
import { followed } from "../../../support/results.ts"
import { call, refusal } from "../../../support/wire.ts"
import { begin, post, submit } from "./world.ts"

const posted = (fields: Readonly<Record<string, string>>) =>
  call("POST", "/api/org/invitations/accept?lang=en", {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" }
  })
const form = (fields: Readonly<Record<string, string>>) => Effect.flatMap(posted(fields), (answer) => followed(answer))

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("the page of a team invitation", (it) => {
  it.effect("the page of a team invitation shows it without spending it, accepts it once, and is gone then", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE orgs SET name = 'Mill & <Sons>' WHERE id = ${orgId}`
      const email = `guest-${unique()}@example.com`
      const invited = yield* call("POST", "/api/org/invitations", {
        as: owner.token,
        body: { email, tier: "developer", display_name: "Grace", send_mail: false }
      })
      assert.strictEqual(invited.status, 201)
      const { pathname } = new URL(invited.body.accept_url)
      for (let look = 0; look < 2; look++) {
        const page = yield* call("GET", pathname)
        assert.strictEqual(page.status, 200)
        assert.include(page.body, "Mill &amp; &lt;Sons&gt;")
        assert.include(page.body, email)
        assert.include(page.body, 'value="Grace"')
        assert.include(page.body, 'action="/api/org/invitations/accept?lang=en"')
        assert.strictEqual(page.headers.get("referrer-policy"), "no-referrer")
        assert.strictEqual(page.headers.get("cache-control"), "no-store")
      }
      const token = pathname.split("/").at(-1)!
      const long = yield* form({ token, display_name: "x".repeat(121) })
      assert.strictEqual(long.status, 200)
      assert.match(long.body, /role="alert"/)
      const sent = yield* posted({ token, display_name: "Grace H." })
      assert.strictEqual(sent.status, 303)
      for (let look = 0; look < 2; look++) {
        const accepted = yield* followed(sent)
        assert.strictEqual(accepted.status, 200)
        assert.include(accepted.body, "Your account is ready.")
      }
      const people = yield* sql<{ display_name: string }>`SELECT display_name FROM developers WHERE email = ${email}`
      assert.deepStrictEqual(people, [{ display_name: "Grace H." }])
      // The answer that a second click shows in place of the first one.
      const again = yield* form({ token, display_name: "Grace H." })
      assert.strictEqual(again.status, 410)
      assert.include(again.body, "If you accepted it already, sign in")
      for (const dead of [yield* call("GET", pathname), yield* call("GET", "/accept-invite/%00x")]) {
        assert.isTrue(dead.status === 410 || dead.status === 404, String(dead.status))
      }
      assert.include((yield* form({})).body, "This could not be done")
      // A console of another origin sends JSON; a form of another origin is nobody's.
      const headers = { origin: "https://console.example.com" }
      const json = yield* call("POST", "/api/org/invitations/accept", { body: { token }, headers })
      assert.deepStrictEqual([json.status, json.body.code], [410, "token_spent"])
      const body = new URLSearchParams({ token }).toString()
      const type = { "content-type": "application/x-www-form-urlencoded" }
      const foreign = yield* call("POST", "/api/org/invitations/accept", { body, headers: { ...headers, ...type } })
      assert.strictEqual(foreign.status, 403)
    })
  )
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("the portal's limits", (it) => {
  it.effect("the portal's limits count identify by address and second factors by developer, for forms too", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const flow = yield* begin()
      for (let asked = 0; asked < 5; asked++) {
        assert.strictEqual((yield* post(flow, "identify", { email: developer.email })).status, 200)
      }
      const refused = yield* post(yield* begin(), "identify", { email: developer.email.toUpperCase() })
      assert.deepStrictEqual([refused.status, refused.body.code], [429, "rate_limited"])
      assert.isAbove(refused.body.details.retry_after_ms, 0)
      const codes = yield* Effect.forEach(Array.from({ length: 21 }), () => post(flow, "code", { code: "000000" }))
      assert.strictEqual(codes.filter(({ status }) => status === 429).length, 1)
      const page = yield* submit(flow, "code", { code: "000000" })
      assert.strictEqual(page.status, 200)
      assert.include(page.body, "Too many attempts")
      for (let asked = 0; asked < 5; asked++) {
        yield* call("POST", "/api/waitlist", { body: { email: `a${asked}@example.com` } })
      }
      const listed = yield* call("POST", "/api/waitlist", { body: { email: "b@example.com" } })
      assert.deepStrictEqual(refusal(listed).slice(0, 2), [429, "rate_limited"])
      const tokens = yield* Effect.forEach(Array.from({ length: 61 }), () =>
        call("POST", "/console/oauth/token", { body: {} })
      )
      assert.deepStrictEqual([tokens[59]!.status, tokens[60]!.body.code], [400, "rate_limited"])
    })
  )
})
