import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeDeveloper, makeEveryone, makeOrg, unique } from "../../../support/people.ts"
import { connectRealtime } from "../../../support/RealtimeClient.ts"
import { TestApp } from "../../../support/TestApp.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"

const users = "/api/org/users"
const nobody = "00000000-0000-4000-8000-000000000000"

const ownerNeeded = [403, "tier_required", { required: "owner", actual: "developer" }]

/** What the trail says of a developer. */
const trail = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`
    SELECT action, actor_id AS actor, details FROM audit_events
    WHERE target_kind = 'developer' AND target_id = ${id} ORDER BY seq`
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a team member", (it) => {
  it.effect("a team member is listed oldest first, with second factors that are confirmed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { developer, orgId, owner } = yield* makeOrg
      yield* makeOrg
      const listed = yield* call("GET", users, { as: developer.token })
      assert.strictEqual(listed.status, 200)
      assert.deepStrictEqual(
        listed.body.users.map(({ created_at, ...user }: any) => (assert.isString(created_at), user)),
        [
          [owner, "owner"],
          [developer, "developer"]
        ].map(([{ caller, email }, tier]: any) => ({
          id: caller.id,
          org_id: orgId,
          email,
          display_name: null,
          tier,
          two_factor: { passkeys: 0, authenticator: false }
        }))
      )
      const one = `${users}/${owner.caller.id}`
      assert.deepStrictEqual((yield* call("GET", one, { as: developer.token })).body, listed.body.users[0])

      yield* sql`INSERT INTO authenticators (developer_id, pending_secret) VALUES (${owner.caller.id}, '\\x00')`
      const pending = yield* call("GET", one, { as: developer.token })
      assert.deepStrictEqual(pending.body.two_factor, { passkeys: 0, authenticator: false })
      yield* sql`UPDATE authenticators SET confirmed_at = now() WHERE developer_id = ${owner.caller.id}`
      for (const credential of ["a", "b"]) {
        yield* sql`
          INSERT INTO passkeys (developer_id, credential_id, public_key, counter, transports, name, created_at)
          VALUES (${owner.caller.id}, ${credential + unique()}, '\\x00', 0, '{}', 'Key', now())`
      }
      const confirmed = { passkeys: 2, authenticator: true }
      assert.deepStrictEqual((yield* call("GET", one, { as: developer.token })).body.two_factor, confirmed)
      const me = yield* call("GET", "/api/auth/me", { as: owner.token })
      assert.deepStrictEqual(me.body.user.two_factor, confirmed)
      assert.deepStrictEqual((yield* call("GET", users, { as: owner.token })).body.users[0].two_factor, confirmed)
    })
  )

  it.effect("a team member of another org is not found, before the tier and before the body", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const stranger = yield* makeOrg
      for (const id of [stranger.owner.caller.id, nobody]) {
        for (const [method, path] of [
          ["GET", ""],
          ["PATCH", ""],
          ["DELETE", ""],
          ["PUT", "/tier"],
          ["DELETE", "/two-factor"]
        ]) {
          const answer = yield* call(method!, `${users}/${id}${path}`, { as: developer.token })
          assert.deepStrictEqual(refusal(answer), [404, "not_found"], `${method} ${path}`)
          const unread = yield* call(method!, `${users}/7${path}`, { as: developer.token })
          assert.deepStrictEqual(refusal(unread), [400, "invalid_uuid"], `${method} ${path}`)
          assert.deepStrictEqual(refusal(yield* call(method!, `${users}/7${path}`)), [401, "unauthorized"])
        }
      }
      assert.strictEqual((yield* call("GET", "/api/auth/me", { as: stranger.owner.token })).status, 200)
    })
  )

  it.effect("a team member is renamed by any other; the same name writes nothing", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const path = `${users}/${owner.caller.id}`
      const patch = (body: unknown) => call("PATCH", path, { as: developer.token, body })
      assert.deepStrictEqual(refusal(yield* patch({ tier: "owner" })), invalid("tier", "unknown"))
      assert.deepStrictEqual(refusal(yield* patch({ display_name: " " })), invalid("display_name", "too_short"))
      assert.deepStrictEqual(
        refusal(yield* patch({ display_name: "x".repeat(121) })),
        invalid("display_name", "too_long")
      )
      for (const body of [{}, { display_name: null }]) {
        assert.deepInclude((yield* patch(body)).body, { display_name: null })
      }
      for (const display_name of [" Olga ", "Olga"]) {
        assert.deepInclude((yield* patch({ display_name })).body, { id: owner.caller.id, display_name: "Olga" })
      }
      assert.deepInclude((yield* patch({})).body, { display_name: "Olga" })
      assert.isNull((yield* patch({ display_name: null })).body.display_name)
      const renamed = {
        action: "developer.renamed",
        actor: developer.caller.id,
        details: { fields: ["display_name"] }
      }
      assert.deepStrictEqual(yield* trail(owner.caller.id), [renamed, renamed])
    })
  )

  it.effect("a team member whose tier changes has it from the next request on, with the same token", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const path = `${users}/${developer.caller.id}/tier`
      const set = (tier: unknown, as = owner.token) => call("PUT", path, { as, body: { tier } })
      const rename = call("PATCH", "/api/org", { as: developer.token, body: { name: "Renamed" } })

      assert.deepStrictEqual(refusal(yield* set("owner", developer.token)), ownerNeeded)
      assert.deepStrictEqual(
        refusal(yield* call("PUT", path, { as: developer.token, body: {} })),
        ownerNeeded,
        "the tier is looked at before the body"
      )
      assert.deepStrictEqual(refusal(yield* set("admin")), invalid("tier", "invalid_value"))
      assert.strictEqual((yield* set("developer")).body.tier, "developer")
      assert.deepStrictEqual(yield* trail(developer.caller.id), [])

      assert.deepStrictEqual(refusal(yield* rename), ownerNeeded)
      assert.strictEqual((yield* set("owner")).body.tier, "owner")
      assert.strictEqual((yield* rename).status, 200)
      assert.strictEqual((yield* set("developer")).body.tier, "developer")
      assert.deepStrictEqual(refusal(yield* rename), ownerNeeded)
      const actor = owner.caller.id
      assert.deepStrictEqual(yield* trail(developer.caller.id), [
        { action: "developer.tier_changed", actor, details: { from: "developer", to: "owner" } },
        { action: "developer.tier_changed", actor, details: { from: "owner", to: "developer" } }
      ])
    })
  )

  it.effect("a team member who is the last Owner stays one", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const path = `${users}/${owner.caller.id}`
      const demote = call("PUT", `${path}/tier`, { as: owner.token, body: { tier: "developer" } })
      assert.deepStrictEqual(refusal(yield* demote), [409, "last_owner"])
      assert.deepStrictEqual(refusal(yield* call("DELETE", path, { as: owner.token })), [409, "last_owner"])
      assert.deepStrictEqual(yield* trail(owner.caller.id), [])
      yield* makeDeveloper(orgId, "owner")
      assert.strictEqual((yield* demote).status, 200)
    })
  )

  it.effect("a team member stays an Owner when all Owners leave or step down at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (let round = 0; round < 5; round++) {
        const { orgId, owner } = yield* makeOrg
        const others = yield* Effect.forEach([1, 2, 3], () => makeDeveloper(orgId, "owner"))
        const owners = [owner, ...others]
        const answers = yield* Effect.forEach(
          owners,
          ({ caller, token }, index) =>
            index % 2 === 0
              ? call("DELETE", `${users}/${caller.id}`, { as: token })
              : call("PUT", `${users}/${caller.id}/tier`, { as: token, body: { tier: "developer" } }),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(answers.filter(({ status }) => status >= 300).map(refusal), [[409, "last_owner"]])
        const [left] = yield* sql`
          SELECT count(*)::int AS owners FROM developers WHERE org_id = ${orgId} AND tier = 'owner'`
        assert.deepStrictEqual(left, { owners: 1 })
      }
    })
  )

  it.effect("a team member is removed by any developer, an Owner only by an Owner, and oneself by oneself", () =>
    Effect.gen(function* () {
      const { developer, orgId, owner } = yield* makeOrg
      const colleague = yield* makeDeveloper(orgId, "developer")
      const second = yield* makeDeveloper(orgId, "owner")
      const remove = (who: { caller: { id: string } }, as: string) =>
        call("DELETE", `${users}/${who.caller.id}`, { as })

      assert.deepStrictEqual(refusal(yield* remove(second, developer.token)), ownerNeeded)
      assert.strictEqual((yield* remove(colleague, developer.token)).status, 204)
      assert.deepStrictEqual(refusal(yield* remove(colleague, developer.token)), [404, "not_found"])
      assert.strictEqual((yield* remove(second, owner.token)).status, 204)
      assert.strictEqual((yield* remove(developer, developer.token)).status, 204)
      assert.deepStrictEqual(refusal(yield* call("GET", users, { as: developer.token })), [401, "token_revoked"])
      assert.deepStrictEqual(yield* trail(colleague.caller.id), [
        { action: "developer.removed", actor: developer.caller.id, details: { tier: "developer" } }
      ])
      assert.deepStrictEqual(yield* trail(second.caller.id), [
        { action: "developer.removed", actor: owner.caller.id, details: { tier: "owner" } }
      ])
      assert.deepStrictEqual(yield* trail(developer.caller.id), [
        { action: "developer.removed", actor: developer.caller.id, details: { tier: "developer" } }
      ])
    })
  )

  it.effect("a team member who is removed has no session and no invitation any more, and keeps accounts of apps", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, developer, key, observe, orgId, owner, user } = yield* makeEveryone
      const stranger = yield* makeOrg
      yield* sql`UPDATE app_users SET email = ${developer.email} WHERE id = ${user.user.id}`
      const invite = (org: string, address: string) => sql`
        INSERT INTO team_invitations ${sql.insert({
          org_id: org,
          email: address,
          tier: "developer",
          token_hash: Buffer.from(unique()),
          send_mail: false,
          created_at: new Date(),
          expires_at: new Date(Date.now() + 86_400_000)
        })}`
      yield* invite(orgId, developer.email.toUpperCase())
      yield* invite(orgId, `other-${unique()}@example.com`)
      yield* invite(stranger.orgId, developer.email)
      const socket = yield* connectRealtime(developer.token)
      const bystander = yield* connectRealtime(owner.token)

      const removed = yield* call("DELETE", `${users}/${developer.caller.id}`, { as: owner.token })
      assert.strictEqual(removed.status, 204)
      assert.strictEqual(yield* socket.closeCode, 4001)
      assert.deepStrictEqual(yield* bystander.settled, [])
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/auth/me", { as: developer.token })), [
        401,
        "token_revoked"
      ])
      const refreshed = yield* call("POST", "/api/auth/refresh", { body: { refresh_token: developer.refreshToken } })
      assert.deepStrictEqual(refusal(refreshed), [401, "token_revoked"])
      const outstanding = (yield* call("GET", "/api/org/invitations", { as: owner.token })).body.invitations
      assert.strictEqual(outstanding.length, 1)
      assert.match(outstanding[0].email, /^other-/)
      const elsewhere = yield* call("GET", "/api/org/invitations", { as: stranger.owner.token })
      assert.strictEqual(elsewhere.body.invitations.length, 1, "what another org offers is not ours to end")
      const path = `/api/apps/${app.id}/users/${user.user.id}`
      assert.deepInclude((yield* call("GET", path, { as: owner.token })).body, {
        status: "active",
        role_id: observe.id
      })
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: user.token })).status, 200)
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: key.token })).status, 200)

      // The address is free again.
      const again = yield* call("POST", "/api/org/invitations", {
        as: owner.token,
        body: { email: developer.email, tier: "developer", send_mail: false }
      })
      assert.strictEqual(again.status, 201)
    })
  )

  it.effect("a team member whose second factors an Owner resets is signed out everywhere", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { developer, orgId, owner } = yield* makeOrg
      const second = yield* makeDeveloper(orgId, "owner")
      const reset = (id: string, as: string) => call("DELETE", `${users}/${id}/two-factor`, { as })
      assert.deepStrictEqual(refusal(yield* reset(second.caller.id, developer.token)), ownerNeeded)
      assert.deepStrictEqual(refusal(yield* reset(owner.caller.id, owner.token)), [
        409,
        "target_state_conflict",
        { field: "user_id", rule: "self" }
      ])

      const id = second.caller.id
      yield* sql`
        INSERT INTO authenticators (developer_id, secret, confirmed_at) VALUES (${id}, '\\x00', now())`
      yield* sql`INSERT INTO recovery_codes (developer_id, mac) VALUES (${id}, '\\x00')`
      yield* sql`
        INSERT INTO passkeys (developer_id, credential_id, public_key, counter, transports, name, created_at)
        VALUES (${id}, ${unique()}, '\\x00', 0, '{}', 'Key', now())`
      const socket = yield* connectRealtime(second.token)
      assert.strictEqual((yield* reset(id, owner.token)).status, 204)
      assert.strictEqual(yield* socket.closeCode, 4001)
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/auth/me", { as: second.token })), [401, "token_revoked"])
      const refreshed = yield* call("POST", "/api/auth/refresh", { body: { refresh_token: second.refreshToken } })
      assert.deepStrictEqual(refusal(refreshed), [401, "token_revoked"])
      const member = yield* call("GET", `${users}/${id}`, { as: owner.token })
      assert.deepStrictEqual(member.body.two_factor, { passkeys: 0, authenticator: false })
      assert.deepStrictEqual(yield* sql`SELECT mac FROM recovery_codes WHERE developer_id = ${id}`, [])
      const [row] = yield* sql`SELECT token_version AS version FROM developers WHERE id = ${id}`
      assert.deepStrictEqual(row, { version: 1 })
      assert.deepStrictEqual(yield* trail(id), [
        { action: "developer.two_factor_reset", actor: owner.caller.id, details: null }
      ])
      assert.strictEqual((yield* call("GET", "/api/auth/me", { as: developer.token })).status, 200)
    })
  )

  it.effect("a team member is looked after by developers alone", () =>
    Effect.gen(function* () {
      const { key, user } = yield* makeEveryone
      for (const token of [key.token, user.token]) {
        for (const path of [users, "/api/org/invitations", "/api/audit", "/api/org/quotas"]) {
          assert.deepStrictEqual(refusal(yield* call("GET", path, { as: token })), [401, "unauthorized"])
        }
      }
    })
  )
})
