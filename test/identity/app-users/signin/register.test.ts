import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../../../support/MailSink.ts"
import { password, unique } from "../../../support/people.ts"
import { lastMail, makeDoor, post, SignInApp, statusOf, stranger, tokenOf } from "../../../support/signIn.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"

const spent = [410, "token_spent"]

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("registration", (it) => {
  it.effect("registration makes a pending account, which a mailed link makes active and signs in", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at, observe, owner } = yield* makeDoor
      const email = `New.${stranger()}`
      const answer = yield* post("register", { ...at(` ${email} `), password, display_name: " Nia " })
      assert.strictEqual(answer.status, 202)
      assert.isNull(answer.body)
      assert.deepStrictEqual(refusal(yield* post("login", { ...at(email), password })), [401, "invalid_credentials"])

      const { link } = yield* sink.waitFor(email)
      assert.match(link, new RegExp(`^http://localhost:8787/app/${app.identifier}/verify/[A-Za-z0-9_-]{43}$`))
      const verified = yield* post("verify-email", { token: tokenOf(link) })
      assert.strictEqual(verified.status, 200)
      assert.strictEqual(verified.headers.get("cache-control"), "no-store")
      const me = yield* call("GET", "/api/client/me", { as: verified.body.access_token })
      assert.deepInclude(me.body, { kind: "app_user", email, role_id: observe.id })
      assert.deepStrictEqual(refusal(yield* post("verify-email", { token: tokenOf(link) })), spent)
      assert.strictEqual((yield* post("login", { ...at(email.toUpperCase()), password })).status, 200)

      const { users } = (yield* call("GET", `/api/apps/${app.id}/users`, { as: owner.token })).body
      const user = users.find((user: any) => user.email === email)
      assert.deepInclude(user, { display_name: "Nia", status: "active", has_password: true })
      const sql = yield* SqlClient.SqlClient
      const trail = yield* sql`
        SELECT action, actor_kind, target_id, details FROM audit_events WHERE actor_id = ${user.id}
        AND action <> 'app_user.login_failed' ORDER BY seq`
      const common = { actor_kind: "app_user", target_id: user.id }
      assert.deepStrictEqual(trail as ReadonlyArray<unknown>, [
        { ...common, action: "app_user.registered", details: { app_id: app.id } },
        { ...common, action: "app_user.login", details: { app_id: app.id, method: "verify_email" } },
        { ...common, action: "app_user.login", details: { app_id: app.id, method: "password" } }
      ])
    })
  )

  it.effect("registration again replaces password and name of a pending account and voids the older link", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at, owner } = yield* makeDoor
      const email = stranger()
      yield* post("register", { ...at(email), password: "the first password", display_name: "First" })
      const first = tokenOf((yield* sink.waitFor(email)).link)
      yield* post("register", { ...at(email.toUpperCase()), password: "the other password" })
      const second = tokenOf((yield* sink.waitFor(email)).link)
      assert.deepStrictEqual(refusal(yield* post("verify-email", { token: first })), spent)
      assert.strictEqual((yield* post("verify-email", { token: second })).status, 200)
      assert.strictEqual((yield* post("login", { ...at(email), password: "the first password" })).status, 401)
      assert.strictEqual((yield* post("login", { ...at(email), password: "the other password" })).status, 200)
      const { users } = (yield* call("GET", `/api/apps/${app.id}/users`, { as: owner.token })).body
      assert.deepInclude(users.at(-1), { email, display_name: null })
    })
  )

  it.effect("registration changes nothing of an account that is active or blocked, and sends no mail", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, user } = yield* makeDoor
      const account = sql`SELECT * FROM app_users WHERE id = ${user.user.id}`
      for (const status of ["active", "blocked"]) {
        yield* sql`UPDATE app_users SET status = ${status} WHERE id = ${user.user.id}`
        const before = yield* account
        assert.strictEqual((yield* post("register", { ...at(), password: "another password" })).status, 202)
        assert.strictEqual((yield* post("resend-verification", at())).status, 202)
        assert.deepStrictEqual(yield* account, before)
        assert.isTrue((yield* lastMail(app.id)).nobody)
      }
    })
  )

  it.effect("registration is refused in order of its checks", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at } = yield* makeDoor
      const attempt = (change: object = {}) =>
        Effect.map(post("register", { ...at(stranger()), password, ...change }), refusal)
      const set = (name: string, value: unknown) =>
        sql`UPDATE apps SET ${sql(name)} = ${value as string} WHERE id = ${app.id}`

      assert.deepStrictEqual(yield* attempt({ nickname: "N" }), invalid("nickname", "unknown"))
      assert.deepStrictEqual(yield* attempt({ password: "eleven char" }), invalid("password", "too_short"))
      assert.deepStrictEqual(yield* attempt({ email: "nobody" }), invalid("email", "format"))
      assert.deepStrictEqual(yield* attempt({ display_name: " " }), invalid("display_name", "too_short"))
      assert.deepStrictEqual(yield* attempt({ app_identifier: `app_${unique()}` }), [404, "not_found"])

      yield* set("default_role_id", null)
      const conflict = [409, "target_state_conflict", { field: "default_role_id", rule: "not_set" }]
      assert.deepStrictEqual(yield* attempt(), conflict)
      yield* sql`UPDATE apps SET allowed_domains = '{example.org,fleet.test}' WHERE id = ${app.id}`
      assert.deepStrictEqual(yield* attempt(), [403, "domain_not_allowed"])
      assert.deepStrictEqual(yield* attempt({ email: "a@sub.fleet.test" }), [403, "domain_not_allowed"])
      assert.deepStrictEqual(yield* attempt({ email: "a@FLEET.test" }), conflict)
      assert.deepStrictEqual(yield* attempt({ password: undefined }), invalid("password", "required"))
      yield* sql`UPDATE apps SET password_enabled = false WHERE id = ${app.id}`
      assert.deepStrictEqual(yield* attempt(), invalid("password", "not_allowed"))
      yield* sql`UPDATE apps SET self_registration = false WHERE id = ${app.id}`
      assert.deepStrictEqual(yield* attempt(), [403, "registration_closed"])
      assert.strictEqual((yield* lastMail(app.id)).count, 0)
    })
  )

  it.effect("registration takes an unset verify_url for the hosted page, and a set one for the app's own", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at } = yield* makeDoor
      yield* sql`UPDATE apps SET verify_url = 'https://app.example.com/?v={token}' WHERE id = ${app.id}`
      const email = stranger()
      yield* post("register", { ...at(email), password })
      const { link } = yield* sink.waitFor(email)
      assert.match(link, /^https:\/\/app\.example\.com\/\?v=[A-Za-z0-9_-]{43}$/)
    })
  )

  it.effect("registration without the password method makes an account without a password", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at } = yield* makeDoor
      yield* sql`UPDATE apps SET password_enabled = false WHERE id = ${app.id}`
      const email = stranger()
      assert.strictEqual((yield* post("register", at(email))).status, 202)
      const token = tokenOf((yield* sink.waitFor(email)).link)
      assert.strictEqual((yield* post("verify-email", { token })).status, 200)
    })
  )

  it.effect("registration asks for a fresh link only while pending, and voids the older one", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at } = yield* makeDoor
      const email = stranger()
      yield* post("register", { ...at(email), password })
      const first = tokenOf((yield* sink.waitFor(email)).link)
      assert.strictEqual((yield* post("resend-verification", at(email.toUpperCase()))).status, 202)
      const second = tokenOf((yield* sink.waitFor(email)).link)
      assert.deepStrictEqual(refusal(yield* post("verify-email", { token: first })), spent)
      assert.strictEqual((yield* post("verify-email", { token: second })).status, 200)
      yield* post("resend-verification", at(email))
      assert.isTrue((yield* lastMail(app.id)).nobody)
      assert.deepStrictEqual(
        refusal(yield* post("resend-verification", { ...at(email), app_identifier: `app_${unique()}` })),
        [404, "not_found"]
      )
    })
  )

  it.effect("registration mails a link that is dead after 24 hours, while blocked, unknown or of another kind", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at } = yield* makeDoor
      const email = stranger()
      yield* post("register", { ...at(email), password })
      const token = tokenOf((yield* sink.waitFor(email)).link)
      const verify = Effect.map(post("verify-email", { token }), refusal)
      const age = (hours: number) =>
        sql`UPDATE app_user_links SET expires_at = expires_at - make_interval(hours => ${hours})`
      yield* age(24)
      assert.deepStrictEqual(yield* verify, spent)
      yield* age(-1)
      yield* sql`UPDATE app_users SET status = 'blocked' WHERE app_id = ${app.id} AND email = ${email}`
      assert.deepStrictEqual(yield* verify, spent)
      yield* sql`UPDATE app_users SET status = 'pending_verification' WHERE app_id = ${app.id} AND email = ${email}`
      assert.deepStrictEqual(refusal(yield* post("password/reset/confirm", { token, new_password: password })), spent)
      assert.deepStrictEqual(refusal(yield* post("verify-email", { token: "unknown" })), spent)
      assert.deepStrictEqual(refusal(yield* post("verify-email", {})), invalid("token", "required"))
      assert.strictEqual(yield* statusOf(app.id, email), "pending_verification")
      assert.strictEqual((yield* post("verify-email", { token })).status, 200)
    })
  )

  it.effect("registration signs in once, however many present the link at once", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { at } = yield* makeDoor
      const email = stranger()
      const times = <A, E, R>(length: number, work: Effect.Effect<A, E, R>) =>
        Effect.all(
          Array.from({ length }, () => work),
          { concurrency: "unbounded" }
        )
      const registered = yield* times(8, post("register", { ...at(email), password }))
      assert.isTrue(registered.every(({ status }) => status === 202))
      const links = yield* Effect.forEach(registered, () => sink.waitFor(email))
      const answers = yield* Effect.forEach(links, ({ link }) => post("verify-email", { token: tokenOf(link) }))
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)

      const again = stranger()
      yield* post("register", { ...at(again), password })
      const token = tokenOf((yield* sink.waitFor(again)).link)
      const presented = yield* times(50, post("verify-email", { token }))
      assert.strictEqual(presented.filter(({ status }) => status === 200).length, 1)
      assert.strictEqual(presented.filter(({ status }) => status === 410).length, 49)
    })
  )
})
