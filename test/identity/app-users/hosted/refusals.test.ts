import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { password, unique } from "../../../support/people.ts"
import { invite, SignInApp } from "../../../support/signIn.ts"
import { testApp } from "../../../support/TestApp.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"
import { fields, makePages, posts, send } from "./world.ts"

const own = "http://localhost:8787"

const gets = ["sign-in", "sign-up", "forgot", "done", "verify/x", "reset/x", "invite/x"]
layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("a hosted page", (it) => {
  it.effect("a hosted page is never framed, kept, referred from, or scripted but by modules of its own", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const answers = [yield* send(page("sign-in"), { email: user.email, password: "no" })]
      for (const path of gets) answers.push(yield* call("GET", page(path)))
      for (const { body, headers, status } of answers) {
        assert.include([200, 410], status)
        const policy = headers.get("content-security-policy")!
        assert.include(policy, "default-src 'none'")
        assert.include(policy, "frame-ancestors 'none'")
        assert.notInclude(policy, "unsafe")
        assert.notInclude(policy, "connect-src")
        assert.notMatch(policy.replace("script-src 'self'", ""), /script-src/)
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
        assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
        assert.notMatch(
          body.replaceAll(/<script type="module" src="\/pages\/(?:form|copy)\.js"><\/script>/g, ""),
          /<script| style=| on\w+=/
        )
      }
    })
  )

  it.effect("a hosted page of an unknown app is a page of its own, with status 404", () =>
    Effect.gen(function* () {
      for (const identifier of [`no_${unique()}`, "a%2Fb", "%3Cscript%3E", "x".repeat(90)]) {
        for (const path of gets) {
          const answer = yield* call("GET", `/app/${identifier}/${path}`)
          assert.deepStrictEqual([answer.status, typeof answer.body], [404, "string"], path)
          assert.include(answer.body, "No such page")
          assert.notInclude(answer.body, "<script")
        }
        for (const path of posts) {
          const form = yield* send(`/app/${identifier}/${path}`, {})
          assert.strictEqual(form.status, 404, path)
          assert.include(form.body, "No such page")
          const json = yield* call("POST", `/app/${identifier}/${path}`, { body: "{" })
          assert.deepStrictEqual(refusal(json), [404, "not_found"], path)
        }
        assert.deepStrictEqual(refusal(yield* call("GET", `/app/${identifier}/logo`)), [404, "not_found"])
        assert.deepStrictEqual(refusal(yield* call("GET", `/app/${identifier}/theme.css`)), [404, "not_found"])
      }
    })
  )

  it.effect("a hosted page answers truncated addresses and those of forms with 404 and a link", () =>
    Effect.gen(function* () {
      const { page } = yield* makePages
      const cut = ["", "verify", "verify/", "reset", "invite", "invite/a/b", "two-factor", "sign-in/code"]
      for (const path of cut) {
        const { body, headers, status } = yield* call("GET", page(path))
        assert.deepStrictEqual([status, headers.get("content-type")], [404, "text/html; charset=utf-8"], path)
        assert.include(body, "No such page")
        assert.include(body, `href="${page("sign-in")}"`)
        assert.strictEqual((yield* call("HEAD", page(path))).status, 404, path)
        assert.deepStrictEqual(refusal(yield* call("PUT", page(path))), [404, "not_found"], path)
      }
      for (const path of ["/app", "/app/", "/app/nowhere", "/app/%FF/sign-in", "/app/nowhere/verify"]) {
        assert.strictEqual((yield* call("GET", path)).status, 404, path)
      }
      assert.include((yield* call("GET", page("reset?lang=de"))).body, `href="${page("sign-in?lang=de")}"`)
    })
  )

  it.effect(
    "a hosted page takes no form from another site",
    () =>
      Effect.gen(function* () {
        const { page, user } = yield* makePages
        const given = { email: user.email, password }
        const foreign: ReadonlyArray<Readonly<Record<string, string>>> = [
          { origin: "https://evil.example" },
          { origin: "http://localhost:8788" },
          { origin: "https://localhost:8787" },
          { origin: `${own}.evil.example` },
          { origin: "null" },
          { origin: "null", "sec-fetch-site": "cross-site" },
          { origin: "null", "sec-fetch-site": "same-site" },
          { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
          { "sec-fetch-site": "cross-site" }
        ]
        for (const headers of foreign) {
          for (const path of posts) {
            const form = yield* send(page(path), given, headers)
            assert.strictEqual(form.status, 403, `${path} ${JSON.stringify(headers)}`)
            assert.include(form.body, "sent from another site")
            assert.notInclude(form.body, user.email)
            const json = yield* call("POST", page(path), { body: given, headers })
            assert.deepStrictEqual(refusal(json), [403, "forbidden"], path)
          }
        }
        for (const headers of [
          { origin: own },
          { origin: "null", "sec-fetch-site": "same-origin" },
          { origin: "null", "sec-fetch-site": "none" },
          { "sec-fetch-site": "same-origin" }
        ] as ReadonlyArray<Record<string, string>>) {
          assert.strictEqual((yield* send(page("sign-in"), given, headers)).status, 303, JSON.stringify(headers))
          assert.strictEqual((yield* call("POST", page("sign-in"), { body: given, headers })).status, 200)
        }
      }),
    600_000
  )

  it.effect("a hosted page takes forms and JSON, and nothing else", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const given = { email: user.email, password }
      for (const type of [
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application/x-www-form-urlencoded2",
        ""
      ]) {
        const answer = yield* call("POST", page("sign-in"), { body: fields(given), headers: { "content-type": type } })
        assert.deepStrictEqual(refusal(answer), [415, "unsupported_media_type"], type)
      }
      const loud = { "content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" }
      assert.strictEqual((yield* send(page("sign-in"), given, loud)).status, 303)
      const json = { "content-type": "APPLICATION/JSON; charset=utf-8" }
      assert.strictEqual((yield* call("POST", page("sign-in"), { body: given, headers: json })).status, 200)
    })
  )

  it.effect("a hosted page reads a form strictly", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const email = encodeURIComponent(user.email)
      for (const text of [
        `email=${email}&password=a&password=${encodeURIComponent(password)}`,
        `email=${email}&password=%FF`,
        `email=${email}&password=%00`,
        `email=${email}&password=%`,
        `email=${email}&password=a&app_identifier=b`,
        Array.from({ length: 1000 }, (_, at) => `f${at}=1`).join("&"),
        "",
        "=",
        "__proto__=a"
      ]) {
        const answer = yield* send(page("sign-in"), text)
        assert.deepStrictEqual([answer.status, typeof answer.body], [200, "string"], text.slice(0, 80))
        assert.include(answer.body, `role="alert"`)
      }
    })
  )

  it.effect("a hosted page answers a body that is too large with a page", () =>
    Effect.gen(function* () {
      const { page } = yield* makePages
      const form = yield* send(page("forgot"), `email=${"a".repeat(2_097_152)}`)
      assert.strictEqual(form.status, 200)
      assert.include(form.body, "That did not work")
      const json = yield* call("POST", page("forgot"), { body: { email: "a".repeat(2_097_152) } })
      assert.deepStrictEqual(refusal(json), invalid("body", "too_large"))
      assert.deepStrictEqual(refusal(yield* call("POST", page("forgot"), { body: "{" })), invalid("body", "json"))
      const nul = yield* call("POST", page("forgot"), { body: { email: "a\u0000@example.com" } })
      assert.deepStrictEqual(refusal(nul), invalid("email", "format"))
    })
  )

  it.effect("a hosted page writes no markup and no header that a name, an address or a token brought along", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, observe, page } = yield* makePages
      const evil = `"><script>alert(1)</script><img src=x onerror='y'>\r\nx-evil: 1`
      yield* sql`UPDATE apps SET name = ${evil}, hosted_accent = ${`#000000;}*{x:y}`} WHERE id = ${app.id}`
      const token = yield* invite(app, `nia-${unique()}@example.com`, observe.id, { displayName: evil })
      const answers = [
        yield* call("GET", page("sign-in")),
        yield* call("GET", page(`invite/${token}`)),
        yield* call("GET", page(`verify/${encodeURIComponent(evil)}`)),
        yield* call("GET", page(`done?for=${encodeURIComponent(evil)}&lang=${encodeURIComponent(evil)}`)),
        yield* send(page("sign-in"), { email: evil, password: "a" }),
        yield* send(page("sign-up"), { email: "a@example.com", password: "a", display_name: evil }),
        yield* send(page("sign-in/code/verify"), { email: evil, code: evil }),
        yield* send(page("verify"), { token: evil }),
        yield* send(page("two-factor"), { challenge: evil, code: "000000" }),
        yield* send(page("two-factor/setup"), { challenge: evil }),
        yield* send(page("sign-in"), { [evil]: "a" })
      ]
      for (const { body, headers } of answers) {
        assert.notInclude(body.replaceAll('<script type="module" src="/pages/', ""), "<script")
        assert.notInclude(body, "<img src=x")
        assert.isNull(headers.get("x-evil"))
      }
      assert.strictEqual((yield* call("GET", page("theme.css"))).body, null)
      yield* sql`UPDATE apps SET app_url = 'javascript:alert(1)' WHERE id = ${app.id}`
      assert.notInclude((yield* call("GET", page("done"))).body, "javascript:")
    })
  )

  it.effect("a hosted page keeps the language that was asked for through its forms and links", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const german = yield* call("GET", page("sign-in?lang=de"))
      assert.include(german.body, `<html lang="de">`)
      assert.include(german.body, `action="${page("sign-in?lang=de")}"`)
      assert.include(german.body, `href="${page("forgot?lang=de")}"`)
      assert.include(german.body, `href="${page("sign-in?lang=en")}"`)
      const answer = yield* send(page("sign-in?lang=de"), { email: user.email, password })
      assert.strictEqual(answer.headers.get("location"), page("done?lang=de&for=signed_in"))
      const asked = yield* call("GET", page("sign-in"), { headers: { "accept-language": "de-AT,de;q=0.9,en;q=0.5" } })
      assert.include(asked.body, "Passwort vergessen?")
      assert.include(asked.body, `action="${page("sign-in")}"`)
    })
  )
})

const once = Object.fromEntries(
  ["client_login", "login_code", "login_code_verify", "register", "resend_verification", "verify_email"]
    .concat([
      "password_reset",
      "reset_confirm",
      "accept",
      "two_factor_verify",
      "two_factor_setup",
      "two_factor_confirm"
    ])
    .map((bucket) => [bucket, { limit: 1, windowMs: 60_000 }])
)

layer(testApp({ rateLimits: once }), { excludeTestServices: true, timeout: "60 seconds" })("a hosted form", (it) => {
  it.effect("a hosted form is counted with its client twin, and before anything is looked at", () =>
    Effect.gen(function* () {
      const { app, page, user } = yield* makePages
      for (const path of posts.filter((path) => !path.startsWith("two-factor"))) {
        yield* send(page(path), {}, { origin: "https://evil.example" })
        const form = yield* send(page(path), {})
        assert.strictEqual(form.status, 200, path)
        assert.match(form.body, /Too many attempts. Try again in (60|[1-5]?\d) seconds/)
        assert.isNull(form.headers.get("retry-after"))
        const elsewhere = yield* call("POST", `/app/nowhere/${path}`, {
          body: "{",
          headers: { "content-type": "text/plain" }
        })
        assert.deepInclude(refusal(elsewhere).slice(0, 2), 429, path)
      }
      const twin = { app_identifier: app.identifier, email: user.email, password }
      assert.strictEqual((yield* call("POST", "/api/client/login", { body: twin })).status, 429)
      const challenge = "nobody's"
      for (const path of ["two-factor", "two-factor/setup", "two-factor/setup/confirm"]) {
        const given: Record<string, string> = path.endsWith("setup") ? { challenge } : { challenge, code: "000000" }
        assert.strictEqual((yield* send(page(path), given)).status, 410, path)
        const form = yield* send(page(path), given)
        assert.strictEqual(form.status, 200, path)
        assert.include(form.body, "Too many attempts.")
        assert.strictEqual((yield* call("POST", page(path), { body: given })).status, 429, path)
      }
    })
  )
})
