import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { connectRealtime } from "../../../support/RealtimeClient.ts"
import { TestApp } from "../../../support/TestApp.ts"
import { codeNow, nextCode, wrongCode } from "../../../support/Totp.ts"
import { call, refusal } from "../../../support/wire.ts"
import {
  challengeOf,
  confirm,
  conflict,
  enrol,
  login,
  me,
  remove,
  setPolicy,
  setup,
  spent,
  trailOf,
  verify,
  world,
  wrong
} from "./twoFactorWorld.ts"

const tokenKeys = ["access_token", "expires_in", "refresh_token", "token_type"]

layer(TestApp, { timeout: "60 seconds" })("a second factor", (it) => {
  it.effect("a second factor is set up from settings, asked for at the next sign-in, and turned off again", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("optional")
      const begun = yield* setup({}, user.token)
      assert.strictEqual(begun.status, 200)
      assert.strictEqual(begun.headers.get("cache-control"), "no-store")
      assert.sameMembers(Object.keys(begun.body), ["secret", "otpauth_url"])
      const { otpauth_url, secret } = begun.body
      assert.match(secret, /^[A-Z2-7]{32}$/)
      const address = new URL(otpauth_url)
      assert.deepStrictEqual(decodeURIComponent(address.pathname.slice(1)), `${app.name}:${user.email}`)
      assert.strictEqual(address.searchParams.get("secret"), secret)
      assert.strictEqual(address.searchParams.get("issuer"), app.name)

      // Pending, it changes nothing.
      assert.isFalse((yield* me(user.token)).body.two_factor_enabled)
      assert.sameMembers(Object.keys((yield* login(app, user)).body), tokenKeys)
      assert.deepStrictEqual(refusal(yield* confirm({ code: yield* wrongCode(secret) }, user.token)), [
        400,
        "invalid_code"
      ])

      const code = yield* nextCode(secret)
      const confirmed = yield* confirm({ code }, user.token)
      assert.strictEqual(confirmed.status, 200)
      assert.strictEqual(confirmed.headers.get("cache-control"), "no-store")
      assert.sameMembers(Object.keys(confirmed.body.session), tokenKeys)
      const { recovery_codes, session } = confirmed.body
      assert.strictEqual(new Set(recovery_codes).size, 10)
      for (const each of recovery_codes) assert.match(each, /^[a-z2-7]{5}-[a-z2-7]{5}$/)
      assert.isTrue((yield* me(session.access_token)).body.two_factor_enabled)

      const asked = yield* login(app, user)
      assert.strictEqual(asked.headers.get("cache-control"), "no-store")
      assert.sameMembers(Object.keys(asked.body), ["status", "challenge"])
      assert.strictEqual(asked.body.status, "two_factor_required")
      assert.match(asked.body.challenge, /^[A-Za-z0-9_-]{43}$/)
      const { challenge } = asked.body
      assert.deepStrictEqual(refusal(yield* verify({ challenge, code })), wrong(4))
      const signedIn = yield* verify({ challenge, code: yield* nextCode(secret) })
      assert.strictEqual(signedIn.status, 200)
      assert.strictEqual(signedIn.headers.get("cache-control"), "no-store")
      assert.sameMembers(Object.keys(signedIn.body), tokenKeys)
      assert.isTrue((yield* me(signedIn.body.access_token)).body.two_factor_enabled)
      assert.deepStrictEqual(refusal(yield* verify({ challenge, code: yield* nextCode(secret) })), spent)

      assert.deepStrictEqual(refusal(yield* remove({ code: yield* wrongCode(secret) }, session.access_token)), [
        400,
        "invalid_code"
      ])
      const removed = yield* remove({ code: yield* nextCode(secret) }, session.access_token)
      assert.deepStrictEqual([removed.status, removed.body], [204, null])
      assert.isFalse((yield* me(session.access_token)).body.two_factor_enabled)
      assert.sameMembers(Object.keys((yield* login(app, user)).body), tokenKeys)
      assert.deepStrictEqual(
        refusal(yield* remove({ code: yield* nextCode(secret) }, session.access_token)),
        conflict("off")
      )

      const details = { app_id: app.id }
      assert.deepStrictEqual(yield* trailOf(user.user.id), [
        ["app_user.login", { ...details, method: "password" }],
        ["app_user.two_factor_enabled", details],
        ["app_user.login_failed", { ...details, method: "password", step: "two_factor" }],
        ["app_user.login", { ...details, method: "password" }],
        ["app_user.two_factor_disabled", details],
        ["app_user.login", { ...details, method: "password" }]
      ])
    })
  )

  it.effect("a second factor can be replaced by a recovery code, each once", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("optional")
      const { recoveryCodes, secret, session } = yield* enrol(user)
      const challenge = yield* challengeOf(app, user)
      const signedIn = yield* verify({ challenge, recovery_code: recoveryCodes[3]!.toUpperCase() })
      assert.sameMembers(Object.keys(signedIn.body), tokenKeys)
      const again = yield* challengeOf(app, user)
      assert.deepStrictEqual(refusal(yield* verify({ challenge: again, recovery_code: recoveryCodes[3] })), wrong(4))
      assert.strictEqual((yield* verify({ challenge: again, recovery_code: recoveryCodes[4] })).status, 200)
      const details = { app_id: app.id }
      assert.deepStrictEqual(yield* trailOf(user.user.id), [
        ["app_user.two_factor_enabled", details],
        ["app_user.recovery_code_used", details],
        ["app_user.login", { ...details, method: "password" }],
        ["app_user.login_failed", { ...details, method: "password", step: "two_factor" }],
        ["app_user.recovery_code_used", details],
        ["app_user.login", { ...details, method: "password" }]
      ])

      // They go with the authenticator.
      assert.strictEqual((yield* remove({ code: yield* nextCode(secret) }, session.access_token)).status, 204)
      const { secret: second } = yield* enrol({ token: session.access_token })
      const last = yield* challengeOf(app, user)
      assert.deepStrictEqual(refusal(yield* verify({ challenge: last, recovery_code: recoveryCodes[5] })), wrong(4))
      assert.strictEqual((yield* verify({ challenge: last, code: yield* nextCode(second) })).status, 200)
    })
  )

  it.effect("a second factor is set up before any session exists where the app requires one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, user } = yield* world("required")
      // The policy signs nobody out.
      assert.strictEqual((yield* me(user.token)).status, 200)
      yield* sql`DELETE FROM session_families WHERE subject_id = ${user.user.id}`
      const asked = yield* login(app, user)
      assert.strictEqual(asked.body.status, "two_factor_setup_required")
      const { challenge } = asked.body

      assert.deepStrictEqual(refusal(yield* confirm({ challenge, code: "123456" })), spent)
      const begun = yield* setup({ challenge })
      assert.strictEqual(begun.headers.get("cache-control"), "no-store")
      const { secret } = begun.body
      assert.deepStrictEqual(refusal(yield* confirm({ challenge, code: yield* wrongCode(secret) })), wrong(4))
      assert.deepStrictEqual(refusal(yield* verify({ challenge, code: yield* codeNow(secret) })), spent)
      const families = sql`SELECT FROM session_families WHERE subject_id = ${user.user.id}`
      assert.lengthOf(yield* families, 0)

      const code = yield* nextCode(secret)
      const confirmed = yield* confirm({ challenge, code })
      assert.strictEqual(confirmed.status, 200)
      assert.strictEqual(confirmed.headers.get("cache-control"), "no-store")
      assert.lengthOf(confirmed.body.recovery_codes, 10)
      const { access_token } = confirmed.body.session
      assert.isTrue((yield* me(access_token)).body.two_factor_enabled)
      assert.lengthOf(yield* families, 1)
      assert.deepStrictEqual(yield* trailOf(user.user.id), [
        ["app_user.two_factor_enabled", { app_id: app.id }],
        ["app_user.login", { app_id: app.id, method: "password" }]
      ])
      for (const attempt of [setup({ challenge }), confirm({ challenge, code }), verify({ challenge, code })]) {
        assert.deepStrictEqual(refusal(yield* attempt), spent)
      }

      const next = yield* login(app, user)
      assert.strictEqual(next.body.status, "two_factor_required")
      assert.deepStrictEqual(refusal(yield* verify({ challenge: next.body.challenge, code })), wrong(4))
      const later = yield* nextCode(secret)
      assert.deepStrictEqual(refusal(yield* remove({ code: later }, access_token)), conflict("required"))
      assert.strictEqual((yield* verify({ challenge: next.body.challenge, code: later })).status, 200)
    })
  )

  it.effect("a second factor that is new ends the person's other sessions, and renews this one's tokens", () =>
    Effect.gen(function* () {
      const { app, other, user } = yield* world("optional")
      const second = (yield* login(app, user)).body
      const { secret } = (yield* setup({}, user.token)).body
      const code = yield* nextCode(secret)
      const [mine, elsewhere, theirs] = yield* Effect.forEach(
        [user.token, second.access_token, other.token],
        connectRealtime
      )
      const { session } = (yield* confirm({ code }, user.token)).body
      assert.strictEqual(yield* elsewhere!.closeCode, 4001)
      yield* mine!.served
      yield* theirs!.served
      assert.deepStrictEqual(refusal(yield* me(second.access_token)), [401, "token_revoked"])
      assert.strictEqual((yield* me(user.token)).status, 200)
      const refresh = (refresh_token: string) => call("POST", "/api/client/refresh", { body: { refresh_token } })
      assert.deepStrictEqual(refusal(yield* refresh(second.refresh_token)), [401, "token_revoked"])
      assert.strictEqual((yield* refresh(session.refresh_token)).status, 200)
      assert.strictEqual((yield* refresh(other.refreshToken)).status, 200)
      assert.deepStrictEqual(refusal(yield* refresh(user.refreshToken)), [401, "token_revoked"])
    })
  )

  it.effect("a second factor stands until a new one is confirmed, whose recovery codes replace the old", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("optional")
      const old = yield* enrol(user)
      const first = (yield* setup({}, user.token)).body.secret
      const second = (yield* setup({}, user.token)).body.secret
      assert.isTrue((yield* me(user.token)).body.two_factor_enabled)
      const challenge = yield* challengeOf(app, user)
      assert.strictEqual((yield* verify({ challenge, code: yield* nextCode(old.secret) })).status, 200)

      const oldPending = yield* confirm({ code: yield* nextCode(first) }, user.token)
      assert.deepStrictEqual(refusal(oldPending), [400, "invalid_code"])
      const replaced = yield* confirm({ code: yield* nextCode(second) }, user.token)
      assert.strictEqual(replaced.status, 200)
      assert.notDeepEqual(replaced.body.recovery_codes, old.recoveryCodes)
      assert.deepStrictEqual(
        refusal(yield* confirm({ code: yield* nextCode(second) }, replaced.body.session.access_token)),
        spent
      )

      const next = yield* challengeOf(app, user)
      assert.deepStrictEqual(refusal(yield* verify({ challenge: next, code: yield* nextCode(old.secret) })), wrong(4))
      assert.deepStrictEqual(refusal(yield* verify({ challenge: next, recovery_code: old.recoveryCodes[0] })), wrong(3))
      assert.strictEqual((yield* verify({ challenge: next, code: yield* nextCode(second) })).status, 200)
    })
  )

  it.effect("a second factor cannot be set up under policy off, but is still asked for and can be removed", () =>
    Effect.gen(function* () {
      const { app, other, user } = yield* world("optional")
      const { secret, session } = yield* enrol(user)
      const pending = (yield* setup({}, other.token)).body.secret
      yield* setPolicy(app, "required")
      const waiting = yield* challengeOf(app, other)
      yield* setPolicy(app, "off")
      const code = yield* nextCode(pending)
      for (const attempt of [
        setup({}, other.token),
        setup({ challenge: waiting }),
        confirm({ code }, other.token),
        confirm({ challenge: waiting, code })
      ]) {
        assert.deepStrictEqual(refusal(yield* attempt), conflict("off"))
      }
      assert.isFalse((yield* me(other.token)).body.two_factor_enabled)
      assert.deepStrictEqual(refusal(yield* remove({ code }, other.token)), conflict("off"))

      const challenge = yield* challengeOf(app, user)
      assert.strictEqual((yield* verify({ challenge, code: yield* nextCode(secret) })).status, 200)
      assert.strictEqual((yield* remove({ code: yield* nextCode(secret) }, session.access_token)).status, 204)
    })
  )

  it.effect("a second factor is turned off by its own code alone", () =>
    Effect.gen(function* () {
      const { other, user } = yield* world("optional")
      yield* enrol(user)
      const theirs = yield* enrol(other)
      const pending = (yield* setup({}, user.token)).body.secret
      for (const secret of [theirs.secret, pending]) {
        assert.deepStrictEqual(refusal(yield* remove({ code: yield* nextCode(secret) }, user.token)), [
          400,
          "invalid_code"
        ])
      }
      assert.isTrue((yield* me(user.token)).body.two_factor_enabled)
    })
  )
})
