import { assert, layer } from "@effect/vitest"
import { SignInPages } from "@fleet/server/identity/app-users/signin/SignInPages"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../../../support/MailSink.ts"
import { password, unique } from "../../../support/people.ts"
import { invite, makeDoor, post, SignInApp, stranger, tokenOf } from "../../../support/signIn.ts"

/** Lets a person have an authenticator. */
const enroll = Effect.fnUntraced(function* (userId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO authenticators (app_user_id, secret, confirmed_at) VALUES (${userId}, '\\x00', now())`
})

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("sign-in completion", (it) => {
  it.effect("sign-in completion asks for a confirmed authenticator under any policy, else for a required setup", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, user } = yield* makeDoor
      const login = Effect.map(post("login", { ...at(), password }), ({ body }) => body.status ?? body.token_type)
      const policy = (value: string) => sql`UPDATE apps SET two_factor = ${value} WHERE id = ${app.id}`
      const noted = sql`SELECT last_login_at FROM app_users WHERE id = ${user.user.id} AND last_login_at IS NOT NULL`

      yield* policy("required")
      assert.strictEqual(yield* login, "two_factor_setup_required")
      yield* sql`INSERT INTO authenticators (app_user_id, pending_secret) VALUES (${user.user.id}, '\\x00')`
      assert.strictEqual(yield* login, "two_factor_setup_required")
      assert.strictEqual((yield* noted).length, 0)
      for (const value of ["off", "optional"]) {
        yield* policy(value)
        assert.strictEqual(yield* login, "Bearer")
      }
      assert.strictEqual((yield* noted).length, 1)
      yield* sql`DELETE FROM authenticators WHERE app_user_id = ${user.user.id}`
      yield* enroll(user.user.id)
      for (const value of ["off", "optional", "required"]) {
        yield* policy(value)
        assert.strictEqual(yield* login, "two_factor_required")
      }
    })
  )

  it.effect("sign-in completion asks for the second factor after every first proof", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at, observe, user } = yield* makeDoor
      yield* sql`UPDATE apps SET two_factor = 'required' WHERE id = ${app.id}`
      const email = stranger()
      yield* post("register", { ...at(email), password })
      const verify = yield* post("verify-email", { token: tokenOf((yield* sink.waitFor(email)).link) })
      const token = yield* invite(app, stranger(), observe.id)
      const accept = yield* post("invitations/accept", { token, password })
      yield* post("login/code", at())
      const code = yield* post("login/code/verify", { ...at(), code: (yield* sink.waitFor(user.email)).code })
      for (const { body, headers, status } of [verify, accept, code]) {
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(Object.keys(body).sort(), ["challenge", "status"])
        assert.strictEqual(body.status, "two_factor_setup_required")
        assert.strictEqual(headers.get("cache-control"), "no-store")
      }
      const logins = yield* sql`
        SELECT seq FROM audit_events WHERE action = 'app_user.login' AND details->>'app_id' = ${app.id}`
      assert.strictEqual(logins.length, 0)
    })
  )
})

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("a page of an app", (it) => {
  it.effect("a page of an app learns how the app looks and what it offers", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pages = yield* SignInPages
      const { app, orgId } = yield* makeDoor
      const plain = {
        id: app.id,
        orgId,
        identifier: app.identifier,
        name: app.name,
        appUrl: null,
        accent: null,
        logoHash: null,
        passwordEnabled: true,
        emailCodeEnabled: true,
        selfRegistration: true,
        twoFactor: "off",
        providers: []
      } as const
      assert.deepStrictEqual(yield* pages.app(app.identifier), Option.some(plain))
      yield* sql`
        UPDATE apps SET app_url = 'https://app.example.com', hosted_accent = '#aa0000', two_factor = 'required',
          password_enabled = false, self_registration = false WHERE id = ${app.id}`
      yield* sql`INSERT INTO app_logos (app_id, mime, image, hash) VALUES (${app.id}, 'image/png', '\\x00', 'h4sh')`
      assert.deepStrictEqual(
        yield* pages.app(app.identifier),
        Option.some({
          ...plain,
          appUrl: "https://app.example.com",
          accent: "#aa0000",
          logoHash: "h4sh",
          passwordEnabled: false,
          selfRegistration: false,
          twoFactor: "required"
        })
      )
      assert.isTrue(Option.isNone(yield* pages.app(`app_${unique()}`)))
    })
  )

  it.effect("a page of an app learns whose link it shows, and spends nothing by asking", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const pages = yield* SignInPages
      const { app, at, observe, user } = yield* makeDoor
      const elsewhere = yield* makeDoor
      const page = Option.getOrThrow(yield* pages.app(app.identifier))
      const other = Option.getOrThrow(yield* pages.app(elsewhere.app.identifier))

      const email = stranger()
      yield* post("register", { ...at(email), password, display_name: "Nia" })
      const verify = tokenOf((yield* sink.waitFor(email)).link)
      yield* post("password/reset", at())
      const reset = tokenOf((yield* sink.waitFor(user.email)).link)
      const guest = stranger()
      const invitation = yield* invite(app, guest, observe.id, { displayName: "Ina" })
      for (let again = 0; again < 2; again++) {
        assert.deepStrictEqual(yield* pages.link("verify", page, verify), Option.some({ email, displayName: "Nia" }))
        assert.deepStrictEqual(
          yield* pages.link("reset", page, reset),
          Option.some({ email: user.email, displayName: null })
        )
        assert.deepStrictEqual(
          yield* pages.link("invite", page, invitation),
          Option.some({ email: guest, displayName: "Ina" })
        )
      }
      const dead = Effect.fnUntraced(function* (...[kind, app, token]: Parameters<typeof pages.link>) {
        assert.isTrue(Option.isNone(yield* pages.link(kind, app, token)), kind)
      })
      yield* dead("reset", page, verify)
      yield* dead("verify", page, "unknown")
      for (const [kind, token] of [
        ["verify", verify],
        ["reset", reset],
        ["invite", invitation]
      ] as const) {
        yield* dead(kind, other, token)
      }
      yield* sql`UPDATE app_users SET status = 'blocked' WHERE app_id = ${app.id}`
      yield* sql`UPDATE app_invitations SET expires_at = now() - interval '1 second' WHERE app_id = ${app.id}`
      for (const [kind, token] of [
        ["verify", verify],
        ["reset", reset],
        ["invite", invitation]
      ] as const) {
        yield* dead(kind, page, token)
      }
    })
  )
})
