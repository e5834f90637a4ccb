import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../../../support/TestApp.ts"
import { nextCode } from "../../../support/Totp.ts"
import { refusal } from "../../../support/wire.ts"
import { challengeOf, confirm, enrol, setup, spent, verify, world } from "./twoFactorWorld.ts"

layer(TestApp, { timeout: "60 seconds" })("a challenge that waits for a code", (it) => {
  it.effect("a challenge ends for old and new codes when its person confirms another authenticator", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("optional")
      const old = yield* enrol(user)
      const challenge = yield* challengeOf(app, user)
      const { secret } = (yield* setup({}, old.session.access_token)).body
      const confirmed = yield* confirm({ code: yield* nextCode(secret) }, old.session.access_token)
      assert.strictEqual(confirmed.status, 200)
      const [recovery_code] = confirmed.body.recovery_codes
      assert.deepStrictEqual(refusal(yield* verify({ challenge, recovery_code })), spent)
      assert.deepStrictEqual(refusal(yield* verify({ challenge, code: yield* nextCode(secret) })), spent)
      assert.deepStrictEqual(refusal(yield* verify({ challenge, code: yield* nextCode(old.secret) })), spent)
      const next = yield* challengeOf(app, user)
      assert.strictEqual((yield* verify({ challenge: next, recovery_code })).status, 200)
    })
  )
})
