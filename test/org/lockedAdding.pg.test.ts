import { assert, layer } from "@effect/vitest"
import { Orgs } from "@fleet/server/org/Orgs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { followed } from "../support/results.ts"
import { beside } from "../support/beside.ts"
import { makeEveryone, makeOrg, password, unique } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"
import { lock, locked, unlock } from "./lockWorld.ts"

const address = () => `guest-${unique()}@example.com`

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a locked org", (it) => {
  it.effect("a locked org refuses additions of everybody, Owners included, until it is unlocked", () =>
    Effect.gen(function* () {
      const { app, developer, observe, orgId, owner } = yield* makeEveryone
      const routes = () =>
        [
          ["/api/robots", { name: "Rover" }],
          ["/api/apps", { name: "App", identifier: `app_${unique()}` }],
          ["/api/org/invitations", { email: address(), tier: "developer", send_mail: false }],
          [`/api/apps/${app.id}/users`, { email: address(), password, role_id: observe.id }],
          [`/api/apps/${app.id}/invitations`, { email: address(), role_id: observe.id, send_mail: false }]
        ] as const
      yield* lock(orgId)
      for (const { token: as } of [owner, developer]) {
        for (const [path, body] of routes()) {
          assert.deepStrictEqual(refusal(yield* call("POST", path, { as, body })), locked, path)
        }
      }
      yield* unlock(orgId)
      for (const [path, body] of routes()) {
        assert.strictEqual((yield* call("POST", path, { as: owner.token, body })).status, 201, path)
      }
    })
  )

  it.effect("a locked org refuses an invalid request for its own fault first", () =>
    Effect.gen(function* () {
      const { app, developer, orgId, owner } = yield* makeEveryone
      yield* lock(orgId)
      const unknown = crypto.randomUUID()
      const users = { email: address(), password, role_id: unknown }
      const invitations = { email: address(), role_id: unknown, send_mail: false }
      const apps = { name: "App", identifier: `app_${unique()}`, robot_ids: [unknown] }
      const as = owner.token
      assert.deepStrictEqual(
        refusal(yield* call("POST", `/api/apps/${app.id}/users`, { as, body: users })),
        invalid("role_id", "not_found")
      )
      assert.deepStrictEqual(
        refusal(yield* call("POST", `/api/apps/${app.id}/invitations`, { as, body: invitations })),
        invalid("role_id", "not_found")
      )
      assert.deepStrictEqual(
        refusal(yield* call("POST", "/api/apps", { as, body: apps })),
        invalid("robot_ids[0]", "not_found")
      )
      const body = { email: address(), tier: "owner", send_mail: false }
      const tier = yield* call("POST", "/api/org/invitations", { as: developer.token, body })
      assert.strictEqual(tier.body.code, "tier_required")
    })
  )

  it.effect("a locked org still reads, changes and deletes what it has, and rotates tokens", () =>
    Effect.gen(function* () {
      const { app, orgId, owner, robot, user } = yield* makeEveryone
      yield* lock(orgId)
      const as = owner.token
      assert.strictEqual((yield* call("GET", "/api/robots", { as })).status, 200)
      assert.strictEqual((yield* call("PATCH", `/api/robots/${robot.id}`, { as, body: { name: "New" } })).status, 200)
      assert.strictEqual((yield* call("POST", `/api/robots/${robot.id}/token/rotate`, { as })).status, 201)
      assert.strictEqual((yield* call("DELETE", `/api/apps/${app.id}/users/${user.user.id}`, { as })).status, 204)
      assert.strictEqual((yield* call("PATCH", "/api/org", { as, body: { name: "New" } })).status, 200)
    })
  )

  it.effect("a locked org refuses the acceptance of a team invitation, which works when the org is unlocked", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const body = { email: address(), tier: "developer", send_mail: false }
      const invited = yield* call("POST", "/api/org/invitations", { as: owner.token, body })
      const { pathname } = new URL(invited.body.accept_url)
      const token = pathname.split("/").at(-1)!
      yield* lock(orgId)
      const accept = (token: string) => call("POST", "/api/org/invitations/accept", { body: { token } })
      assert.deepStrictEqual(refusal(yield* accept(token)), locked)
      assert.deepStrictEqual(refusal(yield* accept("unknown")), [410, "token_spent"])
      const sent = yield* call("POST", "/api/org/invitations/accept?lang=en", {
        body: new URLSearchParams({ token }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
      const page = yield* followed(sent)
      assert.strictEqual(page.status, 200)
      assert.include(page.body, "is locked until a payment is settled")
      yield* unlock(orgId)
      assert.strictEqual((yield* accept(token)).status, 204)
    })
  )

  it.effect("a locked org: lock and unlock are each audited once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { orgId, owner } = yield* makeOrg
      assert.deepStrictEqual(
        [yield* lock(orgId), yield* lock(orgId), yield* unlock(orgId), yield* unlock(orgId)],
        [true, false, true, false]
      )
      const { events } = (yield* call("GET", "/api/audit?action_prefix=org.", { as: owner.token })).body
      const told = events.map(({ action, actor, details, target }: any) => [action, actor.kind, target.id, details])
      assert.deepStrictEqual(told.slice(0, 2), [
        ["org.unlocked", "platform", orgId, null],
        ["org.locked", "platform", orgId, { reason: "payment" }]
      ])
      assert.lengthOf(yield* sql`SELECT FROM audit_events WHERE org_id = ${orgId} AND action LIKE 'org.%locked'`, 2)
    })
  )

  it.effect("a locked org: an addition concurrent to the lock waits for it, and is refused", () =>
    Effect.gen(function* () {
      const orgs = yield* Orgs
      const { orgId, owner } = yield* makeOrg
      const body = { email: address(), tier: "developer", send_mail: false }
      const invited = yield* call("POST", "/api/org/invitations", { as: owner.token, body })
      const token = new URL(invited.body.accept_url).pathname.split("/").at(-1)!
      const additions = {
        robot: call("POST", "/api/robots", { as: owner.token, body: { name: "Late" } }),
        seat: call("POST", "/api/org/invitations/accept", { body: { token } })
      }
      for (const [name, add] of Object.entries(additions)) {
        assert.deepStrictEqual(refusal(yield* beside(orgs.setLocked(orgId, true), add)), locked, name)
        yield* unlock(orgId)
      }
    })
  )
})
