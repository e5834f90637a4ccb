import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink, testAppWithMail } from "../support/MailSink.ts"
import { makeApp, makeEveryone, makeOrg } from "../support/people.ts"
import { TestApp, testApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"

const words = {
  subject: "Hello {{ user.display_name }}",
  text: "Go to {{ link }} within {{ expires_in_hours }} hours."
}

/** An org with an app that has none of its own words, and one call to its templates. */
const world = Effect.gen(function* () {
  const { developer, owner } = yield* makeOrg
  const { app } = yield* makeApp(owner.caller)
  const templates = (method: string, path = "", body?: unknown) =>
    call(method, `/api/apps/${app.id}/mail-templates${path}`, {
      as: developer.token,
      ...(body === undefined ? {} : { body })
    })
  return { app, developer, templates }
})

const trail = Effect.fnUntraced(function* (appId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ action: string; details: unknown }>`
    SELECT action, details FROM audit_events
    WHERE target_kind = 'app' AND target_id = ${appId} AND action LIKE 'app.mail%' ORDER BY seq`
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("an app's mail template", (it) => {
  it.effect("an app's mail template is put, read, listed, replaced and removed, and each change is recorded", () =>
    Effect.gen(function* () {
      const { app, templates } = yield* world
      assert.deepStrictEqual((yield* templates("GET")).body, { templates: [] })
      assert.deepStrictEqual(refusal(yield* templates("GET", "/invite")), [404, "not_found"])

      const reset = yield* templates("PUT", "/reset", { ...words, html: "<p>{{ link }}</p>" })
      assert.strictEqual(reset.status, 200)
      const { updated_at, ...rest } = reset.body
      assert.deepStrictEqual(rest, { kind: "reset", ...words, html: "<p>{{ link }}</p>" })
      assert.match(updated_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      const invite = yield* templates("PUT", "/invite", words)
      assert.strictEqual(invite.body.html, null)
      assert.deepStrictEqual((yield* templates("GET", "/reset")).body, reset.body)
      assert.deepStrictEqual((yield* templates("GET")).body, { templates: [invite.body, reset.body] })

      const again = yield* templates("PUT", "/reset", { ...words, html: "<p>{{ link }}</p>" })
      assert.deepStrictEqual(again.body, reset.body)
      const replaced = yield* templates("PUT", "/reset", { ...words, html: null })
      assert.strictEqual(replaced.body.html, null)

      assert.strictEqual((yield* templates("DELETE", "/reset")).status, 204)
      assert.deepStrictEqual(refusal(yield* templates("DELETE", "/reset")), [404, "not_found"])
      assert.deepStrictEqual((yield* templates("GET")).body, { templates: [invite.body] })
      const event = (action: string, kind: string) => ({ action, details: { app_id: app.id, kind } })
      assert.deepStrictEqual(yield* trail(app.id), [
        event("app.mail_template_changed", "reset"),
        event("app.mail_template_changed", "invite"),
        event("app.mail_template_changed", "reset"),
        event("app.mail_template_removed", "reset")
      ])
    })
  )

  it.effect("an app's mail template is for developers of its org; checked in the order app, kind, body", () =>
    Effect.gen(function* () {
      const { app, developer, templates } = yield* world
      const everyone = yield* makeEveryone
      const routes = [
        ["GET", "/invite"],
        ["PUT", "/invite"],
        ["DELETE", "/invite"],
        ["POST", "/invite/preview"],
        ["POST", "/invite/test"]
      ] as const
      for (const [method, path] of [["GET", ""] as const, ...routes]) {
        const at = (id: string, rest: string, as?: string) =>
          call(method, `/api/apps/${id}/mail-templates${rest}`, as === undefined ? {} : { as })
        assert.deepStrictEqual(refusal(yield* at(app.id, path)), [401, "unauthorized"])
        assert.deepStrictEqual(refusal(yield* at(app.id, path, everyone.user.token)), [401, "unauthorized"])
        assert.deepStrictEqual(refusal(yield* at(app.id, path, everyone.developer.token)), [404, "not_found"])
        assert.deepStrictEqual(refusal(yield* at("nope", path, developer.token)), [400, "invalid_uuid"])
        if (path === "") continue
        const unknown = path.replace("invite", "welcome")
        assert.deepStrictEqual(refusal(yield* at(app.id, unknown, everyone.developer.token)), [404, "not_found"])
        assert.deepStrictEqual(refusal(yield* at("nope", unknown, developer.token)), [400, "invalid_uuid"])
        assert.deepStrictEqual(refusal(yield* at(app.id, unknown, developer.token)), invalid("kind", "invalid_value"))
      }
      for (const [method, path] of routes.filter(([method]) => method.startsWith("P"))) {
        assert.deepStrictEqual(refusal(yield* templates(method, path)), invalid("body", "required"))
      }
    })
  )

  it.effect("an app's mail template has a subject and a text, within bounds, and nothing else", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [object, string, string]> = [
        [{ text: "t" }, "subject", "required"],
        [{ subject: "s", html: "<p></p>" }, "text", "required"],
        [{ ...words, subject: "" }, "subject", "too_short"],
        [{ ...words, subject: "s".repeat(201) }, "subject", "too_long"],
        [{ ...words, text: "t".repeat(20_001) }, "text", "too_long"],
        [{ ...words, html: "h".repeat(100_001) }, "html", "too_long"],
        [{ ...words, html: "" }, "html", "too_short"],
        [{ ...words, kind: "invite" }, "kind", "unknown"],
        [{ ...words, updated_at: "2026-01-01T00:00:00.000Z" }, "updated_at", "unknown"]
      ]
      for (const [body, field, rule] of cases) {
        const { templates } = yield* world
        for (const path of ["PUT /invite", "POST /invite/preview", "POST /invite/test"]) {
          const [method, rest] = path.split(" ") as [string, string]
          assert.deepStrictEqual(refusal(yield* templates(method, rest, body)), invalid(field, rule))
        }
      }
      const { templates } = yield* world
      const longest = { subject: "s".repeat(200), text: "t".repeat(20_000), html: "h".repeat(100_000) }
      assert.strictEqual((yield* templates("PUT", "/invite", longest)).status, 200)
    })
  )

  it.effect("an app's mail template that does not render is refused with its part, and nothing is stored", () =>
    Effect.gen(function* () {
      const { app, templates } = yield* world
      const bad = (part: string) => ({ ...words, html: "<p></p>", [part]: "{{ nope }}" })
      const wrong = (part: string) => [422, "template_invalid", { part, message: "unknown variable: nope" }]
      for (const part of ["subject", "text", "html"]) {
        assert.deepStrictEqual(refusal(yield* templates("PUT", "/invite", bad(part))), wrong(part))
      }
      assert.deepStrictEqual(refusal(yield* templates("POST", "/invite/preview", bad("html"))), wrong("html"))
      assert.deepStrictEqual(refusal(yield* templates("POST", "/invite/test", bad("text"))), wrong("text"))
      const code = { ...words, text: "{{ code }} {{ expires_in_minutes }}" }
      assert.strictEqual((yield* templates("PUT", "/verify", code)).status, 422)
      assert.strictEqual((yield* templates("PUT", "/login_code", code)).status, 200)
      const huge = { ...words, text: `{% for i in (1..20) %}${"x".repeat(15_000)}{% endfor %}` }
      const refused = refusal(yield* templates("PUT", "/invite", huge))
      assert.deepInclude(refused, "template_invalid")
      assert.strictEqual((yield* templates("GET")).body.templates.length, 1)
      assert.strictEqual((yield* trail(app.id)).length, 1)
    })
  )

  it.effect("an app's mail template is previewed with one set of samples for every kind, and not stored", () =>
    Effect.gen(function* () {
      const { app, templates } = yield* world
      const all =
        "{{ app.name }}|{{ org.name }}|{{ user.email }}|{{ user.display_name }}|{{ role.name }}|{{ link }}|{{ expires_in_hours }}"
      const body = { subject: "a\nb", text: all, html: "<b>{{ '<i>' }}</b>" }
      const answers = []
      for (const kind of ["invite", "verify", "reset", "login_code"]) {
        // The address is another one each time.
        const { html_url, ...answer } = (yield* templates("POST", `/${kind}/preview`, body)).body
        assert.match(html_url, /\/preview\?mail=[\w-]+$/)
        answers.push(answer)
      }
      for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
      assert.deepInclude(answers[0], { subject: "a b", html: "<b>&lt;i&gt;</b>" })
      const values = answers[0].text.split("|")
      assert.strictEqual(values.length, 7)
      assert.isTrue(values.every((value: string) => value !== ""))
      assert.strictEqual(values[6], "24")
      const code = { subject: "s", text: "{{ code }} {{ expires_in_minutes }}" }
      const preview = (yield* templates("POST", "/login_code/preview", code)).body
      assert.deepStrictEqual(preview, { subject: "s", text: "123456 10", html: null, html_url: null })
      assert.deepStrictEqual((yield* templates("GET")).body, { templates: [] })
      assert.deepStrictEqual(yield* trail(app.id), [])
    })
  )

  it.effect("an app's mail template is written, previewed and tested together ten times a minute by app", () =>
    Effect.gen(function* () {
      const { app, developer, templates } = yield* world
      const stranger = yield* world
      const path = `/api/apps/${app.id}/mail-templates/invite`
      // A stranger's calls do not count against the app, and neither do reads.
      for (let index = 0; index < 11; index++) {
        yield* call("PUT", path, { as: stranger.developer.token, body: words })
        yield* call("GET", path, { as: developer.token })
      }
      for (let index = 0; index < 4; index++) {
        assert.strictEqual((yield* templates("PUT", "/invite", words)).status, 200)
        assert.strictEqual((yield* templates("POST", "/reset/preview", words)).status, 200)
      }
      assert.strictEqual((yield* templates("POST", "/invite/test", words)).status, 409)
      assert.strictEqual((yield* templates("PUT", "/invite", {})).status, 400)
      for (const [method, rest] of [
        ["PUT", "/verify"],
        ["POST", "/verify/preview"],
        ["POST", "/verify/test"]
      ] as const) {
        const refused = yield* templates(method, rest)
        assert.deepStrictEqual([refused.status, refused.body.code], [429, "rate_limited"])
        assert.isAbove(refused.body.details.retry_after_ms, 0)
      }
      assert.strictEqual((yield* templates("GET", "/invite")).status, 200)
      assert.strictEqual((yield* stranger.templates("PUT", "/invite", words)).status, 200)
    })
  )

  it.effect("an app's mail template is not tested without a mail server", () =>
    Effect.gen(function* () {
      const { templates } = yield* world
      const conflict = [409, "target_state_conflict", { field: "mail", rule: "not_set" }]
      assert.deepStrictEqual(refusal(yield* templates("POST", "/invite/test", words)), conflict)
    })
  )
})

layer(testAppWithMail(), { excludeTestServices: true, timeout: "60 seconds" })("a test of a mail template", (it) => {
  it.effect("a test of a mail template mails the calling developer with sample values, and stores nothing", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, developer, templates } = yield* world
      const tested = yield* templates("POST", "/login_code/test", { ...words, html: "<p>{{ code }}</p>" })
      assert.deepStrictEqual([tested.status, tested.body], [202, { mail: "sent" }])
      const mail = yield* sink.waitFor(developer.email)
      assert.strictEqual(mail.subject, "Hello Ada Lovelace")
      assert.include(mail.text, "within 24 hours.")
      assert.include(mail.html, "<p>123456</p>")
      assert.deepStrictEqual((yield* templates("GET")).body, { templates: [] })
      assert.deepStrictEqual(yield* trail(app.id), [])
    })
  )

  it.effect("a test of a mail template reports failed when the mail server refuses it", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { developer, templates } = yield* world
      sink.refuses.set(developer.email, 550)
      const tested = yield* templates("POST", "/invite/test", words)
      assert.deepStrictEqual([tested.status, tested.body], [202, { mail: "failed" }])
    })
  )
})

const deadServer = testApp({ mailUrl: Option.some(Redacted.make("smtp://127.0.0.1:9")) })

layer(deadServer, { excludeTestServices: true, timeout: "60 seconds" })(
  "a test with a mail server that is down",
  (it) => {
    it.effect("a test of a mail template reports failed when the mail server is down", () =>
      Effect.gen(function* () {
        const { templates } = yield* world
        assert.deepStrictEqual((yield* templates("POST", "/invite/test", words)).body, { mail: "failed" })
      })
    )
  }
)
