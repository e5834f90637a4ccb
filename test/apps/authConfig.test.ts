import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { makeEveryone, password } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"
import { details, trail, world } from "./authConfigWorld.ts"

const registration = { self_registration: false, allowed_domains: [], allowed_origins: [] }
const urls = { app_url: null, invite_url: null, verify_url: null, reset_url: null, mcp_login_url: null }

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("an app's sign-in settings", (it) => {
  it.effect("an app's sign-in settings are whole from the start", () =>
    Effect.gen(function* () {
      const { app, get } = yield* world
      const pages = `http://localhost:8787/app/${app.identifier}`
      const { updated_at, ...rest } = (yield* get).body
      assert.match(updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepStrictEqual(rest, {
        ...registration,
        ...urls,
        mcp_enabled: false,
        sign_in_methods: { password: true, email_code: false },
        two_factor: "off",
        hosted_logo_url: null,
        hosted_accent: null,
        hosted_pages: {
          invite_url: `${pages}/invite/{token}`,
          verify_url: `${pages}/verify/{token}`,
          reset_url: `${pages}/reset/{token}`,
          mcp_login_url: `${pages}/mcp/{interaction}`
        },
        oidc_callback_url: "http://127.0.0.1:8787/api/client/oidc/callback"
      })
    })
  )

  it.effect("an app's sign-in settings are replaced part by part; the audit entry names the fields", () =>
    Effect.gen(function* () {
      const { app, developer, get, orgId, put } = yield* world
      const before = (yield* get).body
      const parts: ReadonlyArray<readonly [string, object]> = [
        [
          "registration",
          {
            self_registration: true,
            allowed_domains: ["example.com", "a-b.example.co.uk"],
            allowed_origins: ["https://app.example.com", "http://localhost:5173", "http://127.0.0.1:3000"]
          }
        ],
        ["sign-in", { sign_in_methods: { password: false, email_code: true }, two_factor: "optional" }],
        [
          "urls",
          {
            app_url: "https://app.example.com/home?x=1#y",
            invite_url: "https://app.example.com/welcome?t={token}",
            verify_url: "http://localhost:5173/verify#{token}",
            reset_url: "http://[::1]:8080/{token}",
            mcp_login_url: "http://127.0.0.1/mcp/{interaction}"
          }
        ],
        ["mcp", { mcp_enabled: true }],
        ["look", { hosted_accent: "#00ff9a" }]
      ]
      const expected = { ...before }
      for (const [part, body] of parts) {
        const answer = yield* put(part, body)
        assert.strictEqual(answer.status, 200, part)
        assert.isAtLeast(Date.parse(answer.body.updated_at), Date.parse(expected.updated_at))
        Object.assign(expected, body, { updated_at: answer.body.updated_at })
        assert.deepStrictEqual(answer.body, expected)
        assert.deepStrictEqual((yield* get).body, expected)
        // The same again writes nothing.
        assert.deepStrictEqual((yield* put(part, body)).body, expected)
      }
      assert.deepStrictEqual(yield* details(orgId), [
        { part: "registration", fields: ["self_registration", "allowed_domains", "allowed_origins"] },
        {
          part: "sign-in",
          old: { sign_in_methods: { password: true, email_code: false }, two_factor: "off" },
          new: { sign_in_methods: { password: false, email_code: true }, two_factor: "optional" }
        },
        { part: "urls", fields: ["app_url", "invite_url", "verify_url", "reset_url", "mcp_login_url"] },
        { part: "mcp", fields: ["mcp_enabled"] },
        { part: "look", fields: ["hosted_accent"] }
      ])
      const [row] = yield* trail(orgId)
      assert.deepInclude(row, { target_id: app.id, actor_id: developer.caller.id })
      assert.strictEqual((yield* put("urls", urls)).body.invite_url, null)
      assert.strictEqual((yield* put("look", { hosted_accent: null })).body.hosted_accent, null)
    })
  )

  it.effect("an app's sign-in settings are refused beyond their bounds, and then nothing is written", () =>
    Effect.gen(function* () {
      const { get, orgId, put } = yield* world
      const before = (yield* get).body
      const refused = Effect.fnUntraced(function* (part: string, body: unknown, field: string, rule: string) {
        const answer = yield* put(part, body)
        assert.deepStrictEqual(refusal(answer), invalid(field, rule), JSON.stringify(body).slice(0, 120))
      })
      const list = (count: number, entry: (at: number) => string) => Array.from({ length: count }, (_, at) => entry(at))
      const label = "a".repeat(63)

      const registrations: ReadonlyArray<readonly [object, string, string]> = [
        [{ allowed_domains: list(51, (at) => `d${at}.example`) }, "allowed_domains", "too_long"],
        [{ allowed_domains: ["example.com", "example.com"] }, "allowed_domains[1]", "duplicate"],
        [{ allowed_domains: ["Example.com"] }, "allowed_domains[0]", "format"],
        [{ allowed_domains: ["ok.example", "localhost"] }, "allowed_domains[1]", "format"],
        [{ allowed_domains: ["@example.com"] }, "allowed_domains[0]", "format"],
        [{ allowed_domains: ["example..com"] }, "allowed_domains[0]", "format"],
        [{ allowed_domains: ["example.com."] }, "allowed_domains[0]", "format"],
        [{ allowed_domains: ["-a.example"] }, "allowed_domains[0]", "format"],
        [{ allowed_domains: [`${"a".repeat(64)}.example`] }, "allowed_domains[0]", "format"],
        [{ allowed_domains: [`${label}.${label}.${label}.${label}`] }, "allowed_domains[0]", "too_long"],
        [{ allowed_domains: [""] }, "allowed_domains[0]", "too_short"],
        [{ allowed_origins: list(21, (at) => `https://h${at}.example`) }, "allowed_origins", "too_long"],
        [{ allowed_origins: ["https://a.example", "https://a.example"] }, "allowed_origins[1]", "duplicate"],
        [{ allowed_origins: ["https://a.example/"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["https://a.example/x"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["https://a.example:443"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["https://A.example"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["HTTPS://a.example"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["https://u:p@a.example"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["https://*.example"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["http://a.example"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["http://[::1]:80"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["http://[::1]:5173"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["null"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: ["*"] }, "allowed_origins[0]", "format"],
        [{ allowed_origins: [`https://${`${label}.`.repeat(4)}example`] }, "allowed_origins[0]", "too_long"],
        [{ self_registration: "yes" }, "self_registration", "type"],
        [{ mcp_enabled: true }, "mcp_enabled", "unknown"]
      ]
      for (const [body, field, rule] of registrations) {
        yield* refused("registration", { ...registration, ...body }, field, rule)
      }
      yield* refused("registration", { allowed_domains: [], allowed_origins: [] }, "self_registration", "required")

      const signIn = { sign_in_methods: { password: true, email_code: true }, two_factor: "off" }
      const off = { password: false, email_code: false }
      yield* refused("sign-in", { ...signIn, sign_in_methods: off }, "sign_in_methods.password", "invalid_value")
      yield* refused(
        "sign-in",
        { ...signIn, sign_in_methods: { password: true } },
        "sign_in_methods.email_code",
        "required"
      )
      yield* refused(
        "sign-in",
        { ...signIn, sign_in_methods: { ...off, passkey: true } },
        "sign_in_methods.passkey",
        "unknown"
      )
      yield* refused("sign-in", { ...signIn, two_factor: "sometimes" }, "two_factor", "invalid_value")
      yield* refused("sign-in", { two_factor: "off" }, "sign_in_methods", "required")

      const at = (name: string, value: unknown) => ({ ...urls, [name]: value })
      for (const name of ["invite_url", "verify_url", "reset_url", "mcp_login_url"]) {
        const mark = name === "mcp_login_url" ? "{interaction}" : "{token}"
        yield* refused("urls", at(name, "https://a.example/"), name, "invalid_value")
        yield* refused("urls", at(name, `https://a.example/${mark}/${mark}`), name, "invalid_value")
        yield* refused("urls", at(name, `http://a.example/${mark}`), name, "format")
        yield* refused("urls", at(name, `ftp://a.example/${mark}`), name, "format")
        yield* refused("urls", at(name, `https://${mark}.example/`), name, "format")
        yield* refused("urls", at(name, `https://${mark}@a.example/`), name, "format")
        yield* refused("urls", at(name, `https://a.example:${mark}/`), name, "format")
        yield* refused("urls", at(name, `http://localhost.evil.example/${mark}`), name, "format")
        yield* refused("urls", at(name, `javascript:alert(${mark})`), name, "format")
        yield* refused("urls", at(name, ` https://a.example/${mark}`), name, "format")
        yield* refused("urls", at(name, `/a/${mark}`), name, "format")
        yield* refused("urls", at(name, ""), name, "too_short")
        yield* refused("urls", at(name, `https://a.example/${mark}${"x".repeat(500)}`), name, "too_long")
        yield* refused("urls", at(name, 7), name, "type")
      }
      yield* refused("urls", at("invite_url", "https://a.example/{interaction}"), "invite_url", "invalid_value")
      yield* refused("urls", at("app_url", "https://a.example/{token}"), "app_url", "invalid_value")
      yield* refused("urls", at("app_url", "http://a.example/"), "app_url", "format")
      yield* refused("urls", at("app_url", "a.example"), "app_url", "format")
      yield* refused("urls", at("app_url", `https://a.example/${"x".repeat(500)}`), "app_url", "too_long")
      const { app_url: _, ...short } = urls
      yield* refused("urls", short, "app_url", "required")

      yield* refused("mcp", {}, "mcp_enabled", "required")
      yield* refused("mcp", { mcp_enabled: true, mcp_login_url: null }, "mcp_login_url", "unknown")
      for (const accent of ["#00FF9A", "#0f9", "00ff9a", "#00ff9a00", "red", ""]) {
        yield* refused("look", { hosted_accent: accent }, "hosted_accent", "format")
      }
      for (const [part, body] of [
        ["registration", registration],
        ["sign-in", signIn],
        ["urls", urls],
        ["mcp", { mcp_enabled: true }],
        ["look", { hosted_accent: null }]
      ] as const) {
        yield* refused(part, { ...body, oidc_callback_url: before.oidc_callback_url }, "oidc_callback_url", "unknown")
        yield* refused(part, { ...body, updated_at: before.updated_at }, "updated_at", "unknown")
      }
      assert.deepStrictEqual((yield* get).body, before)
      assert.deepStrictEqual(yield* details(orgId), [])
    })
  )

  it.effect("an app's sign-in settings take effect with the next request", () =>
    Effect.gen(function* () {
      const { app, put, user } = yield* world
      const body = { app_identifier: app.identifier, email: user.email, password }
      const login = call("POST", "/api/client/login", { body })
      const origin = "https://shop.example.com"
      const seen = Effect.map(call("GET", "/api/client/me", { as: user.token, headers: { origin } }), ({ headers }) =>
        headers.get("access-control-allow-origin")
      )
      assert.strictEqual((yield* login).status, 200)
      assert.isNull(yield* seen)
      yield* put("sign-in", { sign_in_methods: { password: false, email_code: true }, two_factor: "required" })
      assert.deepStrictEqual(refusal(yield* login), [403, "method_not_allowed"])
      // Nobody is signed out by it.
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: user.token })).status, 200)
      yield* put("registration", { ...registration, allowed_origins: [origin] })
      assert.strictEqual(yield* seen, origin)
      yield* put("registration", registration)
      assert.isNull(yield* seen)
    })
  )

  it.effect("an app's sign-in settings are changed by fifty concurrent writers one at a time", () =>
    Effect.gen(function* () {
      const { get, orgId, put } = yield* world
      const accents = Array.from({ length: 50 }, (_, at) => `#0000${(at % 2) + 10}`)
      const answers = yield* Effect.forEach(accents, (hosted_accent) => put("look", { hosted_accent }), {
        concurrency: "unbounded"
      })
      assert.isTrue(answers.every(({ status }) => status === 200))
      const rows = yield* details(orgId)
      assert.isAtLeast(rows.length, 1)
      assert.isAtMost(rows.length, 50)
      assert.include(accents, (yield* get).body.hosted_accent)
    })
  )

  it.effect("an app's sign-in settings belong to the developers of the app's org", () =>
    Effect.gen(function* () {
      const { app, path, user } = yield* world
      const stranger = yield* makeEveryone
      for (const part of ["", "/registration", "/sign-in", "/urls", "/mcp", "/look", "/logo"]) {
        const method = part === "" ? "GET" : "PUT"
        const body = part === "" ? {} : { body: "{" }
        const at = `${path}${part}`
        assert.deepStrictEqual(refusal(yield* call(method, at, { as: stranger.owner.token, ...body })), [
          404,
          "not_found"
        ])
        assert.deepStrictEqual(refusal(yield* call(method, at, { as: user.token, ...body })), [401, "unauthorized"])
        assert.deepStrictEqual(refusal(yield* call(method, at, body)), [401, "unauthorized"])
        const malformed = yield* call(method, at.replace(app.id, "seven"), { as: stranger.owner.token, ...body })
        assert.deepStrictEqual(refusal(malformed), [400, "invalid_uuid"])
      }
      const gone = yield* call("DELETE", `/api/apps/${randomUUID()}/auth-config/logo`, { as: stranger.owner.token })
      assert.deepStrictEqual(refusal(gone), [404, "not_found"])
    })
  )
})
