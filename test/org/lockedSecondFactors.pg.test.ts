import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { password } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { nextCode } from "../support/Totp.ts"
import { call, refusal } from "../support/wire.ts"
import {
  challengeOf,
  confirm,
  enrol,
  login,
  me,
  setup,
  spent,
  verify,
  world
} from "../identity/app-users/signin/twoFactorWorld.ts"
import { lock, locked, unlock } from "./lockWorld.ts"

layer(TestApp, { timeout: "60 seconds" })("second factors of a locked org's app users", (it) => {
  it.effect("a password sign-in of somebody with a second factor is refused before the second factor", () =>
    Effect.gen(function* () {
      const { app, orgId, user } = yield* world("optional")
      yield* enrol(user)
      yield* lock(orgId)
      assert.deepStrictEqual(refusal(yield* login(app, user)), locked)
    })
  )

  it.effect("a second factor is refused with org_locked; neither challenge, code nor recovery code is spent", () =>
    Effect.gen(function* () {
      const { app, orgId, user } = yield* world("optional")
      const { recoveryCodes, secret } = yield* enrol(user)
      const challenge = yield* challengeOf(app, user)
      const second = yield* challengeOf(app, user)
      const code = yield* nextCode(secret)
      const [recovery_code] = recoveryCodes
      yield* lock(orgId)
      assert.deepStrictEqual(refusal(yield* verify({ challenge, recovery_code })), locked)
      assert.deepStrictEqual(refusal(yield* verify({ challenge, code })), locked)
      // Whether a code is right is not said, so that nobody tries codes while the org is locked.
      for (let time = 0; time < 5; time++) {
        assert.deepStrictEqual(refusal(yield* verify({ challenge, code: "000000" })), locked)
      }
      assert.deepStrictEqual(refusal(yield* verify({ challenge: "unknown", code })), spent)
      yield* unlock(orgId)
      assert.strictEqual((yield* verify({ challenge, recovery_code })).status, 200)
      assert.strictEqual((yield* verify({ challenge: second, code })).status, 200)
    })
  )

  it.effect("a setup on the way in is refused with org_locked, and goes on when the org is unlocked", () =>
    Effect.gen(function* () {
      const { app, orgId, user } = yield* world("required")
      const challenge = yield* challengeOf(app, user)
      const code = yield* nextCode((yield* setup({ challenge })).body.secret)
      yield* lock(orgId)
      assert.deepStrictEqual(refusal(yield* setup({ challenge })), locked)
      assert.deepStrictEqual(refusal(yield* confirm({ challenge, code })), locked)
      yield* unlock(orgId)
      assert.strictEqual((yield* confirm({ challenge, code })).status, 200)
    })
  )

  it.effect("an access token lives on; what would give a fresh pair for it is refused and changes nothing", () =>
    Effect.gen(function* () {
      const { app, orgId, user } = yield* world("optional")
      const as = user.token
      const code = yield* nextCode((yield* setup({}, as)).body.secret)
      const body = { current_password: password, new_password: "a password that is new" }
      const change = call("POST", "/api/client/password/change", { as, body })
      yield* lock(orgId)
      assert.strictEqual((yield* me(as)).status, 200)
      assert.deepStrictEqual(refusal(yield* change), locked)
      assert.deepStrictEqual(refusal(yield* confirm({ code }, as)), locked)
      yield* unlock(orgId)
      assert.isString((yield* login(app, user)).body.access_token)
      assert.strictEqual((yield* confirm({ code }, as)).status, 200)
    })
  )
})
