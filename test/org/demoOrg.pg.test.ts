import { assert, layer } from "@effect/vitest"
import { demoSessions, ensureDemo } from "@fleet/server/demo/DemoOrg"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone } from "../support/people.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

layer(TestApp, { timeout: "60 seconds" })("the demo's org", (it) => {
  it.effect("the demo's org is not seeded beside another org's app of the same identifier", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app } = yield* makeEveryone
      yield* sql`UPDATE apps SET identifier = 'demo_open' WHERE id = ${app.id}`
      const refused = yield* Effect.flip(ensureDemo(yield* temporaryFolder))
      assert.strictEqual(refused._tag, "DemoUnusable")
      assert.include(refused.message, "Another org has an app demo, demo_open or demo_strict")
      yield* sql`UPDATE apps SET identifier = 'another' WHERE id = ${app.id}`
    })
  )

  it.effect("the demo's org signs in those of its developers who were not removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const folder = yield* temporaryFolder
      const facts = yield* ensureDemo(folder)
      const both = yield* demoSessions(facts)
      assert.deepStrictEqual(
        both.map(({ email, tier }) => [email, tier]),
        [
          [facts.owner.email, "owner"],
          [facts.developer.email, "developer"]
        ]
      )
      const as = both[0].tokens.access_token
      const { users } = (yield* call("GET", "/api/org/users", { as })).body
      const { id } = users.find(({ email }: { readonly email: string }) => email === facts.developer.email)
      assert.strictEqual((yield* call("DELETE", `/api/org/users/${id}`, { as })).status, 204)
      const known = yield* ensureDemo(folder)
      assert.deepStrictEqual(
        (yield* demoSessions(known)).map(({ email }) => email),
        [facts.owner.email]
      )
      yield* sql`DELETE FROM developers WHERE email = ${facts.owner.email}`
      assert.strictEqual((yield* Effect.flip(demoSessions(known)))._tag, "DemoUnusable")
    })
  )
})
