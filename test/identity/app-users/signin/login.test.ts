import { assert, layer } from "@effect/vitest"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { ClientAuth } from "@fleet/server/identity/app-users/signin/ClientAuth"
import { Passwords } from "@fleet/server/identity/factors/Passwords"
import { Sessions } from "@fleet/server/identity/sessions/Sessions"
import { AccountStore } from "@fleet/server/identity/app-users/accounts/AccountStore"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone, password, unique } from "../../../support/people.ts"
import { TestApp } from "../../../support/TestApp.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"

const login = (app_identifier: string, email: string, secret = password) =>
  call("POST", "/api/client/login", { body: { app_identifier, email, password: secret } })

const refused = [401, "invalid_credentials"]

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a password sign-in", (it) => {
  it.effect("a password sign-in has a public description of its methods", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app } = yield* makeEveryone
      const ask = (query: string) => call("GET", `/api/client/providers${query}`)
      const methods = { password: true, email_code: false }
      const path = `?app_identifier=${app.identifier}`
      assert.deepStrictEqual((yield* ask(path)).body, { providers: [], sign_in_methods: methods })
      yield* sql`UPDATE apps SET email_code_enabled = true, password_enabled = false WHERE id = ${app.id}`
      assert.deepStrictEqual((yield* ask(path)).body.sign_in_methods, { password: false, email_code: true })
      assert.deepStrictEqual(refusal(yield* ask(`?app_identifier=app_${unique()}`)), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* ask("")), invalid("app_identifier", "required"))
      assert.deepStrictEqual(refusal(yield* ask("?app_identifier=No")), invalid("app_identifier", "format"))
      assert.deepStrictEqual(refusal(yield* ask(`${path}&more=1`)), invalid("more", "unknown"))
    })
  )

  it.effect("a password sign-in is refused in one way, whatever the reason", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, user } = yield* makeEveryone
      const other = yield* makeEveryone
      const answers = [
        yield* login(`app_${unique()}`, user.email),
        yield* login(app.identifier, `${unique()}@example.com`),
        yield* login(app.identifier, user.email, "not the password"),
        yield* login(other.app.identifier, user.email)
      ]
      for (const status of ["blocked", "pending_verification"]) {
        yield* sql`UPDATE app_users SET status = ${status} WHERE id = ${user.user.id}`
        answers.push(yield* login(app.identifier, user.email))
      }
      yield* sql`UPDATE app_users SET status = 'active', password_hash = NULL WHERE id = ${user.user.id}`
      answers.push(yield* login(app.identifier, user.email))
      for (const answer of answers) {
        assert.deepStrictEqual(refusal(answer), refused)
        assert.deepStrictEqual(answer.body, answers[0]!.body)
      }
    })
  )

  it.effect("a password sign-in is refused as not allowed where the app takes no passwords, right or wrong", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, user } = yield* makeEveryone
      yield* sql`UPDATE apps SET password_enabled = false WHERE id = ${app.id}`
      for (const secret of [password, "not the password"]) {
        assert.deepStrictEqual(refusal(yield* login(app.identifier, user.email, secret)), [403, "method_not_allowed"])
      }
    })
  )

  it.effect("a password sign-in checks the body, and ignores keys it does not know", () =>
    Effect.gen(function* () {
      const { app, user } = yield* makeEveryone
      const body = { app_identifier: app.identifier, email: user.email, password, device: "phone" }
      const attempt = (change: object) =>
        Effect.map(call("POST", "/api/client/login", { body: { ...body, ...change } }), refusal)
      assert.strictEqual((yield* call("POST", "/api/client/login", { body })).status, 200)
      assert.deepStrictEqual(yield* attempt({ email: undefined }), invalid("email", "required"))
      assert.deepStrictEqual(yield* attempt({ email: "nobody" }), invalid("email", "format"))
      assert.deepStrictEqual(yield* attempt({ email: "a@" }), invalid("email", "too_short"))
      assert.deepStrictEqual(yield* attempt({ password: "" }), invalid("password", "too_short"))
      assert.deepStrictEqual(yield* attempt({ password: "x".repeat(257) }), invalid("password", "too_long"))
      assert.deepStrictEqual(yield* attempt({ password: 7 }), invalid("password", "type"))
      assert.deepStrictEqual(yield* attempt({ app_identifier: "Not_An_App" }), invalid("app_identifier", "format"))
    })
  )

  it.effect("a password sign-in trims the address and takes it in any case", () =>
    Effect.gen(function* () {
      const { app, user } = yield* makeEveryone
      assert.strictEqual((yield* login(app.identifier, `  ${user.email.toUpperCase()} `)).status, 200)
    })
  )

  it.effect("a password sign-in is audited, and so is a failure", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, owner, user } = yield* makeEveryone
      yield* login(app.identifier, user.email, "not the password")
      yield* login(app.identifier, user.email)
      const actions = sql<{ action: string }>`
        SELECT action, details FROM audit_events WHERE actor_id = ${user.user.id} ORDER BY action`
      const written = yield* actions.pipe(
        Effect.filterOrFail((rows) => rows.length === 2),
        Effect.retry({ schedule: Schedule.spaced("10 millis"), times: 500 })
      )
      assert.deepStrictEqual(written as ReadonlyArray<unknown>, [
        { action: "app_user.login", details: { app_id: app.id, method: "password" } },
        { action: "app_user.login_failed", details: { app_id: app.id, method: "password" } }
      ])
      const { body } = yield* call("GET", `/api/apps/${app.id}/users/${user.user.id}`, { as: owner.token })
      assert.isNotNull(body.last_login_at)
    })
  )

  it.effect("a password sign-in ends with a block, and begins anew after it", () =>
    Effect.gen(function* () {
      const { app, owner, user } = yield* makeEveryone
      const users = yield* AppUsers
      const blocked = yield* users.update(owner.caller, app, user.user, { status: "blocked" })
      const sessions = yield* Sessions
      const refresh = sessions.refresh("app_user", Redacted.make(user.refreshToken))
      assert.strictEqual((yield* Effect.flip(refresh)).code, "token_revoked")
      assert.deepStrictEqual(refusal(yield* login(app.identifier, user.email)), refused)
      yield* users.update(owner.caller, app, blocked, { status: "active" })
      assert.strictEqual((yield* login(app.identifier, user.email)).status, 200)
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: user.token })), [401, "token_revoked"])
    })
  )
})

/** Counts how often a password is worked out. */
let worked = 0
const work = Effect.sync(() => {
  worked++
})
const CountingPasswords = Layer.effect(
  Passwords,
  Effect.map(Passwords, (passwords) =>
    Passwords.of({
      ...passwords,
      hash: (secret) => Effect.andThen(work, passwords.hash(secret)),
      verify: (secret, hash) => Effect.andThen(work, passwords.verify(secret, hash))
    })
  )
).pipe(Layer.provide(Passwords.layer))
const CountingClientAuth = Layer.fresh(ClientAuth.layer).pipe(
  Layer.provide(AccountStore.layer),
  Layer.provide(CountingPasswords)
)

layer(CountingClientAuth.pipe(Layer.provideMerge(TestApp)), { excludeTestServices: true, timeout: "60 seconds" })(
  "a sign-in's work",
  (it) => {
    it.effect("a sign-in's work is one password hash, for unknown apps and accounts too", () =>
      Effect.gen(function* () {
        const { app, user } = yield* makeEveryone
        const clients = yield* ClientAuth
        for (const [app_identifier, email, secret] of [
          [app.identifier, user.email, password],
          [app.identifier, user.email, "not the password"],
          [app.identifier, `${unique()}@example.com`, password],
          [`app_${unique()}`, user.email, password]
        ] as const) {
          worked = 0
          yield* Effect.result(clients.login({ app_identifier, email, password: secret }))
          assert.strictEqual(worked, 1, `${app_identifier} ${email} ${secret}`)
        }
      })
    )
  }
)
