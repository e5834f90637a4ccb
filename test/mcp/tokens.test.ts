import { assert, layer } from "@effect/vitest"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import {
  authorize,
  codeFor,
  connect,
  exchange,
  form,
  interactionOf,
  makeMcpApp,
  redirectUri,
  refresh,
  register,
  verifier,
  withoutMcpLimits
} from "../support/mcp.ts"
import { eventually } from "../robots/jobs/world.ts"
import { testApp } from "../support/TestApp.ts"
import { type Answer, call, refusal } from "../support/wire.ts"

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString())
const errorOf = ({ body, status }: Answer) => [status, body?.error]
const invalidGrant = [400, "invalid_grant"]
const dayMs = 86_400_000

/** Lets a client's refresh tokens be as old as if so many milliseconds had passed. */
const ageTokens = Effect.fnUntraced(function* (clientId: string, ms: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE refresh_tokens t SET expires_at = t.expires_at - make_interval(secs => ${ms / 1000})
    FROM session_families f WHERE f.id = t.family_id AND f.client_id = ${clientId}`
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a client's tokens", (it) => {
  it.effect("a client's tokens name the endpoint, the client and its scopes, and are good nowhere else", () =>
    Effect.gen(function* () {
      const { endpoint, path, user } = yield* makeMcpApp
      const { access, body, clientId } = yield* connect(path, user.token, { scope: "robots:read" })
      assert.deepInclude(body, { token_type: "Bearer", expires_in: 900, scope: "robots:read" })
      const { aud, client_id, exp, iat, iss, scope, sub } = claimsOf(access)
      assert.deepStrictEqual(
        [aud, iss, client_id, scope, sub],
        [endpoint, endpoint, clientId, "robots:read", user.user.id]
      )
      assert.strictEqual(exp - iat, 900)
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: access })), [401, "unauthorized"])
    })
  )

  it.effect("a code is good for its client, redirect address, verifier and endpoint alone, and spent by any try", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const clientId = yield* register(path)
      for (const change of [
        { redirect_uri: `${redirectUri}/` },
        { code_verifier: verifier.toLowerCase() },
        { client_id: yield* register(path) }
      ]) {
        const code = yield* codeFor(path, clientId, user.token)
        assert.deepStrictEqual(errorOf(yield* exchange(path, clientId, code, change)), invalidGrant)
        assert.deepStrictEqual(errorOf(yield* exchange(path, clientId, code)), invalidGrant)
      }
      const code = yield* codeFor(path, clientId, user.token)
      const other = yield* exchange(path, clientId, code, { resource: "https://other.example/" })
      assert.deepStrictEqual(errorOf(other), [400, "invalid_target"])
      const unknown = yield* exchange(path, "mcp_unknown", code)
      assert.deepStrictEqual(errorOf(unknown), [401, "invalid_client"])
      assert.strictEqual((yield* exchange(path, clientId, code)).status, 200)
    })
  )

  it.effect("a body that lacks something is refused in OAuth's words, JSON is taken like a form", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const clientId = yield* register(path)
      const token = `${path}/oauth/token`
      assert.deepStrictEqual(errorOf(yield* form(token, {})), [400, "invalid_request"])
      assert.deepStrictEqual(errorOf(yield* form(token, { grant_type: "password" })), [400, "unsupported_grant_type"])
      assert.deepStrictEqual(errorOf(yield* form(token, { grant_type: "refresh_token" })), [400, "invalid_request"])
      assert.deepStrictEqual(errorOf(yield* call("POST", token, { body: "not json" })), [400, "invalid_request"])
      const code = yield* codeFor(path, clientId, user.token)
      const answer = yield* call("POST", token, {
        body: {
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          client_id: clientId,
          code_verifier: verifier,
          unknown: 1
        }
      })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
    })
  )

  it.effect("a code lives for a minute", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const clientId = yield* register(path)
      for (const [passed, status] of [
        [59_999, 200],
        [60_000, 400]
      ] as const) {
        const code = yield* codeFor(path, clientId, user.token)
        yield* TestClock.adjust(passed)
        assert.strictEqual((yield* exchange(path, clientId, code)).status, status)
      }
    })
  )

  it.effect("a refresh token rotates, may narrow its scopes for once, and is good for 90 days from its last use", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const client = yield* connect(path, user.token)
      const narrow = yield* refresh(path, client.clientId, client.refresh, { scope: "robots:read" })
      assert.strictEqual(narrow.body.scope, "robots:read")
      assert.strictEqual(claimsOf(narrow.body.access_token).scope, "robots:read")
      const whole = yield* refresh(path, client.clientId, narrow.body.refresh_token)
      assert.strictEqual(whole.body.scope, "robots:read robots:control")
      yield* ageTokens(client.clientId, dayMs * 90 - 1)
      const late = yield* refresh(path, client.clientId, whole.body.refresh_token)
      assert.strictEqual(late.status, 200)
      yield* ageTokens(client.clientId, dayMs * 90)
      assert.deepStrictEqual(errorOf(yield* refresh(path, client.clientId, late.body.refresh_token)), invalidGrant)
    })
  )

  it.effect("a refresh token of another client, endpoint or resource is refused and not spent", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const client = yield* connect(path, user.token, { scope: "robots:read" })
      const other = yield* register(path)
      assert.deepStrictEqual(errorOf(yield* refresh(path, other, client.refresh)), invalidGrant)
      const wrong = yield* refresh(path, client.clientId, client.refresh, { resource: "https://other.example/" })
      assert.deepStrictEqual(errorOf(wrong), [400, "invalid_target"])
      const wider = yield* refresh(path, client.clientId, client.refresh, { scope: "robots:control" })
      assert.deepStrictEqual(errorOf(wider), [400, "invalid_scope"])
      const personal = yield* refresh(path, client.clientId, user.refreshToken)
      assert.deepStrictEqual(errorOf(personal), invalidGrant)
      assert.strictEqual((yield* refresh(path, client.clientId, client.refresh)).status, 200)
    })
  )

  it.effect("a client's refresh token at the app's own refresh keeps its audience and its lifetime", () =>
    Effect.gen(function* () {
      const { endpoint, path, user } = yield* makeMcpApp
      const client = yield* connect(path, user.token)
      const answer = yield* call("POST", "/api/client/refresh", { body: { refresh_token: client.refresh } })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(claimsOf(answer.body.access_token).aud, endpoint)
      yield* ageTokens(client.clientId, dayMs * 90 - 1)
      assert.strictEqual((yield* refresh(path, client.clientId, answer.body.refresh_token)).status, 200)
    })
  )

  it.effect("a revoked token ends its session, whichever of the two it is; any other text is taken as well", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      for (const kind of ["access", "refresh"] as const) {
        const client = yield* connect(path, user.token)
        const foreign = yield* form(`${path}/oauth/revoke`, { token: client[kind], client_id: yield* register(path) })
        assert.strictEqual(foreign.status, 200)
        const again = yield* refresh(path, client.clientId, client.refresh)
        assert.strictEqual(again.status, 200)
        const token = kind === "access" ? client.access : again.body.refresh_token
        for (const each of [token, token, "nothing"]) {
          const ended = yield* form(`${path}/oauth/revoke`, { token: each, client_id: client.clientId })
          assert.strictEqual(ended.status, 200)
        }
        assert.deepStrictEqual(errorOf(yield* refresh(path, client.clientId, again.body.refresh_token)), invalidGrant)
      }
      const { body } = yield* call("GET", "/api/client/mcp/grants", { as: user.token })
      assert.strictEqual(body.grants.length, 2)
    })
  )

  it.effect("a blocked user's client gets no tokens, for a code nor for a refresh token", () =>
    Effect.gen(function* () {
      const { app, owner, path, user } = yield* makeMcpApp
      const client = yield* connect(path, user.token)
      const code = yield* codeFor(path, client.clientId, user.token)
      yield* (yield* AppUsers).update(owner.caller, app, user.user, { status: "blocked" })
      assert.deepStrictEqual(errorOf(yield* exchange(path, client.clientId, code)), invalidGrant)
      assert.deepStrictEqual(errorOf(yield* refresh(path, client.clientId, client.refresh)), invalidGrant)
    })
  )

  it.effect("a locked org keeps codes and refresh tokens good until it is unlocked", () =>
    Effect.gen(function* () {
      const { orgId, path, user } = yield* makeMcpApp
      const sql = yield* SqlClient.SqlClient
      const client = yield* connect(path, user.token)
      const code = yield* codeFor(path, client.clientId, user.token)
      yield* sql`UPDATE orgs SET locked_at = now() WHERE id = ${orgId}`
      for (const answer of [
        yield* exchange(path, client.clientId, code),
        yield* refresh(path, client.clientId, client.refresh)
      ]) {
        assert.deepStrictEqual(refusal(answer), [403, "org_locked", { reason: "payment" }])
      }
      yield* sql`UPDATE orgs SET locked_at = NULL WHERE id = ${orgId}`
      assert.strictEqual((yield* exchange(path, client.clientId, code)).status, 200)
      assert.strictEqual((yield* refresh(path, client.clientId, client.refresh)).status, 200)
    })
  )

  it.effect("nothing is left of interactions, codes and clients that are over", () =>
    Effect.gen(function* () {
      const { app, path, user } = yield* makeMcpApp
      const sql = yield* SqlClient.SqlClient
      const client = yield* connect(path, user.token)
      interactionOf(yield* authorize(path, { client_id: client.clientId }))
      yield* sql`UPDATE mcp_clients SET last_used_at = last_used_at - interval '90 days' WHERE id = ${client.clientId}`
      const unknown = yield* refresh(path, client.clientId, client.refresh)
      assert.deepStrictEqual(errorOf(unknown), [401, "invalid_client"])
      yield* sql`UPDATE mcp_codes SET expires_at = expires_at - interval '1 day' WHERE client_id = ${client.clientId}`
      yield* TestClock.adjust("1 hour")
      // The sweep deletes the clients last.
      yield* eventually(
        sql`
        SELECT (SELECT count(*)::int FROM mcp_interactions WHERE app_id = ${app.id}) AS interactions,
          (SELECT count(*)::int FROM mcp_codes WHERE app_user_id = ${user.user.id}) AS codes,
          (SELECT count(*)::int FROM mcp_clients WHERE app_id = ${app.id}) AS clients`,
        ([left]) => left!["interactions"] === 0 && left!["codes"] === 0 && left!["clients"] === 0
      )
    })
  )
})
