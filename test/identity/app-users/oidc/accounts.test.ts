import { assert, layer } from "@effect/vitest"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ceilings } from "../../../support/quotas.ts"
import { password, unique } from "../../../support/people.ts"
import { invite, post, statusOf } from "../../../support/signIn.ts"
import { call } from "../../../support/wire.ts"
import { setPlan } from "../../../plans/planWorld.ts"
import { makeHostileProvider } from "./hostileProvider.ts"
import { audited, begin, comeBack, exchange, makeCranes, OidcApp, outcome, userOf } from "./world.ts"

/** An app whose provider says what it is told. */
const makeSaying = Effect.fnUntraced(function* (rest: Readonly<Record<string, unknown>> = {}) {
  const cranes = yield* makeCranes
  const idp = yield* makeHostileProvider
  const provider = yield* cranes.addProvider(idp.issuer, rest)
  const says = Effect.fnUntraced(function* (email: string, claims: Readonly<Record<string, unknown>> = {}) {
    idp.claims = { sub: unique(), email, email_verified: true, ...claims }
    const { at, verifier } = yield* begin(cranes)
    const { to } = yield* comeBack(idp.comingBack(at))
    return { outcome: outcome(to), code: to!.searchParams.get("code") ?? "", verifier }
  })
  const outcomeOf = (email: string, claims?: Readonly<Record<string, unknown>>) =>
    Effect.map(says(email, claims), ({ outcome }) => outcome)
  return { ...cranes, idp, outcomeOf, provider, says }
})

const someone = () => `some-${unique()}@example.com`

layer(OidcApp, { timeout: "60 seconds" })("the account of a sign-in through a provider", (it) => {
  it.effect("is one that there is, only where links are on and the address is verified", () =>
    Effect.gen(function* () {
      const world = yield* makeSaying()
      const { outcomeOf, patch, provider, user } = world
      assert.strictEqual(yield* outcomeOf(user.email), "email_taken")
      assert.strictEqual(yield* outcomeOf(user.email, { email_verified: false }), "email_unverified")
      assert.strictEqual(yield* outcomeOf(someone(), { email_verified: false }), "email_unverified")
      assert.deepStrictEqual((yield* userOf(world, user.email)).providers, [])
      yield* patch(provider.id, { link_verified_emails: true })
      assert.strictEqual(yield* outcomeOf(user.email, { email_verified: false }), "email_unverified")
      assert.strictEqual(yield* outcomeOf(user.email.toUpperCase(), { sub: "linked" }), "code")
      assert.deepInclude(yield* userOf(world, user.email), { providers: ["acme"], has_password: true })
      const told = { app_id: world.app.id, fields: ["providers"], provider: "acme" }
      assert.deepStrictEqual(yield* audited(world, "app_user.updated"), [told])
      // Once linked, neither the address nor the setting counts.
      yield* patch(provider.id, { link_verified_emails: false })
      assert.strictEqual(yield* outcomeOf(someone(), { sub: "linked", email_verified: false }), "code")
      assert.strictEqual(yield* outcomeOf(user.email, { sub: "another" }), "email_taken")
    })
  )

  it.effect("becomes active where it was pending, and the password that nobody had proved is void", () =>
    Effect.gen(function* () {
      const world = yield* makeSaying({ link_verified_emails: true })
      const email = someone()
      const register = { app_identifier: world.app.identifier, email, password }
      assert.strictEqual((yield* post("register", register)).status, 202)
      assert.strictEqual(yield* statusOf(world.app.id, email), "pending_verification")
      const { code, verifier } = yield* world.says(email)
      assert.strictEqual(yield* statusOf(world.app.id, email), "active")
      assert.strictEqual((yield* exchange(code, verifier)).body.password_reset_needed, true)
      const login = yield* post("login", { app_identifier: world.app.identifier, email, password })
      assert.strictEqual(login.status, 401)
      const sql = yield* SqlClient.SqlClient
      const mails = yield* sql<{ count: number }>`
        SELECT count(*)::int AS count FROM work_items WHERE app_id = ${world.app.id} AND state <> 'void'`
      // The link of the registration, and the word that the password is void.
      assert.strictEqual(mails[0]!.count, 2)
    })
  )

  it.effect("has no access while it is blocked, linked or not, nor in a locked organisation", () =>
    Effect.gen(function* () {
      const world = yield* makeSaying({ link_verified_emails: true })
      const { app, outcomeOf, owner, says, user } = world
      const sql = yield* SqlClient.SqlClient
      const email = someone()
      assert.strictEqual(yield* outcomeOf(email, { sub: "linked" }), "code")
      const waiting = yield* says(email, { sub: "linked" })
      const users = yield* AppUsers
      const block = Effect.fnUntraced(function* (id: string) {
        const found = yield* users.get(app, id as never)
        yield* users.update(owner.caller, app, found, { status: "blocked" })
      })
      yield* block((yield* userOf(world, email)).id)
      yield* block(user.user.id)
      assert.strictEqual(yield* outcomeOf(email, { sub: "linked" }), "no_access")
      assert.strictEqual(yield* outcomeOf(user.email), "no_access")
      assert.strictEqual((yield* exchange(waiting.code, waiting.verifier)).status, 410)
      const [other, late] = [someone(), yield* says(someone(), { sub: "other" })]
      yield* sql`UPDATE orgs SET locked_at = now() WHERE id = ${world.orgId}`
      assert.strictEqual(yield* outcomeOf(other), "no_access")
      assert.strictEqual(yield* outcomeOf(other, { sub: "other" }), "no_access")
      const locked = yield* exchange(late.code, late.verifier)
      assert.deepStrictEqual([locked.status, locked.body.code], [403, "org_locked"])
      yield* sql`UPDATE orgs SET locked_at = NULL WHERE id = ${world.orgId}`
      // In a locked organisation the code stayed good.
      assert.strictEqual((yield* exchange(late.code, late.verifier)).status, 200)
    })
  )

  it.effect("is made only as the app admits newcomers", () =>
    Effect.gen(function* () {
      const world = yield* makeSaying()
      const { app, outcomeOf, set } = world
      const sql = yield* SqlClient.SqlClient
      yield* set({ self_registration: false })
      assert.strictEqual(yield* outcomeOf(someone()), "registration_closed")
      yield* set({ self_registration: true })
      yield* sql`UPDATE apps SET allowed_domains = ARRAY['cranes.example'] WHERE id = ${app.id}`
      assert.strictEqual(yield* outcomeOf(someone()), "domain_not_allowed")
      assert.strictEqual(yield* outcomeOf(`ann-${unique()}@CRANES.example`), "code")
      yield* sql`UPDATE apps SET allowed_domains = '{}' WHERE id = ${app.id}`
      yield* set({ default_role_id: null })
      assert.strictEqual(yield* outcomeOf(someone()), "no_access")
      assert.isUndefined(yield* userOf(world, "nobody"))
    })
  )

  it.effect("is made up to the plan's limit and not beyond", () =>
    Effect.gen(function* () {
      const world = yield* makeSaying()
      yield* setPlan(world.orgId, "plus")
      const sql = yield* SqlClient.SqlClient
      const users = yield* sql`SELECT id FROM app_users WHERE org_id = ${world.orgId}`
      const left = 25 - users.length
      for (let count = 1; count < left; count++) {
        yield* sql`
          INSERT INTO app_users (org_id, app_id, email, role_id, status)
          VALUES (${world.orgId}, ${world.app.id}, ${someone()}, ${world.observe.id}, 'active')`
      }
      assert.strictEqual(yield* world.outcomeOf(someone()), "code")
      assert.strictEqual(yield* world.outcomeOf(someone()), "plan_limit")
    })
  )

  it.effect("takes the place that an invitation keeps, where links are on", () =>
    Effect.gen(function* () {
      const world = yield* makeSaying()
      const { app, observe, operate, outcomeOf, patch, provider, set } = world
      yield* set({ self_registration: false })
      const email = someone()
      const token = yield* invite(app, email, operate.id, { displayName: "Invited" })
      assert.strictEqual(yield* outcomeOf(email), "registration_closed")
      yield* patch(provider.id, { link_verified_emails: true })
      assert.strictEqual(yield* outcomeOf(email, { email_verified: false }), "email_unverified")
      assert.strictEqual(yield* outcomeOf(email), "code")
      assert.deepInclude(yield* userOf(world, email), {
        role_id: operate.id,
        display_name: "Invited",
        status: "active"
      })
      assert.strictEqual((yield* post("invitations/accept", { token, password })).status, 410)
      const old = someone()
      yield* invite(app, old, observe.id)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE app_invitations SET expires_at = '1969-01-01' WHERE email = ${old}`
      assert.strictEqual(yield* outcomeOf(old), "registration_closed")
    })
  )

  it.effect("is one for many first sign-ins of a person at once", () =>
    Effect.gen(function* () {
      const world = yield* makeSaying()
      const email = someone()
      world.idp.claims = { sub: "the-same", email, email_verified: true }
      const begun = yield* Effect.all(Array.from({ length: 5 }, () => begin(world)))
      const results = yield* Effect.forEach(
        begun,
        ({ at }) => Effect.map(comeBack(world.idp.comingBack(at)), ({ to }) => outcome(to)),
        { concurrency: 5 }
      )
      assert.deepStrictEqual(results, Array(5).fill("code"))
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT id FROM app_users WHERE app_id = ${world.app.id} AND email = ${email}`
      assert.strictEqual(rows.length, 1)
    })
  )

  it.effect("stays when its provider is deleted, without the link", () =>
    Effect.gen(function* () {
      const world = yield* makeSaying()
      const email = someone()
      yield* world.says(email, { sub: "linked" })
      const preview = () =>
        Effect.map(
          call("GET", `/api/apps/${world.app.id}/deletion-preview`, { as: world.as }),
          ({ body }) => body.oidc_provider_count
        )
      assert.strictEqual(yield* preview(), 1)
      yield* call("DELETE", `${world.path}/${world.provider.id}`, { as: world.as })
      assert.strictEqual(yield* preview(), 0)
      assert.deepInclude(yield* userOf(world, email), { providers: [], status: "active" })
      yield* world.addProvider(world.idp.issuer)
      assert.strictEqual(yield* world.outcomeOf(email, { sub: "linked" }), "email_taken")
    })
  )
})

const Narrow = OidcApp.pipe(Layer.provide(ceilings({ max_end_users: 2 })))

layer(Narrow, { timeout: "60 seconds" })("the account of a sign-in through a provider, by quota", (it) => {
  it.effect("is made up to the quota of the organisation and not beyond", () =>
    Effect.gen(function* () {
      const world = yield* makeSaying()
      assert.strictEqual(yield* world.outcomeOf(someone()), "code")
      assert.strictEqual(yield* world.outcomeOf(someone()), "quota_exceeded")
    })
  )
})
