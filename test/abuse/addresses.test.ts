import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { begin, post as step } from "../identity/developers/portal/world.ts"
import { MailSink } from "../support/MailSink.ts"
import { makeOrg, password, unique } from "../support/people.ts"
import { invite, makeDoor, post, tokenOf } from "../support/signIn.ts"
import { call, refusal } from "../support/wire.ts"
import { abuseApp, together } from "./world.ts"

/** Other ways to write the same address: one account. */
const sames = (email: string): ReadonlyArray<string> => [
  email,
  email.toUpperCase(),
  email.replace(/^./, (letter) => letter.toUpperCase()),
  email.replace("@example", "@EXAMPLE"),
  ` ${email}`,
  `${email}\t`,
  `\r\n${email}\u00a0`
]

/** Addresses that look or mean the same to some, and are other ones: never the same account. */
const others = (email: string): ReadonlyArray<string> => {
  const [local, domain] = email.split("@") as [string, string]
  return [
    `${local}+tag@${domain}`,
    `${local.replace("-", ".")}@${domain}`,
    `${local}.@${domain}`,
    `${local}@${domain}.`,
    `"${local}"@${domain}`,
    `${local}@${domain.replace("e", "\u0435")}`,
    `${local.replace("k", "\u043a")}@${domain}`,
    `${local.replace("k", "\uff4b")}@${domain}`,
    `${local.replace("i", "\u0131")}@${domain}`,
    `${local.replace("i", "\u0456")}@${domain}`,
    `${local.replace("i", "i\u0307")}@${domain}`,
    `${local.replace("m", "m\u200b")}@${domain}`,
    `${local.replace("m", "\u00adm")}@${domain}`,
    `\u202e${email}`,
    `${local}@xn--${domain}`,
    `${local}(a)@${domain}`,
    `${local}%40${domain}@evil.example`,
    `${local}\u0000@${domain}`
  ]
}

/** No address at all, and none of them may become one on the way. */
const nones = (email: string): ReadonlyArray<string> => [
  `${email}, eve@evil.example`,
  `${email} eve@evil.example`,
  `${email}\r\nBcc: eve@evil.example`,
  `${email}\neve@evil.example`,
  `Kim <${email}>`,
  `${email}@evil.example`,
  `eve@evil.example@${email.split("@")[1]}`,
  `${email}\u2028eve@evil.example`,
  `${email}\u00a0eve@evil.example`,
  "@example.com",
  "kim@",
  `${"k".repeat(250)}@example.com`
]

const address = () => `kim-${unique()}@example.com`
const distinct = (values: ReadonlyArray<string>) => new Set(values).size

layer(abuseApp([], { signUp: "open" }), { excludeTestServices: true, timeout: "60 seconds" })("an address", (it) => {
  it.effect("an address has one account of an app however it is written, and nobody's look-alike shares it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, observe, owner } = yield* makeDoor
      const email = address()
      const create = (email: string) =>
        call("POST", `/api/apps/${app.id}/users`, { as: owner.token, body: { email, password, role_id: observe.id } })
      // All at once: one of them makes the account.
      const created = yield* together(sames(email).map(create))
      assert.deepStrictEqual(created.map(({ status }) => status).sort(), [
        201,
        ...sames(email)
          .slice(1)
          .map(() => 409)
      ])
      for (const none of nones(email)) {
        assert.strictEqual((yield* create(none)).status, 400, none)
        assert.strictEqual((yield* post("register", { ...at(none), password })).status, 400, none)
        assert.strictEqual((yield* post("login", { ...at(none), password })).status, 400, none)
      }
      for (const same of sames(email)) {
        assert.strictEqual((yield* post("login", { ...at(same), password })).status, 200, same)
        const registered = yield* post("register", { ...at(same), password: `${password} of a thief` })
        assert.strictEqual(registered.status, 202)
        assert.strictEqual((yield* post("login", { ...at(same), password: `${password} of a thief` })).status, 401)
      }
      for (const other of others(email)) {
        const answer = yield* post("login", { ...at(other), password })
        assert.notStrictEqual(answer.status, 200, other)
        assert.isBelow(answer.status, 500, other)
        yield* post("register", { ...at(other), password: `${password} of a thief` })
        yield* post("password/reset", at(other))
        yield* post("login/code", at(other))
      }
      const rows = yield* sql<{ email: string; status: string }>`
        SELECT email, status FROM app_users WHERE app_id = ${app.id} ORDER BY created_at`
      const keys = rows.map(({ email }) => email.trim().toLowerCase())
      assert.strictEqual(distinct(keys), keys.length)
      assert.deepStrictEqual(
        rows.filter(({ email: held }) => held.trim().toLowerCase() === email).map(({ status }) => status),
        ["active"]
      )
      assert.strictEqual((yield* post("login", { ...at(email), password })).status, 200)
    })
  )

  it.effect("an address is mailed its own codes and links alone, never those of one that looks like it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at, user } = yield* makeDoor
      const email = address()
      yield* sql`UPDATE app_users SET email = ${email} WHERE id = ${user.user.id}`
      for (const other of others(email)) {
        for (const path of ["password/reset", "login/code"]) yield* post(path, at(other))
      }
      const [row] = yield* sql<{ count: number }>`
        SELECT count(*)::int AS count FROM work_items WHERE app_id = ${app.id} AND state <> 'void'`
      assert.strictEqual(row!.count, 0)
      yield* post("login/code", at(` ${email.toUpperCase()}`))
      assert.strictEqual((yield* sink.waitFor(email)).to, email)
      assert.notInclude(
        sink.mails.map(({ to }) => to),
        email.toUpperCase()
      )
    })
  )

  it.effect("an address has one invitation of an app and one of a team, however it is written", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, observe, owner } = yield* makeDoor
      const email = address()
      const inviting = (email: string) =>
        call("POST", `/api/apps/${app.id}/invitations`, {
          as: owner.token,
          body: { email, role_id: observe.id, send_mail: false }
        })
      const team = (email: string) =>
        call("POST", "/api/org/invitations", { as: owner.token, body: { email, tier: "developer", send_mail: false } })
      for (const same of sames(email)) {
        assert.strictEqual((yield* inviting(same)).status, 201, same)
        assert.strictEqual((yield* team(same)).status, 201, same)
      }
      for (const none of nones(email))
        for (const make of [inviting, team]) assert.strictEqual((yield* make(none)).status, 400)
      for (const table of ["app_invitations", "team_invitations"]) {
        const rows = yield* sql`SELECT FROM ${sql(table)} WHERE lower(email) = ${email}`
        assert.strictEqual(rows.length, 1, table)
      }
      // An account under other letters is the account: it cannot be made a second time by an invitation.
      const taken = address()
      const token = yield* invite(app, taken.toUpperCase(), observe.id)
      yield* call("POST", `/api/apps/${app.id}/users`, {
        as: owner.token,
        body: { email: taken, password, role_id: observe.id }
      })
      assert.deepStrictEqual(refusal(yield* post("invitations/accept", { token, password })), [409, "email_taken"])
      assert.strictEqual((yield* sql`SELECT FROM app_users WHERE lower(email) = ${taken}`).length, 1)
    })
  )

  it.effect("an address has one account of the console, by whichever door, and one place on the waitlist", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { developer, owner } = yield* makeOrg
      for (const same of sames(developer.email)) {
        const invited = yield* call("POST", "/api/org/invitations", {
          as: owner.token,
          body: { email: same, tier: "developer", send_mail: false }
        })
        assert.deepStrictEqual(refusal(invited), [409, "email_taken"], same)
        const flow = yield* begin()
        assert.deepStrictEqual(refusal(yield* step(flow, "signup", { email: same })), [409, "email_taken"], same)
      }
      // Three ways to the same new account at once.
      const email = address()
      const team = yield* call("POST", "/api/org/invitations", {
        as: owner.token,
        body: { email: email.toUpperCase(), tier: "developer", send_mail: false }
      })
      const founding = Effect.fnUntraced(function* (email: string) {
        const flow = yield* begin()
        yield* step(flow, "signup", { email })
        return flow
      })
      const [one, two] = [yield* founding(email), yield* founding(` ${email.toUpperCase()}`)]
      const { code } = yield* sink.waitFor(email)
      const first = yield* step(one, "signup/code", { code })
      assert.strictEqual(first.status, 200)
      assert.deepStrictEqual(refusal(yield* step(two, "signup/code", { code })), [410, "token_spent"])
      const answers = yield* together([
        step(one, "signup/organization", { org_name: "One" }),
        call("POST", "/api/org/invitations/accept", { body: { token: tokenOf(team.body.accept_url) } }),
        step(one, "signup/organization", { org_name: "Two" })
      ])
      assert.strictEqual(answers.filter(({ status }) => status < 300).length, 1)
      for (const { status } of answers) assert.isBelow(status, 500)
      assert.strictEqual((yield* sql`SELECT FROM developers WHERE lower(email) = ${email}`).length, 1)

      const listed = address()
      yield* together(sames(listed).map((email) => call("POST", "/api/waitlist", { body: { email } })))
      assert.strictEqual((yield* sql`SELECT FROM waitlist WHERE lower(email) = ${listed}`).length, 1)
      for (const none of nones(listed))
        assert.strictEqual((yield* call("POST", "/api/waitlist", { body: { email: none } })).status, 400)
    })
  )

  it.effect("an address outside an app's domains is not registered, however the domain is dressed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at } = yield* makeDoor
      yield* sql`UPDATE apps SET allowed_domains = '["example.com", "mini.example"]' WHERE id = ${app.id}`.pipe(
        Effect.catch(
          () => sql`UPDATE apps SET allowed_domains = ARRAY['example.com', 'mini.example'] WHERE id = ${app.id}`
        )
      )
      const register = (email: string) => post("register", { ...at(email), password })
      for (const domain of [
        "evil.example",
        "example.com.evil.example",
        "evilexample.com",
        "sub.example.com",
        "example.com.",
        ".example.com",
        "example.co",
        "ex\u0430mple.com",
        "\uff45xample.com",
        "example\u3002com",
        "example.com\u200b",
        "example.com%2eevil.example",
        "[127.0.0.1]",
        "example.com#evil.example",
        "evil.example\\example.com",
        "min\u0130.example",
        "m\u0131ni.example"
      ]) {
        const answer = yield* register(`kim-${unique()}@${domain}`)
        assert.include([400, 403], answer.status, domain)
        if (answer.status === 403) assert.strictEqual(answer.body.code, "domain_not_allowed")
      }
      for (const domain of ["example.com", "EXAMPLE.com", "MINI.example"])
        assert.strictEqual((yield* register(`kim-${unique()}@${domain}`)).status, 202)
    })
  )

  it.effect("an address is its own mailbox's, though a database takes it for one that somebody registered before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at, observe } = yield* makeDoor
      /** The same to lower() of most databases, and another domain to every mail server. */
      const pair = () => {
        const local = `kim-${unique()}`
        return [`${local}@m\u0130ll.example`, `${local}@mill.example`] as const
      }
      const held = (email: string) =>
        sql`SELECT status FROM app_users WHERE app_id = ${app.id} AND email = ${email} AND status = 'active'`

      const [thief, guest] = pair()
      assert.strictEqual((yield* post("register", { ...at(thief), password })).status, 202)
      const token = yield* invite(app, guest, observe.id)
      assert.strictEqual((yield* post("invitations/accept", { token, password })).status, 200)
      assert.lengthOf(yield* held(guest), 1)
      yield* post("password/reset", at(guest))
      assert.strictEqual((yield* sink.waitFor(guest)).to, guest)

      const [other, owner] = pair()
      assert.strictEqual((yield* post("register", { ...at(other), password })).status, 202)
      assert.strictEqual((yield* post("register", { ...at(owner), password })).status, 202)
      const { link } = yield* sink.waitFor(owner)
      assert.strictEqual((yield* post("verify-email", { token: tokenOf(link) })).status, 200)
      assert.lengthOf(yield* held(owner), 1)
    })
  )
})
