import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { Fact } from "@fleet/server/platform/bus/Facts"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone, makeOrg, password } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"

/** What the bus says while the work runs. */
const heard = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const events: Array<Fact> = []
  yield* Effect.scoped(
    Effect.gen(function* () {
      yield* (yield* Bus).onFact(
        (event) => void events.push(event),
        () => undefined
      )
      yield* work
    })
  )
  return events
})

const login = (app_identifier: string, email: string, secret = password) =>
  call("POST", "/api/client/login", { body: { app_identifier, email, password: secret } })
const refresh = (space: "auth" | "client", refresh_token: string) =>
  call("POST", `/api/${space}/refresh`, { body: { refresh_token } })
const logout = (space: "auth" | "client", refresh_token: string) =>
  call("POST", `/api/${space}/logout`, { body: { refresh_token } })

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a session", (it) => {
  it.effect("a session begins with a sign-in, and its token is answered who it is", () =>
    Effect.gen(function* () {
      const { app, observe, user } = yield* makeEveryone
      const signedIn = yield* login(app.identifier, user.email.toUpperCase())
      assert.strictEqual(signedIn.status, 200)
      assert.deepStrictEqual(Object.keys(signedIn.body).sort(), [
        "access_token",
        "expires_in",
        "refresh_token",
        "token_type"
      ])
      assert.strictEqual(signedIn.body.token_type, "Bearer")
      assert.strictEqual(signedIn.body.expires_in, 900)
      assert.match(signedIn.body.refresh_token, /^[A-Za-z0-9_-]{43}$/)
      assert.strictEqual(signedIn.headers.get("cache-control"), "no-store")

      const me = yield* call("GET", "/api/client/me", { as: signedIn.body.access_token })
      assert.deepStrictEqual(me.body, {
        kind: "app_user",
        developer_id: null,
        app_user_id: user.user.id,
        server_key_id: null,
        app_id: app.id,
        role_id: observe.id,
        email: user.email,
        two_factor_enabled: false
      })
    })
  )

  it.effect("a session is renewed by each refresh token once; a second use ends it", () =>
    Effect.gen(function* () {
      const { user } = yield* makeEveryone
      const renewed = yield* refresh("client", user.refreshToken)
      assert.strictEqual(renewed.status, 200)
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: renewed.body.access_token })).status, 200)

      const events = yield* heard(
        Effect.gen(function* () {
          assert.deepStrictEqual(refusal(yield* refresh("client", user.refreshToken)), [401, "token_revoked"])
        })
      )
      assert.deepInclude(events, { type: "session_ended", sessionId: user.caller.sessionId })
      assert.deepStrictEqual(refusal(yield* refresh("client", renewed.body.refresh_token)), [401, "token_revoked"])
      const me = yield* call("GET", "/api/client/me", { as: renewed.body.access_token })
      assert.deepStrictEqual(refusal(me), [401, "token_revoked"])
    })
  )

  it.effect("a session answers one of fifty concurrent refreshes, and then its family ends", () =>
    Effect.gen(function* () {
      const { user } = yield* makeEveryone
      const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => refresh("client", user.refreshToken), {
        concurrency: "unbounded"
      })
      const won = answers.filter(({ status }) => status === 200)
      assert.strictEqual(won.length, 1)
      for (const lost of answers.filter((answer) => answer !== won[0])) {
        assert.deepStrictEqual(refusal(lost), [401, "token_revoked"])
      }
      assert.deepStrictEqual(refusal(yield* refresh("client", won[0]!.body.refresh_token)), [401, "token_revoked"])
    })
  )

  it.effect("a session ends with logout, which answers the same for an unknown token", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const events = yield* heard(
        Effect.gen(function* () {
          assert.strictEqual((yield* logout("auth", developer.refreshToken)).status, 204)
        })
      )
      assert.deepInclude(events, { type: "session_ended", sessionId: developer.caller.sessionId })
      const me = yield* call("GET", "/api/auth/me", { as: developer.token })
      assert.deepStrictEqual(refusal(me), [401, "token_revoked"])
      assert.strictEqual((yield* logout("auth", developer.refreshToken)).status, 204)
      assert.strictEqual((yield* logout("auth", "nobody's")).status, 204)
    })
  )

  it.effect("a session belongs to one identity space", () =>
    Effect.gen(function* () {
      const { developer, user } = yield* makeEveryone
      assert.deepStrictEqual(refusal(yield* refresh("auth", user.refreshToken)), [401, "token_revoked"])
      assert.deepStrictEqual(refusal(yield* refresh("client", developer.refreshToken)), [401, "token_revoked"])
      yield* logout("client", developer.refreshToken)
      assert.strictEqual((yield* refresh("auth", developer.refreshToken)).status, 200)
    })
  )

  it.effect("a session cannot be renewed after thirty days without use", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { user } = yield* makeEveryone
      yield* sql`UPDATE refresh_tokens SET expires_at = now() - interval '1 second' WHERE family_id = ${user.caller.sessionId}`
      assert.deepStrictEqual(refusal(yield* refresh("client", user.refreshToken)), [401, "token_expired"])
    })
  )

  it.effect("a session of a developer ends when the account goes or its token version is raised", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { developer, owner } = yield* makeOrg
      yield* sql`UPDATE developers SET token_version = token_version + 1 WHERE id = ${developer.caller.id}`
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/auth/me", { as: developer.token })), [
        401,
        "token_revoked"
      ])
      assert.deepStrictEqual(refusal(yield* refresh("auth", developer.refreshToken)), [401, "token_revoked"])
      yield* sql`DELETE FROM developers WHERE id = ${owner.caller.id}`
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/auth/me", { as: owner.token })), [401, "token_revoked"])
      assert.deepStrictEqual(refusal(yield* refresh("auth", owner.refreshToken)), [401, "token_revoked"])
    })
  )

  it.effect("a session asks for a refresh token, and ignores what else is sent", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      for (const path of ["/api/auth/refresh", "/api/auth/logout", "/api/client/refresh", "/api/client/logout"]) {
        assert.deepStrictEqual(refusal(yield* call("POST", path, { body: {} })), invalid("refresh_token", "required"))
      }
      const answer = yield* call("POST", "/api/auth/refresh", {
        body: { refresh_token: developer.refreshToken, device: "phone" }
      })
      assert.strictEqual(answer.status, 200)
    })
  )

  it.effect("a session of a developer answers the org and the account", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      const { body } = yield* call("GET", "/api/auth/me", { as: developer.token })
      assert.strictEqual(body.org.id, orgId)
      assert.strictEqual(body.org.require_two_factor, false)
      assert.deepInclude(body.user, {
        id: developer.caller.id,
        org_id: orgId,
        email: developer.email,
        display_name: null,
        tier: "developer",
        two_factor: { passkeys: 0, authenticator: false }
      })
    })
  )
})
