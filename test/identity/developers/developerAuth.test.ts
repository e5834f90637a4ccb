import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeOrg } from "../../support/people.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"

const me = (as: string) => call("GET", "/api/auth/me", { as })
const rename = (as: string, body: unknown) => call("PATCH", "/api/auth/me", { as, body })
const refresh = (refresh_token: unknown) => call("POST", "/api/auth/refresh", { body: { refresh_token } })
const logout = (refresh_token: unknown) => call("POST", "/api/auth/logout", { body: { refresh_token } })

const trail = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`
    SELECT action, actor_id AS actor, details FROM audit_events
    WHERE target_kind = 'developer' AND target_id = ${id} ORDER BY seq`
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a developer's account", (it) => {
  it.effect("a developer's account is read with its org", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      const { body, headers, status } = yield* me(developer.token)
      assert.deepStrictEqual([status, headers.get("cache-control")], [200, "no-store"])
      assert.isString(body.org.name)
      assert.isString(body.org.created_at)
      assert.isString(body.user.created_at)
      assert.deepStrictEqual(body, {
        org: { id: orgId, name: body.org.name, require_two_factor: false, created_at: body.org.created_at },
        user: {
          id: developer.caller.id,
          org_id: orgId,
          email: developer.email,
          display_name: null,
          tier: "developer",
          two_factor: { passkeys: 0, authenticator: false },
          created_at: body.user.created_at
        }
      })
    })
  )

  it.effect("a developer's account has a name that its owner sets and clears; the same name writes nothing", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      for (const [body, field, rule] of [
        [{}, "display_name", "required"],
        [{ display_name: " " }, "display_name", "too_short"],
        [{ display_name: "x".repeat(121) }, "display_name", "too_long"],
        [{ display_name: 7 }, "display_name", "type"],
        [{ display_name: "Ada", tier: "owner" }, "tier", "unknown"]
      ] as const) {
        assert.deepStrictEqual(refusal(yield* rename(developer.token, body)), invalid(field, rule))
      }
      assert.deepStrictEqual(refusal(yield* call("PATCH", "/api/auth/me", { body: {} })), [401, "unauthorized"])

      const before = (yield* me(developer.token)).body
      assert.deepStrictEqual((yield* rename(developer.token, { display_name: null })).body, before)
      assert.deepStrictEqual(yield* trail(developer.caller.id), [])
      const named = { ...before, user: { ...before.user, display_name: "Ada" } }
      for (const display_name of [" Ada ", "Ada"]) {
        const answer = yield* rename(developer.token, { display_name })
        assert.deepStrictEqual([answer.status, answer.body], [200, named])
      }
      assert.deepStrictEqual((yield* me(developer.token)).body, named)
      assert.deepStrictEqual((yield* rename(developer.token, { display_name: null })).body, before)
      const renamed = {
        action: "developer.renamed",
        actor: developer.caller.id,
        details: { fields: ["display_name"] }
      }
      assert.deepStrictEqual(yield* trail(developer.caller.id), [renamed, renamed])
      assert.isNull((yield* me(owner.token)).body.user.display_name)
    })
  )

  it.effect("a developer's account is renamed once over concurrent equal requests", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const answers = yield* Effect.forEach(
        Array.from({ length: 50 }),
        () => rename(developer.token, { display_name: "Ada" }),
        { concurrency: "unbounded" }
      )
      assert.isTrue(answers.every(({ body, status }) => status === 200 && body.user.display_name === "Ada"))
      assert.strictEqual((yield* trail(developer.caller.id)).length, 1)
    })
  )

  it.effect("a developer's account loses a session by logout, with its sockets, whatever token of it is shown", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const socket = yield* connectRealtime(developer.token)
      const bystander = yield* connectRealtime(owner.token)
      const renewed = yield* refresh(developer.refreshToken)
      assert.deepStrictEqual([renewed.status, renewed.headers.get("cache-control")], [200, "no-store"])
      assert.deepStrictEqual([renewed.body.token_type, renewed.body.expires_in], ["Bearer", 900])
      const ended = yield* logout(renewed.body.refresh_token)
      assert.deepStrictEqual([ended.status, ended.body], [204, null])
      assert.strictEqual(yield* socket.closeCode, 4001)
      assert.deepStrictEqual(yield* bystander.settled, [])
      for (const token of [developer.token, renewed.body.access_token]) {
        assert.deepStrictEqual(refusal(yield* me(token)), [401, "token_revoked"])
      }
      assert.deepStrictEqual(refusal(yield* refresh(renewed.body.refresh_token)), [401, "token_revoked"])
      assert.strictEqual((yield* logout(renewed.body.refresh_token)).status, 204)
      assert.strictEqual((yield* logout("unknown")).status, 204)
      assert.deepStrictEqual(refusal(yield* logout("")), invalid("refresh_token", "too_short"))
      assert.deepStrictEqual(refusal(yield* refresh(undefined)), invalid("refresh_token", "required"))
    })
  )

  it.effect("a developer's account loses every session when its token version is raised or it is removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { developer, owner } = yield* makeOrg
      yield* sql`UPDATE developers SET token_version = token_version + 1 WHERE id = ${developer.caller.id}`
      yield* sql`DELETE FROM developers WHERE id = ${owner.caller.id}`
      for (const { refreshToken, token } of [developer, owner]) {
        assert.deepStrictEqual(refusal(yield* me(token)), [401, "token_revoked"])
        assert.deepStrictEqual(refusal(yield* rename(token, { display_name: "Ada" })), [401, "token_revoked"])
        assert.deepStrictEqual(refusal(yield* refresh(refreshToken)), [401, "token_revoked"])
      }
    })
  )
})
