import { assert, layer } from "@effect/vitest"
import { SecondFactors } from "@fleet/server/identity/factors/SecondFactors"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { codeOf } from "../support/factors.ts"
import { MailSink, testAppWithMail } from "../support/MailSink.ts"
import { makeEveryone, password } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"

const conflict = (field: string, rule: string) => [409, "target_state_conflict", { field, rule }]

const world = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const path = `/api/apps/${everyone.app.id}/users/${everyone.user.user.id}`
  const as = everyone.developer.token
  return {
    ...everyone,
    path,
    get: Effect.map(call("GET", path, { as }), ({ body }) => body),
    resetPassword: call("POST", `${path}/reset-password`, { as }),
    resetTwoFactor: call("DELETE", `${path}/two-factor`, { as })
  }
})

layer(testAppWithMail(), { excludeTestServices: true, timeout: "60 seconds" })(
  "an app user who cannot get in",
  (it) => {
    it.effect("an app user's password reset by a developer mails a link that sets a new password", () =>
      Effect.gen(function* () {
        const { app, resetPassword, user } = yield* world
        const answer = yield* resetPassword
        assert.strictEqual(answer.status, 202)
        assert.deepStrictEqual(answer.body, { mail: "sent" })
        const { link } = yield* (yield* MailSink).waitFor(user.email)
        const token = link.slice(link.lastIndexOf("/") + 1)
        const confirmed = yield* call("POST", "/api/client/password/reset/confirm", {
          body: { token, new_password: "another long password" }
        })
        assert.strictEqual(confirmed.status, 200)
        const login = (secret: string) =>
          call("POST", "/api/client/login", {
            body: { app_identifier: app.identifier, email: user.email, password: secret }
          })
        assert.strictEqual((yield* login("another long password")).status, 200)
        assert.strictEqual((yield* login(password)).status, 401)
      })
    )

    it.effect("an app user's password reset mails nothing without a password, blocked, or in an app without", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { app, resetPassword, user } = yield* world
        const sink = yield* MailSink
        const before = sink.mails.length
        yield* sql`UPDATE app_users SET password_hash = NULL WHERE id = ${user.user.id}`
        assert.deepStrictEqual(refusal(yield* resetPassword), conflict("password", "not_set"))
        yield* sql`UPDATE app_users SET status = 'blocked' WHERE id = ${user.user.id}`
        assert.deepStrictEqual(refusal(yield* resetPassword), conflict("status", "blocked"))
        yield* sql`UPDATE apps SET password_enabled = false WHERE id = ${app.id}`
        assert.deepStrictEqual(refusal(yield* resetPassword), [403, "method_not_allowed"])
        assert.strictEqual(sink.mails.length, before)
      })
    )

    it.effect("an app user's two-factor reset removes the listed factor and ends every session", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const factors = yield* SecondFactors
        const { app, developer, get, path, resetTwoFactor, user } = yield* world
        const holder = { kind: "app_user", id: user.user.id } as const
        const { secret } = yield* factors.begin(holder, { issuer: "App", account: user.email })
        assert.deepInclude((yield* get).two_factor, { enabled: false, enabled_at: null })
        yield* factors.confirm(holder, codeOf(secret))
        const [first] = yield* factors.issueRecoveryCodes(holder)
        const seen = (yield* get).two_factor
        assert.deepInclude(seen, { enabled: true, recovery_codes_left: 10 })
        assert.match(seen.enabled_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        assert.isTrue(yield* factors.check(holder, { recovery_code: first! }))
        const { users } = (yield* call("GET", `/api/apps/${app.id}/users`, { as: developer.token })).body
        assert.deepInclude(users[0].two_factor, { enabled: true, recovery_codes_left: 9 })
        const patched = yield* call("PATCH", path, { as: developer.token, body: { display_name: "Uma" } })
        assert.deepInclude(patched.body.two_factor, { enabled: true, recovery_codes_left: 9 })

        assert.strictEqual((yield* resetTwoFactor).status, 204)
        assert.deepStrictEqual((yield* get).two_factor, { enabled: false, enabled_at: null, recovery_codes_left: 0 })
        assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: user.token })), [
          401,
          "token_revoked"
        ])
        const refreshed = yield* call("POST", "/api/client/refresh", { body: { refresh_token: user.refreshToken } })
        assert.deepStrictEqual(refusal(refreshed), [401, "token_revoked"])
        const rows = yield* sql<{ actor_id: string; target_id: string; details: unknown }>`
        SELECT actor_id, target_id, details FROM audit_events
        WHERE action = 'app_user.two_factor_reset' AND target_id = ${user.user.id}`
        assert.deepStrictEqual(
          rows.map((row) => ({ ...row })),
          [{ actor_id: developer.caller.id, target_id: user.user.id, details: { app_id: app.id } }]
        )
      })
    )

    it.effect("an app user's two-factor reset is accepted without a factor", () =>
      Effect.gen(function* () {
        const { resetTwoFactor, user } = yield* world
        assert.strictEqual((yield* resetTwoFactor).status, 204)
        assert.strictEqual((yield* resetTwoFactor).status, 204)
        assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: user.token })), [
          401,
          "token_revoked"
        ])
      })
    )

    it.effect("an app user of another app or org is not found for a reset", () =>
      Effect.gen(function* () {
        const { app, developer, path, user } = yield* world
        const stranger = yield* makeEveryone
        const across = `/api/apps/${app.id}/users/${stranger.user.user.id}`
        const malformed = `/api/apps/${app.id}/users/seven`
        for (const [method, at] of [
          ["POST", "reset-password"],
          ["DELETE", "two-factor"]
        ] as const) {
          const refused = (base: string, as: string) => Effect.map(call(method, `${base}/${at}`, { as }), refusal)
          assert.deepStrictEqual(yield* refused(path, stranger.owner.token), [404, "not_found"])
          assert.deepStrictEqual(yield* refused(across, developer.token), [404, "not_found"])
          assert.deepStrictEqual(yield* refused(malformed, developer.token), [400, "invalid_uuid"])
          assert.deepStrictEqual(yield* refused(path, user.token), [401, "unauthorized"])
        }
      })
    )

    it.effect("an app user is blocked and deleted once, however many requests arrive at once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { developer, path, user } = yield* world
        const times = Array.from({ length: 50 }, (_, at) => at)
        const all = { concurrency: "unbounded" } as const
        const block = call("PATCH", path, { as: developer.token, body: { status: "blocked" } })
        const blocked = yield* Effect.forEach(times, () => block, all)
        assert.isTrue(blocked.every(({ status }) => status === 200))
        const deleted = yield* Effect.forEach(times, () => call("DELETE", path, { as: developer.token }), all)
        assert.isTrue(deleted.every(({ status }) => status === 204 || status === 404))
        const rows = yield* sql<{ action: string }>`
        SELECT action FROM audit_events WHERE target_id = ${user.user.id} AND actor_id = ${developer.caller.id}`
        assert.deepStrictEqual(rows.map(({ action }) => action).toSorted(), ["app_user.blocked", "app_user.deleted"])
      })
    )
  }
)

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("without a mail server", (it) => {
  it.effect("a password reset reports not_configured without a mail server", () =>
    Effect.gen(function* () {
      const { resetPassword } = yield* world
      const answer = yield* resetPassword
      assert.deepStrictEqual([answer.status, answer.body], [202, { mail: "not_configured" }])
    })
  )
})
