import { assert, layer } from "@effect/vitest"
import { Credentials } from "@fleet/server/access/Credentials"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Tokens } from "@fleet/server/access/Tokens"
import { DateTime, Duration, Effect, Layer, Redacted, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { createHmac } from "node:crypto"
import { makeEveryone, makeServerKey } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"

const unauthorized = [401, "unauthorized"]
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const part = (token: string, index: number) => JSON.parse(Buffer.from(token.split(".")[index]!, "base64url").toString())

/** Signs a token as the service would, whatever it says. */
const forge = Effect.fnUntraced(function* (header: object, claims: object, key?: string) {
  const secret = key ?? Redacted.value((yield* Settings).secret)
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a bearer", (it) => {
  it.effect("a bearer of each kind is answered who it is", () =>
    Effect.gen(function* () {
      const { app, developer, key, user } = yield* makeEveryone
      const nobody = { developer_id: null, app_user_id: null, server_key_id: null }
      const me = (token: string) => Effect.map(call("GET", "/api/client/me", { as: token }), ({ body }) => body)
      assert.deepStrictEqual(yield* me(developer.token), {
        ...nobody,
        kind: "developer",
        developer_id: developer.caller.id,
        app_id: null,
        role_id: null,
        email: developer.email,
        two_factor_enabled: null
      })
      assert.deepStrictEqual(yield* me(key.token), {
        ...nobody,
        kind: "server_key",
        server_key_id: key.id,
        app_id: app.id,
        role_id: null,
        email: null,
        two_factor_enabled: null
      })
      assert.deepInclude(yield* me(user.token), { kind: "app_user", app_user_id: user.user.id })
    })
  )

  it.effect("a bearer is a signed token with the claims of its kind", () =>
    Effect.gen(function* () {
      const { app, developer, user } = yield* makeEveryone
      const { baseUrl } = yield* Settings
      const { kid, ...header } = part(user.token, 0)
      assert.deepStrictEqual(header, { alg: "HS256", typ: "at+jwt" })
      assert.match(kid, /^[\w-]+$/)
      const claims = part(user.token, 1)
      assert.deepInclude(claims, {
        iss: baseUrl,
        aud: baseUrl,
        sub: user.user.id,
        sid: user.caller.sessionId,
        kind: "app_user",
        app_id: app.id
      })
      assert.strictEqual(claims.exp - claims.iat, 900)
      assert.isString(claims.jti)
      assert.deepInclude(part(developer.token, 1), { kind: "developer", sub: developer.caller.id, tv: 0 })
    })
  )

  it.effect("a bearer is refused when it is missing, malformed or forged", () =>
    Effect.gen(function* () {
      const { user } = yield* makeEveryone
      const [head, body, signature] = user.token.split(".") as [string, string, string]
      const claims = part(user.token, 1)
      const bad = [
        "nonsense",
        "a.b.c",
        `${head}.${body}`,
        `${head}.${body}.`,
        `${user.token}.`,
        `${head}.${body}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
        `${head}.${encode({ ...claims, sub: claims.sid })}.${signature}`,
        `${head}.${body}.${signature.slice(1)}é`,
        `${encode({ alg: "none", typ: "at+jwt" })}.${body}.`,
        yield* forge({ alg: "HS256", typ: "JWT" }, claims),
        yield* forge({ alg: "HS256", typ: "at+jwt" }, claims, "another signing key altogether"),
        yield* forge({ alg: "HS256", typ: "at+jwt" }, { ...claims, aud: "https://elsewhere.example" }),
        yield* forge({ alg: "HS256", typ: "at+jwt" }, { ...claims, iss: "https://elsewhere.example" }),
        yield* forge({ alg: "HS256", typ: "at+jwt" }, { ...claims, kind: "server_key" }),
        "srv_",
        `srv_${"A".repeat(43)}`
      ]
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me")), unauthorized)
      for (const token of bad) {
        assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: token })), unauthorized, token)
      }
      const basic = yield* call("GET", "/api/client/me", { headers: { authorization: `Basic ${user.token}` } })
      assert.deepStrictEqual(refusal(basic), unauthorized)
    })
  )

  it.effect("a bearer for another audience is not good here, nor one of here elsewhere", () =>
    Effect.gen(function* () {
      const { app, key, user } = yield* makeEveryone
      const tokens = yield* Tokens
      const credentials = yield* Credentials
      const endpoint = `${tokens.audience}/mcp/${app.identifier}`
      const foreign = yield* tokens.sign(
        { kind: "app_user", sub: user.user.id, sid: user.caller.sessionId, app_id: app.id },
        endpoint
      )
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: foreign })), unauthorized)
      assert.strictEqual((yield* credentials.prove(Redacted.make(foreign), endpoint)).kind, "app_user")
      for (const token of [user.token, key.token]) {
        const refused = yield* Effect.flip(credentials.prove(Redacted.make(token), endpoint))
        assert.strictEqual(refused.code, "unauthorized")
      }
    })
  )

  it.effect("a bearer has its lifetime in the answer", () =>
    Effect.gen(function* () {
      const { key, user } = yield* makeEveryone
      const credentials = yield* Credentials
      assert.isNull((yield* credentials.proveWithExpiry(Redacted.make(key.token))).expiresAt)
      const { expiresAt } = yield* credentials.proveWithExpiry(Redacted.make(user.token))
      assert.strictEqual(DateTime.toEpochMillis(expiresAt!), part(user.token, 1).exp * 1000)
    })
  )

  it.effect("a bearer follows its row: a block, a role, a tier and a removal hold from the next request on", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { developer, operate, user } = yield* makeEveryone
      const me = (token: string) => call("GET", "/api/client/me", { as: token })
      yield* sql`UPDATE app_users SET role_id = ${operate.id} WHERE id = ${user.user.id}`
      assert.strictEqual((yield* me(user.token)).body.role_id, operate.id)
      for (const status of ["blocked", "pending_verification"]) {
        yield* sql`UPDATE app_users SET status = ${status} WHERE id = ${user.user.id}`
        assert.deepStrictEqual(refusal(yield* me(user.token)), [401, "token_revoked"])
      }
      yield* sql`DELETE FROM app_users WHERE id = ${user.user.id}`
      assert.deepStrictEqual(refusal(yield* me(user.token)), [401, "token_revoked"])
      yield* sql`UPDATE developers SET tier = 'owner' WHERE id = ${developer.caller.id}`
      assert.strictEqual((yield* call("GET", "/api/auth/me", { as: developer.token })).body.user.tier, "owner")
    })
  )

  it.effect("a bearer of the wrong kind is unauthorized on a console route", () =>
    Effect.gen(function* () {
      const { key, user } = yield* makeEveryone
      for (const as of [key.token, user.token]) {
        assert.deepStrictEqual(refusal(yield* call("GET", "/api/apps", { as })), unauthorized)
        assert.deepStrictEqual(refusal(yield* call("GET", "/api/auth/me", { as })), unauthorized)
      }
    })
  )

  it.effect("a bearer that is a server key has its use noted, at most once a minute", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, owner } = yield* makeEveryone
      const key = yield* makeServerKey(owner.caller, app)
      const lastUsed = Effect.map(
        sql<{ at: Date | null }>`SELECT last_used_at AS at FROM server_keys WHERE id = ${key.id}`,
        ([row]) => row!.at
      )
      const noted = (before: Date | null) =>
        lastUsed.pipe(
          Effect.filterOrFail((at) => at !== null && at.getTime() !== before?.getTime()),
          Effect.retry({ schedule: Schedule.spaced("10 millis"), times: 500 })
        )
      const first = (yield* noted(null))!
      yield* call("GET", "/api/client/me", { as: key.token })
      yield* call("GET", "/api/client/me", { as: key.token })
      assert.deepStrictEqual(yield* lastUsed, first)
      const old = new Date(Date.now() - 61_000)
      yield* sql`UPDATE server_keys SET last_used_at = ${old} WHERE id = ${key.id}`
      yield* call("GET", "/api/client/me", { as: key.token })
      yield* noted(old)
    })
  )
})

const Clocked = Tokens.layer.pipe(Layer.provide(Settings.layerTest()))
layer(Clocked)("an access token", (it) => {
  it.effect("an access token lives fifteen minutes", () =>
    Effect.gen(function* () {
      const tokens = yield* Tokens
      const token = Redacted.make(yield* tokens.sign({ kind: "developer", sub: "d", sid: "s", tv: 3 }))
      yield* TestClock.adjust(Duration.millis(15 * 60_000 - 1))
      assert.deepInclude(yield* tokens.read(token), { sub: "d", tv: 3 })
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Effect.flip(tokens.read(token))).code, "token_expired")
    })
  )
})
