import { assert, layer } from "@effect/vitest"
import { DeveloperAuth } from "@fleet/server/identity/developers/DeveloperAuth"
import { Effect, Result } from "effect"
import {
  age,
  begin,
  codeOf,
  codesFor,
  exchange,
  mailedCode,
  other,
  portalApp,
  post,
  signedInAs,
  submit
} from "../identity/developers/portal/world.ts"
import { EdDSA } from "../support/cose.ts"
import { codeOf as totpNow, confirm, require2fa, setUp } from "../support/factors.ts"
import { makeOrg } from "../support/people.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { call, refusal } from "../support/wire.ts"
import { lock, locked, unlock } from "./lockWorld.ts"

const withPasskey = Effect.fnUntraced(function* (as: string) {
  const authenticator = new SoftAuthenticator()
  const { options } = (yield* call("POST", "/api/auth/passkeys/options", { as })).body
  const credential = authenticator.create(options, { algorithm: EdDSA })
  const answer = yield* call("POST", "/api/auth/passkeys", { as, body: { name: "Key", credential } })
  return { authenticator, recoveryCodes: answer.body.recovery_codes as ReadonlyArray<string> }
})

layer(portalApp(), { excludeTestServices: true, timeout: "60 seconds" })("developers of a locked org", (it) => {
  it.effect("a mailed code that is right is refused with org_locked and stays good; a wrong one is counted", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      const flow = yield* begin()
      const code = yield* mailedCode(flow, developer.email)
      yield* lock(orgId)
      const enter = (code: string) => post(flow, "code", { code })
      assert.deepStrictEqual(refusal(yield* enter(other(code))), [400, "invalid_code", { attempts_left: 4 }])
      for (let time = 0; time < 6; time++) assert.deepStrictEqual(refusal(yield* enter(code)), locked)
      assert.deepStrictEqual(refusal(yield* enter(other(code))), [400, "invalid_code", { attempts_left: 3 }])
      assert.strictEqual(yield* codesFor(developer.caller.id), 0)
      yield* unlock(orgId)
      yield* signedInAs(flow, yield* enter(code), developer.email)
    })
  )

  it.effect("an Owner signs in, has a session, and refreshes it", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      yield* lock(orgId)
      const flow = yield* begin()
      const answer = yield* post(flow, "code", { code: yield* mailedCode(flow, owner.email) })
      const { refresh_token } = yield* signedInAs(flow, answer, owner.email)
      assert.strictEqual((yield* call("POST", "/api/auth/refresh", { body: { refresh_token } })).status, 200)
    })
  )

  it.effect("a refresh is refused with org_locked and its token stays good", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      const refresh = call("POST", "/api/auth/refresh", { body: { refresh_token: developer.refreshToken } })
      yield* lock(orgId)
      assert.deepStrictEqual(refusal(yield* refresh), locked)
      assert.strictEqual((yield* call("GET", "/api/auth/me", { as: developer.token })).status, 200)
      yield* unlock(orgId)
      assert.strictEqual((yield* refresh).status, 200)
    })
  )

  it.effect("a passkey is refused with org_locked, and an unknown one with invalid_credentials", () =>
    Effect.gen(function* () {
      const { developer, orgId, owner } = yield* makeOrg
      const { authenticator } = yield* withPasskey(developer.token)
      const { authenticator: owners } = yield* withPasskey(owner.token)
      yield* lock(orgId)
      const flow = yield* begin()
      const enter = Effect.fnUntraced(function* (holder: SoftAuthenticator, twists = {}) {
        const { options } = (yield* post(flow, "passkey/options")).body
        return yield* post(flow, "passkey", { credential: holder.get(options, twists) })
      })
      assert.deepStrictEqual(refusal(yield* enter(authenticator, { userVerified: false })), [
        401,
        "invalid_credentials"
      ])
      assert.deepStrictEqual(refusal(yield* enter(authenticator)), locked)
      assert.strictEqual(yield* codesFor(developer.caller.id), 0)
      yield* signedInAs(flow, yield* enter(owners), owner.email)
    })
  )

  it.effect("a second factor is refused with org_locked before it is looked at, so that nothing is spent", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      const { secret } = (yield* setUp(developer.token)).body
      const { recovery_codes } = (yield* confirm(developer.token, totpNow(secret))).body
      const flow = yield* begin()
      yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })
      yield* lock(orgId)
      const enter = post(flow, "two-factor", { recovery_code: recovery_codes[0] })
      assert.deepStrictEqual(refusal(yield* enter), locked)
      for (let time = 0; time < 5; time++) {
        assert.deepStrictEqual(refusal(yield* post(flow, "two-factor", { code: "000000" })), locked)
      }
      yield* unlock(orgId)
      yield* signedInAs(flow, yield* enter, developer.email)
    })
  )

  it.effect(
    "the setup of a first factor is refused with org_locked at each step, and goes on when it is unlocked",
    () =>
      Effect.gen(function* () {
        const { developer, orgId } = yield* makeOrg
        yield* require2fa(orgId)
        const flow = yield* begin()
        yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })
        const { secret } = (yield* post(flow, "two-factor/setup/totp")).body
        const confirmed = () => post(flow, "two-factor/setup/totp/confirm", { code: totpNow(secret) })
        yield* lock(orgId)
        assert.deepStrictEqual(refusal(yield* post(flow, "two-factor/setup/totp")), locked)
        assert.deepStrictEqual(refusal(yield* post(flow, "two-factor/setup/passkey/options")), locked)
        assert.deepStrictEqual(refusal(yield* confirmed()), locked)
        yield* unlock(orgId)
        assert.strictEqual((yield* confirmed()).status, 200)
        yield* lock(orgId)
        assert.deepStrictEqual(refusal(yield* post(flow, "two-factor/setup/done")), locked)
        yield* unlock(orgId)
        yield* signedInAs(flow, yield* post(flow, "two-factor/setup/done"), developer.email)
      })
  )

  it.effect("the console's code is refused with org_locked and stays good; a wrong verifier spends it as ever", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      const flow = yield* begin()
      const code = codeOf(flow, yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) }))
      yield* lock(orgId)
      assert.deepStrictEqual(refusal(yield* exchange(flow, code)), locked)
      yield* unlock(orgId)
      assert.strictEqual((yield* exchange(flow, code)).status, 200)

      yield* age("portal_mailed_codes", ["created_at"], 61)
      const second = yield* begin()
      const stolen = codeOf(second, yield* post(second, "code", { code: yield* mailedCode(second, developer.email) }))
      yield* lock(orgId)
      const wrong = yield* exchange(second, stolen, { code_verifier: "w".repeat(43) })
      assert.deepStrictEqual([wrong.status, wrong.body.error], [400, "invalid_grant"])
      yield* unlock(orgId)
      assert.strictEqual((yield* exchange(second, stolen)).body.error, "invalid_grant")
    })
  )

  it.effect("a form's page says that a payment is awaited, in the reader's language", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      const { authenticator } = yield* withPasskey(developer.token)
      const flow = yield* begin()
      const code = yield* mailedCode(flow, developer.email)
      yield* lock(orgId)
      const [english, german] = [yield* submit(flow, "code", { code }), yield* submit(flow, "code", { code }, "de")]
      assert.deepStrictEqual([english.status, german.status], [200, 200])
      assert.include(english.body, "is locked until a payment is settled")
      assert.include(german.body, "bis eine Zahlung beglichen ist")
      const { options } = (yield* post(flow, "passkey/options")).body
      const page = yield* submit(flow, "passkey", { credential: JSON.stringify(authenticator.get(options)) })
      assert.strictEqual(page.status, 200)
      assert.include(page.body, "is locked until a payment is settled")
    })
  )

  it.effect("the operator's own sign-in is for Owners alone", () =>
    Effect.gen(function* () {
      const auth = yield* DeveloperAuth
      const { developer, orgId, owner } = yield* makeOrg
      yield* lock(orgId)
      const refused = yield* Effect.result(auth.mint(developer.email))
      assert.strictEqual(Result.isFailure(refused) ? refused.failure.code : "none", "org_locked")
      yield* auth.mint(owner.email)
    })
  )
})
