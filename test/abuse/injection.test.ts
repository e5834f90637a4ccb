import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../support/MailSink.ts"
import { password, unique } from "../support/people.ts"
import { makeDoor, post } from "../support/signIn.ts"
import { call } from "../support/wire.ts"
import { abuseApp, logged, raw } from "./world.ts"

/** Names that would like to be more than a name. `mark` finds them again. */
const names = (mark: string): ReadonlyArray<string> => [
  `${mark}\r\nBcc: spy@evil.example`,
  `${mark}\nX-Evil: 1\n\n<script>alert(1)</script>`,
  `${mark}\u2028Bcc: spy@evil.example\u2029X-Evil: 1`,
  `${mark}\u0085Bcc: spy@evil.example\u000bX-Evil: 1\u000c`,
  `=?UTF-8?B?${Buffer.from(`${mark}\r\nBcc: spy@evil.example`).toString("base64")}?=`,
  `=?utf-8?Q?${mark}=0D=0ABcc:=20spy@evil.example?=`,
  `${mark}" <spy@evil.example>, "`,
  `${mark}>\r\n.\r\nMAIL FROM:<spy@evil.example>`,
  `${mark}{{ link }}{% for i in (1..9) %}x{% endfor %}`,
  `${mark}<img src=x onerror=alert(1)>&lt;`,
  `${mark}\u202Egro.live\u2066`,
  `${mark} https://evil.example/ evil.example`
]

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("a name", (it) => {
  it.effect(
    "a name adds no header, recipient, markup or link to any mail, wherever it stands",
    () =>
      Effect.gen(function* () {
        const sink = yield* MailSink
        const { app, at, observe, owner } = yield* makeDoor
        const as = owner.token
        const count = names("").length
        for (let which = 0; which < count; which++) {
          const name = (mark: string) => names(mark)[which]!.slice(0, 60)
          yield* call("PATCH", `/api/apps/${app.id}`, { as, body: { name: name("app") } })
          yield* call("PATCH", "/api/org", { as, body: { name: name("org") } })
          yield* call("PATCH", `/api/apps/${app.id}/roles/${observe.id}`, { as, body: { name: name(`role${which}`) } })
          const [guest, mate, fresh] = ["guest", "mate", "fresh"].map((kind) => `${kind}-${unique()}@example.com`) as [
            string,
            string,
            string
          ]
          const display_name = name("person")
          for (const [path, body] of [
            [`/api/apps/${app.id}/invitations`, { email: guest, role_id: observe.id, display_name, send_mail: true }],
            ["/api/org/invitations", { email: mate, tier: "developer", display_name, send_mail: true }]
          ] as const)
            assert.strictEqual((yield* call("POST", path, { as, body })).status, 201, display_name)
          assert.strictEqual((yield* post("register", { ...at(fresh), password, display_name })).status, 202)
          for (const to of [guest, mate, fresh]) {
            const { email, html, to: recipient } = yield* sink.waitFor(to)
            assert.strictEqual(recipient, to)
            assert.deepStrictEqual(
              email.to?.map(({ address }) => address),
              [to]
            )
            assert.isUndefined(email.cc)
            assert.isUndefined(email.bcc)
            assert.notMatch(email.subject ?? "", /[\p{Cc}\u2028\u2029]/u)
            const known = email.headers.map(({ key }) => key)
            assert.notIncludeMembers(known, ["x-evil", "bcc"])
            assert.strictEqual(new Set(known).size, known.length)
            if (html !== null) {
              assert.notMatch(html, /<script|<img|href="[^"]*evil/i)
              assert.notInclude(html, "xxxxxxxxx")
            }
            // What a stranger calls himself is not in the mail that he has sent to others.
            if (to === fresh) assert.notInclude(`${email.subject} ${email.text} ${html}`, "person")
          }
        }
        assert.isAtLeast(sink.mails.length, 3 * count)
        assert.isEmpty(sink.mails.filter(({ to }) => to.includes("evil")))
      }),
    600_000
  )

  it.effect("a name writes no markup, header or line of its own into pages, exports and logs", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, owner } = yield* makeDoor
      const as = owner.token
      for (const evil of [...names("mark"), "=cmd|' /C calc'!A0", "+1+1", "-1", "@SUM(1)", '"\r\n"']) {
        const name = evil.slice(0, 60)
        yield* call("PATCH", `/api/apps/${app.id}`, { as, body: { name } })
        yield* call("POST", `/api/apps/${app.id}/server-keys`, { as, body: { name } })
        for (const path of ["sign-in", "sign-up", "forgot", "done"]) {
          const { headers, text } = yield* raw("GET", `/app/${app.identifier}/${path}`)
          assert.notMatch(text, /<script>|<img src=x|onerror=alert\(1\)>/)
          assert.isNull(headers.get("x-evil"))
          assert.match(headers.get("content-security-policy")!, /default-src 'none'/)
        }
      }
      const csv = yield* raw("GET", "/api/audit/export", { authorization: `Bearer ${as}` })
      assert.strictEqual(csv.status, 200)
      const cells = [...csv.text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,\r\n]*))/g)]
      assert.isAbove(cells.length, 100)
      for (const [, quoted, bare] of cells) assert.notMatch(quoted ?? bare ?? "", /^[=+@\t\r-]/)
      // A line of the log is one object, whatever is in it.
      for (const path of [
        "/api/%0d%0a{%22level%22:%22ERROR%22}",
        "/app/x%0a%0dERROR/sign-in",
        "/\u2028x",
        "/api/\u001b[31m"
      ])
        yield* raw("GET", encodeURI(path).replaceAll("%25", "%"), { "user-agent": 'x {"a":1}', "x-request-id": "evil" })
      for (const line of logged) {
        assert.notMatch(line, /[\p{Cc}\u2028\u2029]/u)
        assert.isObject(JSON.parse(line))
        assert.notInclude(line, '"request_id":"evil"')
      }
      assert.isAbove((yield* sql`SELECT FROM audit_events`).length, 0)
    })
  )

  it.effect("a name of a header that a caller sends back is not believed or sent on", () =>
    Effect.gen(function* () {
      const { app } = yield* makeDoor
      const evil = {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "javascript",
        forwarded: "host=evil.example",
        "x-original-url": "/evil",
        "x-rewrite-url": "/evil",
        "x-http-method-override": "DELETE",
        referer: "https://evil.example"
      }
      const sink = yield* MailSink
      const email = `fresh-${unique()}@example.com`
      const register = { app_identifier: app.identifier, email, password }
      const answer = yield* raw(
        "POST",
        "/api/client/register",
        { ...evil, "content-type": "application/json" },
        JSON.stringify(register)
      )
      assert.strictEqual(answer.status, 202)
      assert.match((yield* sink.waitFor(email)).link, /^http:\/\/localhost:8787\//)
      for (const path of [`/app/${app.identifier}/sign-in`, "/console/oauth/authorize", "/healthz", "/docs"]) {
        const { headers, text } = yield* raw("GET", path, evil)
        assert.notInclude(text, "evil.example")
        assert.notInclude([...headers.values()].join("\n"), "evil.example")
      }
    })
  )
})

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("a template", (it) => {
  const bombs = {
    escapes: [
      "{{ constructor }}",
      "{{ app.constructor.constructor }}",
      "{{ app['__proto__'] }}",
      "{% assign a = app %}{{ a['constructor'] }}",
      "{{ app.name.constructor.name }}",
      "{{ link | append: app.__proto__.polluted }}",
      "{% assign __proto__ = link %}{{ __proto__.polluted }}",
      "{% assign constructor = link %}{{ constructor.name }}",
      "{{ 'x' | constructor }}",
      "{{ 'x' | __proto__ }}",
      "{{ 'x' | toString }}",
      "{{ 'x' | hasOwnProperty: 'y' }}",
      "{% constructor %}",
      "{% __proto__ %}",
      "{% include '/etc/passwd' %}",
      "{% render 'x' %}",
      "{% layout 'x' %}",
      "{% raw %}{{ x }}{% endraw %}{% endraw %}",
      "{{ process.env.SECRET }}",
      "{{ globalThis }}",
      "{{ user.password_hash }}",
      "{{ app.id }}"
    ],
    costs: [
      "{% for a in (1..999999999) %}x{% endfor %}",
      "{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}x{% endfor %}{% endfor %}{% endfor %}",
      "{{ (1..99999999) | join: 'xxxxxxxxxx' }}",
      "{% assign a = 'xxxxxxxxxx' %}" + "{% assign a = a | append: a %}".repeat(40) + "{{ a }}",
      "{{ 'x' | append: 'y' " +
        "| append: 'yyyyyyyyyyyyyyyy' | replace: 'y', 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy' ".repeat(12) +
        "}}",
      "{{ 'x' | truncate: 1e308 }}{{ 'x' | slice: -1e308, 1e308 }}{% for a in (1..1e308) %}{% endfor %}",
      "{{ 1 | divided_by: 0 }}{% for i in (1..link) %}{% endfor %}{{ 9e999 | times: 9e999 }}{{ nothing }}",
      "{% if true %}".repeat(1_400),
      "{% if true %}".repeat(650) + "{% endif %}".repeat(650) + "{{ nothing }}",
      "{{ app" + "[app.name".repeat(1_500) + "]".repeat(1_500) + "}}",
      "{{".repeat(9_000),
      `{{ "${"\u202e\u{1F468}\u200d".repeat(3_000)}" | split: "" | join: "${"x".repeat(5_000)}" }}`,
      "{% case link %}" + "{% when 'x' or 'y' %}".repeat(800) + "{{ nothing }}{% endcase %}"
    ]
  }

  it.effect(
    "a template gets at nothing but its variables, and is refused at what it costs, whichever route takes it",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { app, owner } = yield* makeDoor
        const as = owner.token
        const path = `/api/apps/${app.id}/mail-templates/invite`
        for (const [kind, templates] of Object.entries(bombs)) {
          for (const text of templates) {
            for (const part of ["text", "html"] as const) {
              const body = { subject: "s", text: "t", [part]: text.slice(0, part === "text" ? 20_000 : 100_000) }
              for (const [method, route] of [
                ["PUT", path],
                ["POST", `${path}/preview`]
              ] as const) {
                const answer = yield* call(method, route, { as, body })
                assert.include(
                  [400, 422],
                  answer.status,
                  `${kind} ${text.slice(0, 80)} ${JSON.stringify(answer.body).slice(0, 200)}`
                )
                assert.isBelow(JSON.stringify(answer.body).length, 1_000)
              }
            }
          }
        }
        const nested = { subject: "s", text: `{{ app${"[app.name".repeat(100)}${"]".repeat(100)} }}` }
        assert.strictEqual(
          (yield* call("POST", `${path}/preview`, { as, body: nested })).body.details.message,
          "more than 100 brackets are open at once"
        )
        for (const subject of ["{{ app.constructor }}", "{{ link", "{% for a in (1..99999999) %}x{% endfor %}"])
          assert.strictEqual((yield* call("PUT", path, { as, body: { subject, text: "t" } })).status, 422, subject)
        assert.strictEqual((yield* sql`SELECT FROM app_mail_templates`).length, 0)
        assert.isUndefined(({} as Record<string, unknown>).polluted)
        // The service still does its work.
        assert.strictEqual((yield* call("GET", "/readyz")).status, 200)
      })
  )
})
