import { assert, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { makeEveryone, password } from "../support/people.ts"
import { call, refusal } from "../support/wire.ts"
import { operations } from "./operations.ts"
import { abuseApp, raw, stateOf } from "./world.ts"

const tables = [
  "developers",
  "app_users",
  "session_families",
  "refresh_tokens",
  "audit_events",
  "app_invitations",
  "team_invitations"
]
const unauthorized = [401, "unauthorized"]
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString())

const forge = Effect.fnUntraced(function* (header: unknown, claims: unknown) {
  const signed = `${encode(header)}.${encode(claims)}`
  const key = Redacted.value((yield* Settings).secret)
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`
})

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("a credential", (it) => {
  it.effect("a credential that was tampered with opens no route of any kind", () =>
    Effect.gen(function* () {
      const { developer, user } = yield* makeEveryone
      const before = yield* stateOf(tables)
      for (const token of [developer.token, user.token]) {
        const [head, body, signature] = token.split(".") as [string, string, string]
        const claims = claimsOf(token)
        const header = { alg: "HS256", typ: "at+jwt" }
        const forged = [
          ...["none", "None", "NONE", "nOnE", "HS512", "RS256", ""].flatMap((alg) => [
            `${encode({ ...header, alg })}.${body}.`,
            `${encode({ ...header, alg })}.${body}.${signature}`
          ]),
          yield* forge({ ...header, typ: "JWT" }, claims),
          yield* forge({ ...header, typ: "refresh+jwt" }, claims),
          yield* forge({ ...header, kid: "../../../../dev/null" }, claims),
          yield* forge({ ...header, kid: "' UNION SELECT 'key" }, claims),
          yield* forge({ ...header, jku: "https://evil.example/jwks" }, claims),
          yield* forge({ ...header, jwk: { kty: "oct", k: "AAAA" } }, claims),
          yield* forge({ ...header, crit: ["exp"] }, claims),
          yield* forge(header, { ...claims, aud: [claims.aud] }),
          yield* forge(header, { ...claims, aud: `${claims.aud}/` }),
          yield* forge(header, { ...claims, aud: claims.aud.toUpperCase() }),
          yield* forge(header, { ...claims, aud: null }),
          yield* forge(header, { ...claims, iss: `${claims.iss}.evil.example` }),
          yield* forge(header, { ...claims, iss: null }),
          yield* forge(header, { ...claims, exp: "9999999999" }),
          yield* forge(header, { ...claims, exp: 1e300 * 10 }),
          yield* forge(header, { ...claims, exp: undefined }),
          yield* forge(header, { ...claims, kind: "server_key" }),
          yield* forge(header, { ...claims, kind: ["developer"] }),
          yield* forge(header, [claims]),
          yield* forge(header, null),
          ...[1, 2, 8, 42].map((length) => `${head}.${body}.${signature.slice(0, -length)}`),
          `${head}.${body}.${signature}=`,
          `${head}.${body}.${signature}A`,
          `${head}.${body}.${signature}.${signature}`,
          `${head}.${body}.${Buffer.from(signature, "base64url").toString("base64")}=`,
          `${head}.${body}`,
          `${head}..${signature}`,
          `.${body}.${signature}`,
          `${head}.${body}A.${signature}`,
          `${token}\t`.replace("\t", "%20"),
          `${token},${token}`,
          `Bearer ${token}`
        ]
        for (const bad of forged.filter((one) => one !== token)) {
          for (const path of ["/api/client/me", "/api/auth/me", "/api/client/robots"])
            assert.deepStrictEqual(refusal(yield* call("GET", path, { as: bad })), unauthorized, `${path} ${bad}`)
        }
        for (const scheme of ["Basic", "bearer2", "Token", "DPoP", ""]) {
          const answer = yield* raw("GET", "/api/client/me", { authorization: `${scheme} ${token}` })
          assert.strictEqual(answer.status, 401, scheme)
        }
        // Nowhere but in its header.
        for (const path of [`/api/client/me?access_token=${token}`, `/api/client/me?token=${token}`])
          assert.deepStrictEqual(refusal(yield* call("GET", path)), unauthorized)
        const cookie = `access_token=${token}; token=${token}; Authorization=Bearer ${token}`
        assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { headers: { cookie } })), unauthorized)
      }
      assert.deepStrictEqual(yield* stateOf(tables), before)
    })
  )

  it.effect("a credential whose claims name another person, session, app or version opens nothing of theirs", () =>
    Effect.gen(function* () {
      const [mine, theirs] = [yield* makeEveryone, yield* makeEveryone]
      const header = { alg: "HS256", typ: "at+jwt" }
      const before = yield* stateOf(tables)
      const [user, other] = [claimsOf(mine.user.token), claimsOf(theirs.user.token)]
      const [developer, boss] = [claimsOf(mine.developer.token), claimsOf(theirs.owner.token)]
      // Even one who could sign has to name rows that belong together.
      const mixed = [
        { ...user, sub: other.sub },
        { ...user, sid: other.sid },
        { ...user, kind: "developer", tv: 0 },
        { ...user, sub: developer.sub, sid: developer.sid },
        { ...developer, sub: boss.sub },
        { ...developer, sid: boss.sid },
        { ...developer, tv: 7 },
        { ...developer, kind: "app_user", app_id: user.app_id },
        { ...developer, sub: user.sub, sid: user.sid }
      ]
      for (const claims of mixed) {
        const as = yield* forge(header, claims)
        for (const path of ["/api/client/me", "/api/auth/me"]) {
          const answer = yield* call("GET", path, { as })
          assert.strictEqual(answer.status, 401, `${path} ${JSON.stringify(claims)} ${JSON.stringify(answer.body)}`)
        }
      }
      // The app is the account's own, whatever was claimed.
      const me = yield* call("GET", "/api/client/me", { as: yield* forge(header, { ...user, app_id: other.app_id }) })
      assert.strictEqual(me.body.app_id, mine.app.id)
      assert.deepStrictEqual(yield* stateOf(tables), before)
    })
  )

  it.effect("a credential of one kind opens no route of another kind", () =>
    Effect.gen(function* () {
      const { app, developer, key, robot, user, bridgeToken } = yield* makeEveryone
      const before = yield* stateOf([...tables, "apps", "roles", "robots"])
      const path = (template: string) =>
        template
          .replace("/api/apps/{id}", `/api/apps/${app.id}`)
          .replace("/api/robots/{id}", `/api/robots/${robot.id}`)
          .replace("{slug}", "some_slug")
          .replace("{version}", "1")
          .replace("{kind}", "invite")
          .replace(/\{\w+\}/g, robot.id)
      const consoleOnly = operations.filter(
        ({ isBearer, path }) => isBearer && /^\/api\/(?:auth|org|apps|audit)/.test(path)
      )
      assert.isAbove(consoleOnly.length, 50)
      for (const { body, method, path: template } of consoleOnly) {
        for (const as of [user.token, key.token, bridgeToken, user.refreshToken, developer.refreshToken]) {
          const answer = yield* call(method, path(template), { as, ...(body === null ? {} : { body: {} }) })
          assert.deepStrictEqual(refusal(answer), unauthorized, `${method} ${template}`)
        }
      }
      for (const [method, route, body] of [
        ["POST", "/api/client/password/change", { current_password: password, new_password: password }],
        ["DELETE", "/api/client/two-factor", { code: "123456" }],
        ["POST", "/api/client/two-factor/setup", {}],
        ["POST", "/api/client/two-factor/setup/confirm", { code: "123456" }]
      ] as const) {
        for (const as of [developer.token, key.token, bridgeToken, user.refreshToken])
          assert.deepStrictEqual(refusal(yield* call(method, route, { as, body })), unauthorized, route)
      }
      assert.deepStrictEqual(yield* stateOf([...tables, "apps", "roles", "robots"]), before)
    })
  )

  it.effect("a credential of one app, org or space is nothing in another, and is not spent by the try", () =>
    Effect.gen(function* () {
      const [mine, theirs] = [yield* makeEveryone, yield* makeEveryone]
      const refresh = (space: string, token: string) =>
        call("POST", `/api/${space}/refresh`, { body: { refresh_token: token } })
      const before = yield* stateOf(tables)
      for (const path of ["", "/datasheet", "/datapoints", "/exposures", "/jobs"]) {
        for (const as of [mine.user.token, mine.key.token, mine.developer.token]) {
          const answer = yield* call("GET", `/api/robots/${theirs.robot.id}${path}`, { as })
          assert.include([401, 404], answer.status, path)
        }
      }
      for (const path of ["", "/users", "/auth-config", "/roles", "/server-keys", "/invitations", "/mail-templates"])
        assert.deepStrictEqual(
          refusal(yield* call("GET", `/api/apps/${theirs.app.id}${path}`, { as: mine.owner.token })),
          [404, "not_found"]
        )
      assert.deepStrictEqual(refusal(yield* refresh("client", mine.owner.refreshToken)), [401, "token_revoked"])
      assert.deepStrictEqual(refusal(yield* refresh("auth", mine.user.refreshToken)), [401, "token_revoked"])
      for (const token of [mine.user.token, mine.key.token, mine.owner.token, mine.bridgeToken])
        for (const space of ["client", "auth"])
          assert.deepStrictEqual(refusal(yield* refresh(space, token)), [401, "token_revoked"])
      yield* call("POST", "/api/auth/logout", { body: { refresh_token: mine.user.refreshToken } })
      yield* call("POST", "/api/client/logout", { body: { refresh_token: mine.owner.refreshToken } })
      assert.deepStrictEqual(yield* stateOf(tables), before)
      assert.strictEqual((yield* refresh("client", mine.user.refreshToken)).status, 200)
      assert.strictEqual((yield* refresh("auth", mine.owner.refreshToken)).status, 200)
    })
  )
})
