import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone, unique } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"
import { png } from "./logoImages.ts"

/** One row of the app in every table that has rows of apps, and of its users in those of theirs. */
const fill = Effect.fnUntraced(function* (app: { id: string; org_id: string }, userId: string) {
  const sql = yield* SqlClient.SqlClient
  const soon = new Date(Date.now() + 3_600_000)
  yield* sql`
    INSERT INTO app_logos (app_id, mime, image, hash) VALUES (${app.id}, 'image/png', ${png()}, 'x')`
  yield* sql`
    INSERT INTO app_mail_templates (app_id, kind, subject, text, updated_at)
    VALUES (${app.id}, 'invite', 's', 't', now()), (${app.id}, 'reset', 's', 't', now())`
  yield* sql`
    INSERT INTO mail_previews (token_hash, app_id, packed, expires_at)
    VALUES (${Buffer.from(unique())}, ${app.id}, ${Buffer.from("p")}, ${soon})`
  yield* sql`
    INSERT INTO work_items (id, queue, org_id, app_id, kind, state, due_at, expires_at, created_at, ended_at)
    VALUES (gen_random_uuid(), 'mail', ${app.org_id}, ${app.id}, 'invite', 'void', now(), ${soon}, now(), now())`
  yield* sql`
    INSERT INTO login_codes (app_id, email, user_id, code_mac, attempts_left, created_at, expires_at)
    VALUES (${app.id}, 'a@b', ${userId}, ${Buffer.from("m")}, 5, now(), ${soon})`
  yield* sql`
    INSERT INTO app_user_links (user_id, kind, token_hash, expires_at)
    VALUES (${userId}, 'verify', ${Buffer.from(unique())}, ${soon})`
  yield* sql`
    INSERT INTO authenticators (app_user_id, secret, confirmed_at) VALUES (${userId}, ${Buffer.from("s")}, now())`
  yield* sql`
    INSERT INTO mcp_clients (id, app_id, name, redirect_uris, created_at, last_used_at)
    VALUES (${unique()}, ${app.id}, 'Agent', '{}', now(), now())`
  yield* sql`
    INSERT INTO mcp_client_activity (app_id, key, requests, first_seen_at, last_seen_at)
    VALUES (${app.id}, 'k', '{}', now(), now())`
  yield* sql`
    INSERT INTO mcp_interactions (app_id, client_id, redirect_uri, code_challenge, scopes, expires_at)
    VALUES (${app.id}, 'agent', 'http://127.0.0.1/', 'c', '{}', ${soon})`
  yield* sql`
    INSERT INTO mcp_grants (app_user_id, client_id, scopes, granted_at) VALUES (${userId}, 'agent', '{}', now())`
  yield* sql`
    INSERT INTO mcp_codes (hash, app_user_id, token_version, resource, client_id, redirect_uri, code_challenge, scopes,
      expires_at)
    VALUES (${Buffer.from(unique())}, ${userId}, 0, 'r', 'agent', 'http://127.0.0.1/', 'c', '{}', ${soon})`
  yield* sql`
    INSERT INTO mcp_confirmations (app_user_id, client_id, arguments_hash, command, expires_at)
    VALUES (${userId}, 'agent', ${Buffer.from("h")}, '{}', ${soon})`
  yield* sql`INSERT INTO recovery_codes (app_user_id, mac) VALUES (${userId}, ${Buffer.from("m")})`
  const [provider] = yield* sql<{ id: string }>`
    INSERT INTO app_oidc_providers (id, org_id, app_id, slug, name, issuer, client_id, client_secret, scopes,
      link_verified_emails, enabled, created_at)
    VALUES (gen_random_uuid(), ${app.org_id}, ${app.id}, 'acme', 'Acme', 'https://a.example', 'c', '', '[]', true, true, now())
    RETURNING id`
  yield* sql`
    INSERT INTO app_user_identities (provider_id, issuer, subject, user_id, created_at)
    VALUES (${provider!.id}, 'https://a.example', 's', ${userId}, now())`
  yield* sql`
    INSERT INTO oidc_interactions (state_hash, app_id, provider_id, issuer, client_id, redirect_uri, is_hosted, app_state,
      code_challenge, expires_at)
    VALUES (${Buffer.from(unique())}, ${app.id}, ${provider!.id}, 'https://a.example', 'c', 'r', false, 's', 'c', ${soon})`
  yield* sql`
    INSERT INTO oidc_codes (hash, user_id, provider_id, provider_slug, code_challenge, expires_at)
    VALUES (${Buffer.from(unique())}, ${userId}, ${provider!.id}, 'acme', 'c', ${soon})`
})

/** What an app used outlives it. */
const outliving = ["live_sessions", "usage_counters", "usage_months"]

/** How many rows of each table name the app, or the user, in a column of this name. */
const countBy = Effect.fnUntraced(function* (columns: ReadonlyArray<string>, id: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<{ table_name: string; column_name: string }>`
    SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND ${sql.in("c.column_name", columns)}`
  const counts: Record<string, number> = {}
  for (const { column_name, table_name } of found) {
    if (outliving.includes(table_name)) continue
    const [row] = yield* sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql(table_name)} WHERE ${sql(column_name)} = ${id}`
    counts[table_name] = row!.count
  }
  return counts
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("deleting an app", (it) => {
  it.effect("deleting an app takes every row that names it, in every table that has one, and no other app's", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, observe, orgId, owner, robot, user } = yield* makeEveryone
      const bystander = yield* makeEveryone
      const path = `/api/apps/${app.id}`
      yield* call("PATCH", path, { as: owner.token, body: { default_role_id: observe.id } })
      yield* call("PUT", `${path}/roles/${observe.id}/permissions`, {
        as: owner.token,
        body: {
          role_id: observe.id,
          grants: [{ robot_id: robot.id, slugs: ["battery"] }],
          capabilities: { action_history: true, assets: true }
        }
      })
      const invite = (email: string) =>
        call("POST", `${path}/invitations`, { as: owner.token, body: { email, send_mail: false } })
      assert.strictEqual((yield* invite(`${unique()}@example.com`)).status, 201)
      const late = (yield* invite(`${unique()}@example.com`)).body
      yield* sql`UPDATE app_invitations SET expires_at = now() - interval '1 day' WHERE id = ${late.id}`
      yield* fill(app, user.user.id)
      yield* fill(bystander.app, bystander.user.user.id)

      const ofApp = ["app_id"]
      const ofUser = ["user_id", "app_user_id"]
      const before = yield* countBy(ofApp, app.id)
      for (const [table, count] of Object.entries(before)) assert.isAbove(count, 0, `${table} is not filled`)
      assert.includeMembers(Object.keys(before), ["app_users", "app_invitations", "app_logos", "roles", "server_keys"])
      const others = yield* countBy(ofApp, bystander.app.id)

      const summary = {
        user_count: 1,
        role_count: 2,
        server_key_count: 1,
        invitation_count: 1,
        oidc_provider_count: 1,
        mail_template_count: 2
      }
      assert.deepStrictEqual((yield* call("GET", `${path}/deletion-preview`, { as: owner.token })).body, summary)
      assert.strictEqual((yield* call("DELETE", path, { as: owner.token })).status, 204)
      for (const [table, count] of Object.entries(yield* countBy(ofApp, app.id))) assert.strictEqual(count, 0, table)
      for (const [table, count] of Object.entries(yield* countBy(ofUser, user.user.id))) {
        assert.strictEqual(count, 0, table)
      }
      assert.deepStrictEqual(yield* countBy(ofApp, bystander.app.id), others)
      assert.strictEqual((yield* call("GET", `/api/robots/${robot.id}`, { as: owner.token })).status, 200)
      const [event] = yield* sql<{ details: unknown }>`
        SELECT details FROM audit_events WHERE org_id = ${orgId} AND action = 'app.deleted'`
      assert.deepStrictEqual(event!.details, summary)
    })
  )

  it.effect("deleting an app is recorded once, however many ask at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, orgId, owner } = yield* makeEveryone
      const remove = Effect.suspend(() => call("DELETE", `/api/apps/${app.id}`, { as: owner.token }))
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => remove),
        { concurrency: "unbounded" }
      )
      assert.isTrue(answers.every(({ status }) => status === 204 || status === 404))
      const rows = yield* sql`SELECT 1 FROM audit_events WHERE org_id = ${orgId} AND action = 'app.deleted'`
      assert.strictEqual(rows.length, 1)
    })
  )

  it.effect("deleting an app takes a thousand users in a transaction, and is recorded with all of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, observe, orgId, owner, user } = yield* makeEveryone
      const bystander = yield* makeEveryone
      yield* sql`
        WITH people AS (
          INSERT INTO app_users (org_id, app_id, email, role_id, status)
          SELECT ${orgId}::uuid, ${app.id}::uuid, n || '@example.com', ${observe.id}::uuid, 'active'
          FROM generate_series(1, 2100) n RETURNING id)
        INSERT INTO session_families (org_id, space, subject_id) SELECT ${orgId}::uuid, 'app_user', id FROM people`
      const people = yield* sql<{ id: string }>`SELECT id FROM app_users WHERE app_id = ${app.id}`
      const told: Array<ReadonlyArray<string>> = []
      yield* (yield* Bus).onFact(
        (event) => {
          if (event.type === "callers_ended" && event.kind === "app_user") told.push(event.ids)
        },
        () => undefined
      )

      assert.strictEqual((yield* call("DELETE", `/api/apps/${app.id}`, { as: owner.token })).status, 204)
      assert.deepStrictEqual(
        told.map(({ length }) => length),
        [1000, 1000, 101]
      )
      assert.sameMembers(
        told.flat(),
        people.map(({ id }) => id)
      )
      const living = yield* sql<{ id: string }>`
        SELECT subject_id AS id FROM session_families
        WHERE space = 'app_user' AND ended_at IS NULL AND org_id IN (${orgId}, ${bystander.orgId})`
      assert.deepStrictEqual(living, [{ id: bystander.user.user.id }])
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: user.token })), [401, "token_revoked"])
      const rows = yield* sql<{ users: number }>`
        SELECT (details ->> 'user_count')::int AS users FROM audit_events
        WHERE org_id = ${orgId} AND action = 'app.deleted'`
      assert.deepStrictEqual(rows, [{ users: 2101 }])
    }).pipe(Effect.scoped)
  )

  it.effect("deleting an app counts and moves invitations with a role", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, developer, observe, operate } = yield* makeEveryone
      const as = developer.token
      const invite = (role_id: string) =>
        call("POST", `/api/apps/${app.id}/invitations`, {
          as,
          body: { email: `${unique()}@example.com`, role_id, send_mail: false }
        })
      const invited = (yield* invite(operate.id)).body
      const late = (yield* invite(operate.id)).body
      yield* sql`UPDATE app_invitations SET expires_at = now() - interval '1 day' WHERE id = ${late.id}`
      const remove = (query = "") => call("DELETE", `/api/apps/${app.id}/roles/${operate.id}${query}`, { as })
      assert.deepStrictEqual(refusal(yield* remove()), [
        409,
        "role_in_use",
        { users: 0, invitations: 1, is_default: false }
      ])
      assert.strictEqual((yield* remove(`?move_to=${observe.id}`)).status, 204)
      const { invitations } = (yield* call("GET", `/api/apps/${app.id}/invitations`, { as })).body
      assert.deepStrictEqual(
        invitations.map(({ id, role_id }: any) => [id, role_id]),
        [[invited.id, observe.id]]
      )
    })
  )
})
