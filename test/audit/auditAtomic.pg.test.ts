import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeDeveloper, makeEveryone, password, unique } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

/** Changes of every kind, with the event that tells of each. */
const aWorld = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const { app, observe, orgId, owner, robot, user } = everyone
  const member = yield* makeDeveloper(orgId, "developer")
  const as = owner.token
  const invited = (path: string, body: object) =>
    call("POST", path, { as, body: { email: `invited-${unique()}@example.com`, send_mail: false, ...body } })
  const ofTeam = (yield* invited("/api/org/invitations", { tier: "developer" })).body
  const toLink = (yield* invited("/api/org/invitations", { tier: "developer" })).body
  const replaced = (yield* invited("/api/org/invitations", { tier: "developer" })).body
  const ofApp = (yield* invited(`/api/apps/${app.id}/invitations`, { role_id: observe.id })).body
  const role = (yield* call("POST", `/api/apps/${app.id}/roles`, { as, body: { name: "Guide" } })).body
  const [inApp, inTeam] = [`/api/apps/${app.id}`, `/api/org/users/${member.caller.id}`]
  const ofUser = `${inApp}/users/${user.user.id}`
  const signIn = { sign_in_methods: { password: true, email_code: true }, two_factor: "off" }
  const changes: ReadonlyArray<readonly [action: string, method: string, path: string, body?: unknown]> = [
    ["org.renamed", "PATCH", "/api/org", { name: unique() }],
    ["org.two_factor_required_changed", "PATCH", "/api/org", { name: unique(), require_two_factor: true }],
    ["developer.renamed", "PATCH", inTeam, { display_name: "New" }],
    ["developer.renamed", "PATCH", "/api/auth/me", { display_name: "New" }],
    ["developer.tier_changed", "PUT", `${inTeam}/tier`, { tier: "owner" }],
    ["developer.two_factor_reset", "DELETE", `${inTeam}/two-factor`],
    ["developer.removed", "DELETE", inTeam],
    [
      "team_invitation.created",
      "POST",
      "/api/org/invitations",
      { email: replaced.email, tier: "developer", send_mail: true }
    ],
    ["team_invitation.reissued", "POST", `/api/org/invitations/${ofTeam.id}/reissue`],
    ["team_invitation.revoked", "DELETE", `/api/org/invitations/${ofTeam.id}`],
    [
      "team_invitation.accepted",
      "POST",
      "/api/org/invitations/accept",
      { token: String(toLink.accept_url).split("/").at(-1) }
    ],
    ["robot.created", "POST", "/api/robots", { name: "Rover" }],
    ["robot.renamed", "PATCH", `/api/robots/${robot.id}`, { name: "Rover" }],
    ["robot.details_set", "PUT", `/api/robots/${robot.id}/details`, { details: { site: "Hall" } }],
    ["robot.token_rotated", "POST", `/api/robots/${robot.id}/token/rotate`],
    ["app.created", "POST", "/api/apps", { name: "App", identifier: `app_${unique()}`, robot_ids: [robot.id] }],
    ["app.updated", "PATCH", inApp, { name: "New", default_role_id: observe.id }],
    ["app.auth_config_changed", "PUT", `${inApp}/auth-config/sign-in`, signIn],
    ["app.mail_template_changed", "PUT", `${inApp}/mail-templates/invite`, { subject: "s", text: "{{ link }}" }],
    ["role.created", "POST", `${inApp}/roles`, { name: unique() }],
    ["role.renamed", "PATCH", `${inApp}/roles/${role.id}`, { name: unique() }],
    ["role.deleted", "DELETE", `${inApp}/roles/${role.id}`],
    ["server_key.created", "POST", `${inApp}/server-keys`, { name: "Key" }],
    ["server_key.rotated", "POST", `${inApp}/server-keys/${everyone.key.id}/rotate`],
    ["server_key.revoked", "DELETE", `${inApp}/server-keys/${everyone.key.id}`],
    [
      "app_user.created",
      "POST",
      `${inApp}/users`,
      { email: `user-${unique()}@example.com`, password, role_id: observe.id }
    ],
    ["app_user.updated", "PATCH", ofUser, { display_name: "New" }],
    ["app_user.two_factor_reset", "DELETE", `${ofUser}/two-factor`],
    ["app_user.blocked", "PATCH", ofUser, { status: "blocked" }],
    ["app_user.deleted", "DELETE", ofUser],
    ["app_invitation.revoked", "DELETE", `${inApp}/invitations/${ofApp.id}`],
    ["app.deleted", "DELETE", inApp]
  ]
  return { ...everyone, as, changes }
})

/** All rows of the database, but for what a try leaves whatever becomes of it. */
const state = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_name NOT LIKE 'rate_limit%' ORDER BY 1`
  return yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql`SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS rows FROM ${sql(name)} t`,
      ([row]) => [name, row!["rows"]]
    )
  )
})

/** Lets every insert into the trail fail: at once, or only when its transaction would be committed. */
const refusing = (when: "at once" | "at the commit") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      CREATE OR REPLACE FUNCTION refuse_audit() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no room for %', NEW.action; END $$`
    yield* when === "at once"
      ? sql`CREATE TRIGGER refuse_audit BEFORE INSERT ON audit_events
          FOR EACH ROW EXECUTE FUNCTION refuse_audit()`
      : sql`CREATE CONSTRAINT TRIGGER refuse_audit AFTER INSERT ON audit_events
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_audit()`
  })
const taking = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DROP TRIGGER refuse_audit ON audit_events`)

layer(TestApp, { excludeTestServices: true, timeout: "120 seconds" })(
  "a change and the event that tells of it",
  (it) => {
    for (const when of ["at once", "at the commit"] as const) {
      it.effect(
        `a change and its audit event are both rolled back when the event is refused ${when}`,
        () =>
          Effect.gen(function* () {
            const { as, changes } = yield* aWorld
            const client = yield* connectRealtime(as)
            client.send({ type: "org_event_subscribe" })
            yield* client.next("org_event_replay")
            yield* refusing(when)
            const before = yield* state
            for (const [action, method, path, body] of changes) {
              const answer = yield* call(method, path, { as, ...(body === undefined ? {} : { body }) })
              assert.deepStrictEqual([answer.status, answer.body.code], [500, "internal_error"], action)
              assert.notInclude(JSON.stringify(answer.body), "no room", action)
            }
            assert.deepStrictEqual(yield* state, before)
            yield* taking
            assert.deepStrictEqual(yield* client.settled, [], "nothing is told, and no session is ended")
          }),
        90_000
      )
    }

    it.effect(
      "a change and its audit event are both committed, and published to open consoles",
      () =>
        Effect.gen(function* () {
          const { as, changes } = yield* aWorld
          const client = yield* connectRealtime(as)
          client.send({ type: "org_event_subscribe" })
          yield* client.next("org_event_replay")
          const after: Array<string> = []
          for (const [action, method, path, body] of changes) {
            const answer = yield* call(method, path, { as, ...(body === undefined ? {} : { body }) })
            assert.isBelow(answer.status, 300, `${action}: ${JSON.stringify(answer.body)}`)
            after.push(action)
          }
          const told = (yield* client.settled).filter(({ kind }) => kind === "audit").map(({ subject }) => subject)
          const { events } = (yield* call("GET", "/api/audit?limit=500", { as })).body
          assert.includeMembers(told, after)
          const kept = events.map(({ action }: any) => action).toReversed()
          assert.deepStrictEqual(kept.slice(-told.length), told)
        }),
      90_000
    )
  }
)
