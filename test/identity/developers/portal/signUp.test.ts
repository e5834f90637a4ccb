import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../../../support/MailSink.ts"
import { makeOrg, unique } from "../../../support/people.ts"
import { followed } from "../../../support/results.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"
import { begin, other, portalApp, post, show, signedInAs, submit } from "./world.ts"

const founder = () => `Founder-${unique()}@example.com`

layer(portalApp({ signUp: "open" }), { excludeTestServices: true, timeout: "60 seconds" })("an open sign-up", (it) => {
  it.effect("an open sign-up makes an organisation and its Owner, who is signed in", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const email = founder()
      const flow = yield* begin({ prompt: "create" })
      const asked = yield* post(flow, "signup", { email, display_name: " Ada " })
      assert.deepStrictEqual([asked.status, asked.body], [200, { next: "/console/oauth/signup/code", email }])
      const { code } = yield* (yield* MailSink).waitFor(email)
      assert.deepStrictEqual(refusal(yield* post(flow, "signup/organization", { org_name: "Early" })), [
        410,
        "token_spent"
      ])
      // A code of sign-up signs nobody in.
      assert.deepStrictEqual(refusal(yield* post(flow, "code", { code })), [410, "token_spent"])
      const wrong = yield* post(flow, "signup/code", { code: other(code) })
      assert.deepStrictEqual(refusal(wrong), [400, "invalid_code", { attempts_left: 4 }])
      assert.deepStrictEqual((yield* post(flow, "signup/code", { code })).body, {
        next: "/console/oauth/signup/organization"
      })
      assert.deepStrictEqual(
        refusal(yield* post(flow, "signup/organization", { org_name: " " })),
        invalid("org_name", "too_short")
      )
      const name = `Engines ${unique()}`
      const founded = yield* post(flow, "signup/organization", { org_name: name })
      const tokens = yield* signedInAs(flow, founded, email)
      const { body: me } = yield* call("GET", "/api/auth/me", { as: tokens.access_token })
      assert.deepInclude(me.user, { tier: "owner", display_name: "Ada" })
      assert.strictEqual(me.org.name, name)
      const trail = yield* sql`
        SELECT actor_kind, actor_id, action FROM audit_events WHERE org_id = ${me.org.id} ORDER BY seq`
      const self = { actor_kind: "developer", actor_id: me.user.id }
      assert.deepStrictEqual(trail.slice(0, 2), [
        { ...self, action: "org.created" },
        { ...self, action: "developer.login" }
      ])
    })
  )

  it.effect("an open sign-up answers email_taken for an address with an account, also when it got one meanwhile", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { developer, orgId } = yield* makeOrg
      const taken = yield* post(yield* begin(), "signup", { email: developer.email.toUpperCase() })
      assert.deepStrictEqual(refusal(taken), [409, "email_taken"])

      const email = founder()
      const flow = yield* begin()
      yield* post(flow, "signup", { email })
      const { code } = yield* (yield* MailSink).waitFor(email)
      yield* post(flow, "signup/code", { code })
      yield* sql`INSERT INTO developers (org_id, email, tier) VALUES (${orgId}, ${email.toLowerCase()}, 'developer')`
      const before = yield* sql`SELECT FROM orgs`
      assert.deepStrictEqual(refusal(yield* post(flow, "signup/organization", { org_name: "Late" })), [
        409,
        "email_taken"
      ])
      assert.strictEqual((yield* sql`SELECT FROM orgs`).length, before.length)
    })
  )

  it.effect("an open sign-up founds one organisation for fifty askings at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const email = founder()
      const flow = yield* begin()
      yield* post(flow, "signup", { email })
      yield* post(flow, "signup/code", { code: (yield* (yield* MailSink).waitFor(email)).code })
      const org_name = `Once ${unique()}`
      const answers = yield* Effect.forEach(
        Array.from({ length: 50 }),
        () => post(flow, "signup/organization", { org_name }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
      assert.strictEqual((yield* sql`SELECT FROM orgs WHERE name = ${org_name}`).length, 1)
    })
  )

  it.effect("an open sign-up works with forms", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const flow = yield* begin({ prompt: "create" })
      assert.strictEqual((yield* show(flow, `signup/${flow.id}`)).status, 200)
      const taken = yield* submit(flow, "signup", { email: developer.email, display_name: "Ada" })
      assert.strictEqual(taken.status, 200)
      assert.include(taken.body, "has an account already")
      assert.include(taken.body, 'value="Ada"')
      const email = founder()
      const asked = yield* submit(flow, "signup", { email })
      assert.strictEqual(asked.headers.get("location"), `/console/oauth/signup/code/${flow.id}?lang=en`)
      const { code } = yield* (yield* MailSink).waitFor(email)
      const proven = yield* submit(flow, "signup/code", { code })
      assert.strictEqual(proven.headers.get("location"), `/console/oauth/signup/organization/${flow.id}?lang=en`)
      yield* signedInAs(flow, yield* submit(flow, "signup/organization", { org_name: "Engines" }), email)
    })
  )
})

layer(portalApp(), { excludeTestServices: true, timeout: "60 seconds" })("a closed sign-up", (it) => {
  it.effect("a closed sign-up refuses every step, and shows the waitlist", () =>
    Effect.gen(function* () {
      const flow = yield* begin({ prompt: "create" })
      const steps = [
        ["signup", { email: founder() }],
        ["signup/code", { code: "123456" }],
        ["signup/organization", { org_name: "Engines" }]
      ] as const
      for (const [step, body] of steps) {
        assert.deepStrictEqual(refusal(yield* post(flow, step, body)), [403, "signup_closed"])
      }
      for (const path of ["signup", "signup/code", "signup/organization"]) {
        const page = yield* show(flow, `${path}/${flow.id}`)
        assert.strictEqual(page.status, 403)
        assert.include(page.body, 'action="/console/oauth/waitlist')
      }
      assert.strictEqual((yield* submit(flow, "signup", { email: founder() })).status, 403)
    })
  )

  it.effect("a closed sign-up lists an address once and answers the same for a listed one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const email = founder()
      for (const written of [email, email.toUpperCase(), ` ${email}`]) {
        const answer = yield* call("POST", "/api/waitlist", { body: { email: written } })
        assert.deepStrictEqual([answer.status, answer.body], [202, null])
      }
      const form = (given: Record<string, string>) =>
        Effect.flatMap(
          call("POST", "/console/oauth/waitlist?lang=en", {
            body: new URLSearchParams(given).toString(),
            headers: { "content-type": "application/x-www-form-urlencoded" }
          }),
          (answer) => followed(answer)
        )
      const page = yield* form({ email })
      assert.strictEqual(page.status, 200)
      assert.include(page.body, "You are on the waitlist")
      assert.include(page.body, 'href="http://localhost:8787"')
      const mistaken = yield* form({ email: "nobody" })
      assert.include(mistaken.body, 'value="nobody"')
      assert.include(mistaken.body, "Already have an account?")
      const bad = yield* call("POST", "/api/waitlist", { body: { email: "nobody" } })
      assert.deepStrictEqual(refusal(bad), invalid("email", "format"))
      assert.strictEqual((yield* sql`SELECT FROM waitlist WHERE email = ${email.toLowerCase()}`).length, 1)
    })
  )
})
