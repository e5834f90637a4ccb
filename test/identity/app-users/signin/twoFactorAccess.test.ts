import { assert, layer } from "@effect/vitest"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { TestApp } from "../../../support/TestApp.ts"
import { nextCode, wrongCode } from "../../../support/Totp.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"
import {
  challengeOf,
  confirm,
  enrol,
  remove,
  setPolicy,
  setup,
  spent,
  unauthorized,
  verify,
  world,
  wrong
} from "./twoFactorWorld.ts"

layer(TestApp, { timeout: "60 seconds" })("the two-factor routes", (it) => {
  it.effect("the two-factor routes know an app user's bearer from every other", () =>
    Effect.gen(function* () {
      const { developer, key, user } = yield* world("optional")
      const code = "123456"
      const { secret } = (yield* setup({}, user.token)).body
      for (const as of [undefined, developer.token, key.token, "nonsense", `${user.token}x`]) {
        assert.deepStrictEqual(refusal(yield* setup({}, as)), unauthorized)
        assert.deepStrictEqual(refusal(yield* confirm({ code }, as)), unauthorized)
        assert.deepStrictEqual(refusal(yield* remove({ code }, as)), unauthorized)
      }
      yield* TestClock.adjust("15 minutes")
      for (const attempt of [setup({}, user.token), confirm({ code }, user.token), remove({ code }, user.token)]) {
        assert.deepStrictEqual(refusal(yield* attempt), [401, "token_expired"])
      }
      const refreshed = yield* call("POST", "/api/client/refresh", { body: { refresh_token: user.refreshToken } })
      const token = refreshed.body.access_token
      assert.strictEqual((yield* confirm({ code: yield* nextCode(secret) }, token)).status, 200)
      yield* call("POST", "/api/client/logout", { body: { refresh_token: refreshed.body.refresh_token } })
      for (const attempt of [setup({}, token), confirm({ code }, token), remove({ code }, token)]) {
        assert.deepStrictEqual(refusal(yield* attempt), [401, "token_revoked"])
      }
    })
  )

  it.effect("the two-factor routes ignore the bearer beside a challenge, and a challenge where they take none", () =>
    Effect.gen(function* () {
      const { app, developer, other, user } = yield* world("required")
      const challenge = yield* challengeOf(app, user)
      const { secret } = (yield* setup({ challenge }, "nonsense")).body
      // The person behind the challenge is meant, not the one behind the bearer.
      const confirmed = yield* confirm({ challenge, code: yield* nextCode(secret) }, other.token)
      const enrolled = yield* call("GET", "/api/client/me", { as: confirmed.body.session.access_token })
      assert.strictEqual(enrolled.body.app_user_id, user.user.id)
      const theirs = yield* challengeOf(app, other)
      assert.strictEqual((yield* setup({ challenge: theirs }, developer.token)).status, 200)
      assert.deepStrictEqual(refusal(yield* remove({ challenge: theirs, code: "123456" })), unauthorized)
    })
  )

  it.effect("the two-factor routes look at the credential before the body", () =>
    Effect.gen(function* () {
      const { user } = yield* world("optional")
      for (const body of ["{", "[]", "7", { code: 5 }, { device: "phone" }, undefined]) {
        for (const route of [setup, confirm, remove]) {
          assert.deepStrictEqual(refusal(yield* route(body)), unauthorized)
        }
      }
      const json = invalid("body", "json")
      assert.deepStrictEqual(refusal(yield* setup("{", user.token)), json)
      assert.deepStrictEqual(refusal(yield* setup({ device: "phone" }, user.token)), invalid("device", "unknown"))
      assert.deepStrictEqual(refusal(yield* confirm("{", user.token)), json)
      assert.deepStrictEqual(refusal(yield* confirm({}, user.token)), invalid("code", "required"))
      assert.deepStrictEqual(refusal(yield* confirm({ code: "12345" }, user.token)), invalid("code", "format"))
      assert.deepStrictEqual(refusal(yield* remove({}, user.token)), invalid("code", "required"))
      assert.deepStrictEqual(refusal(yield* remove({ code: 123456 }, user.token)), invalid("code", "type"))
      const more = yield* remove({ code: "123456", challenge: "x" }, user.token)
      assert.deepStrictEqual(refusal(more), invalid("challenge", "unknown"))
      // Nothing need be said from settings.
      assert.strictEqual((yield* call("POST", "/api/client/two-factor/setup", { as: user.token })).status, 200)
    })
  )

  it.effect("the two-factor routes take one code, with a challenge", () =>
    Effect.gen(function* () {
      const challenge = "nobody's"
      const attempt = (body: unknown) => Effect.map(verify(body), refusal)
      assert.deepStrictEqual(yield* attempt("{"), invalid("body", "json"))
      assert.deepStrictEqual(yield* attempt({ code: "123456" }), invalid("challenge", "required"))
      assert.deepStrictEqual(yield* attempt({ challenge: "", code: "123456" }), invalid("challenge", "too_short"))
      assert.deepStrictEqual(
        yield* attempt({ challenge: "x".repeat(2001), code: "123456" }),
        invalid("challenge", "too_long")
      )
      assert.deepStrictEqual(yield* attempt({ challenge }), invalid("code", "required"))
      assert.deepStrictEqual(
        yield* attempt({ challenge, code: "123456", recovery_code: "aaaaa-bbbbb" }),
        invalid("recovery_code", "not_allowed")
      )
      for (const code of ["12345", "1234567", "12345a", " 123456", "١٢٣٤٥٦"]) {
        assert.deepStrictEqual(yield* attempt({ challenge, code }), invalid("code", "format"))
      }
      for (const recovery_code of ["aaaaabbbbb", "aaaaa-bbbb1", "aaaaa-bbbbbb"]) {
        assert.deepStrictEqual(yield* attempt({ challenge, recovery_code }), invalid("recovery_code", "format"))
      }
      assert.deepStrictEqual(
        yield* attempt({ challenge, code: "123456", device: "phone" }),
        invalid("device", "unknown")
      )
      assert.deepStrictEqual(yield* attempt({ challenge, code: "123456" }), spent)
      assert.deepStrictEqual(refusal(yield* setup({ challenge: 5 })), invalid("challenge", "type"))
      assert.deepStrictEqual(refusal(yield* setup({ challenge: null })), invalid("challenge", "type"))
      assert.deepStrictEqual(refusal(yield* setup({ challenge })), spent)
      assert.deepStrictEqual(refusal(yield* confirm({ challenge, code: "123456" })), spent)
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("a challenge", (it) => {
  it.effect("a challenge to give a code sets nothing up: a first proof alone cannot replace the second", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("optional")
      const { secret } = yield* enrol(user)
      const pending = (yield* setup({}, user.token)).body.secret
      const challenge = yield* challengeOf(app, user)
      assert.deepStrictEqual(refusal(yield* setup({ challenge })), spent)
      assert.deepStrictEqual(refusal(yield* confirm({ challenge, code: yield* nextCode(pending) })), spent)
      assert.strictEqual((yield* verify({ challenge, code: yield* nextCode(secret) })).status, 200)
    })
  )

  it.effect("a challenge to set one up is dead as soon as the person has one", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("required")
      const stolen = yield* challengeOf(app, user)
      const pending = (yield* setup({ challenge: stolen })).body.secret
      const challenge = yield* challengeOf(app, user)
      const { secret } = (yield* setup({ challenge })).body
      const confirmed = yield* confirm({ challenge, code: yield* nextCode(secret) })
      assert.strictEqual(confirmed.status, 200)
      assert.deepStrictEqual(refusal(yield* setup({ challenge: stolen })), spent)
      for (const each of [pending, secret]) {
        assert.deepStrictEqual(refusal(yield* confirm({ challenge: stolen, code: yield* nextCode(each) })), spent)
      }

      // Nor does it come back to life when the authenticator goes.
      yield* setPolicy(app, "optional")
      const { access_token } = confirmed.body.session
      assert.strictEqual((yield* remove({ code: yield* nextCode(secret) }, access_token)).status, 204)
      assert.deepStrictEqual(refusal(yield* setup({ challenge: stolen })), spent)
    })
  )

  it.effect("a challenge is one person's: no one else's codes answer it", () =>
    Effect.gen(function* () {
      const { app, other, user } = yield* world("optional")
      const stranger = yield* world("optional")
      yield* enrol(user)
      const theirs = [yield* enrol(other), yield* enrol(stranger.user)]
      const challenge = yield* challengeOf(app, user)
      let left = 4
      for (const { recoveryCodes, secret } of theirs) {
        const code = yield* verify({ challenge, code: yield* nextCode(secret) })
        assert.deepStrictEqual(refusal(code), wrong(left--))
        const recovery = yield* verify({ challenge, recovery_code: recoveryCodes[0] })
        assert.deepStrictEqual(refusal(recovery), wrong(left--))
      }
      for (const [index, { email }] of [other, stranger.user].entries()) {
        const own = yield* challengeOf(index === 0 ? app : stranger.app, { email })
        assert.strictEqual(
          (yield* verify({ challenge: own, recovery_code: theirs[index]!.recoveryCodes[0] })).status,
          200
        )
      }
    })
  )

  it.effect("a challenge lives five minutes, and its row not much longer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, user } = yield* world("optional")
      const { secret } = yield* enrol(user)
      yield* setPolicy(app, "required")
      const challenge = yield* challengeOf(app, user)
      yield* TestClock.adjust("299 seconds")
      assert.deepStrictEqual(refusal(yield* verify({ challenge, code: yield* wrongCode(secret) })), wrong(4))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(refusal(yield* verify({ challenge, code: yield* nextCode(secret) })), spent)
      yield* TestClock.adjust("2 minutes")
      const rows = sql`SELECT FROM sign_in_challenges WHERE user_id = ${user.user.id}`
      // A sweep that the database held up sets out again later, so the clock goes on until it has.
      for (let again = 0; again < 200 && (yield* rows).length > 0; again++) yield* TestClock.adjust("1 minute")
      assert.lengthOf(yield* rows, 0)
    })
  )

  it.effect("a challenge is dead while its person may not sign in, and where the authenticator is gone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* AppUsers
      const { app, other, owner, user } = yield* world("optional")
      const { secret, session } = yield* enrol(user)
      yield* setPolicy(app, "required")
      const [setting, checking] = [yield* challengeOf(app, other), yield* challengeOf(app, user)]
      for (const status of ["blocked", "pending_verification"]) {
        yield* sql`UPDATE app_users SET status = ${status} WHERE id IN (${user.user.id}, ${other.user.id})`
        assert.deepStrictEqual(refusal(yield* verify({ challenge: checking, code: yield* nextCode(secret) })), spent)
        assert.deepStrictEqual(refusal(yield* setup({ challenge: setting })), spent)
        assert.deepStrictEqual(refusal(yield* confirm({ challenge: setting, code: "123456" })), spent)
      }
      yield* sql`UPDATE app_users SET status = 'active' WHERE id IN (${user.user.id}, ${other.user.id})`
      assert.strictEqual((yield* setup({ challenge: setting })).status, 200)
      yield* users.delete(owner.caller, app, other.user)
      assert.deepStrictEqual(refusal(yield* setup({ challenge: setting })), spent)

      yield* setPolicy(app, "optional")
      assert.strictEqual((yield* remove({ code: yield* nextCode(secret) }, session.access_token)).status, 204)
      assert.deepStrictEqual(refusal(yield* verify({ challenge: checking, code: yield* nextCode(secret) })), spent)
    })
  )

  it.effect("a challenge ends with a block, and stays dead when its person may sign in again", () =>
    Effect.gen(function* () {
      const { app, other, owner, user } = yield* world("optional")
      const { recoveryCodes, secret } = yield* enrol(user)
      yield* setPolicy(app, "required")
      const [setting, checking] = [yield* challengeOf(app, other), yield* challengeOf(app, user)]
      const pending = (yield* setup({ challenge: setting })).body.secret
      const patch = (id: string, status: string) =>
        call("PATCH", `/api/apps/${app.id}/users/${id}`, { as: owner.token, body: { status } })
      for (const status of ["blocked", "active"]) {
        for (const { user: person } of [user, other]) {
          assert.strictEqual((yield* patch(person.id, status)).body.status, status)
        }
        const attempts = [
          verify({ challenge: checking, code: yield* nextCode(secret) }),
          verify({ challenge: checking, recovery_code: recoveryCodes[0] }),
          setup({ challenge: setting }),
          confirm({ challenge: setting, code: yield* nextCode(pending) })
        ]
        for (const attempt of attempts) assert.deepStrictEqual(refusal(yield* attempt), spent, status)
      }
      // What answered nothing is not spent.
      const challenge = yield* challengeOf(app, user)
      assert.strictEqual((yield* verify({ challenge, recovery_code: recoveryCodes[0] })).status, 200)
    })
  )

  it.effect("a challenge ends with a developer's reset, to give a code and to set one up", () =>
    Effect.gen(function* () {
      const { app, other, owner, user } = yield* world("optional")
      const { secret } = yield* enrol(user)
      yield* setPolicy(app, "required")
      const [setting, checking] = [yield* challengeOf(app, other), yield* challengeOf(app, user)]
      const pending = (yield* setup({ challenge: setting })).body.secret
      for (const { user: person } of [user, other]) {
        const path = `/api/apps/${app.id}/users/${person.id}/two-factor`
        assert.strictEqual((yield* call("DELETE", path, { as: owner.token })).status, 204)
      }
      const attempts = [
        verify({ challenge: checking, code: yield* nextCode(secret) }),
        setup({ challenge: setting }),
        confirm({ challenge: setting, code: yield* nextCode(pending) })
      ]
      for (const attempt of attempts) assert.deepStrictEqual(refusal(yield* attempt), spent)
      for (const person of [user, other]) {
        const challenge = yield* challengeOf(app, person)
        assert.strictEqual((yield* setup({ challenge })).status, 200)
      }
    })
  )

  it.effect("a challenge is kept as a hash", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, user } = yield* world("required")
      const challenge = yield* challengeOf(app, user)
      const [row] = yield* sql<Record<string, unknown>>`
        SELECT * FROM sign_in_challenges WHERE user_id = ${user.user.id}`
      assert.notInclude(JSON.stringify(row), challenge)
      assert.lengthOf(row!.hash as Uint8Array, 32)
      assert.notInclude(Buffer.from(row!.hash as Uint8Array).toString("base64url"), challenge)
    })
  )
})
