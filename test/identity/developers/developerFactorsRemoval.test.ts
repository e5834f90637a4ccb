import { assert, layer } from "@effect/vitest"
import { DeveloperFactors } from "@fleet/server/identity/developers/DeveloperFactors"
import { Effect } from "effect"
import {
  added,
  addPasskey,
  addTotp,
  codeOf,
  confirm,
  remove,
  removed,
  removeTotp,
  require2fa,
  requiredByOrg,
  setUp,
  trail,
  view
} from "../../support/factors.ts"
import { makeOrg } from "../../support/people.ts"
import { SoftAuthenticator } from "../../support/SoftAuthenticator.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a developer's factors, removed,", (it) => {
  it.effect("a developer's factors, removed, lose the recovery codes with the last of them", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { passkey } = yield* addPasskey(developer.token)
      yield* addTotp(developer.token)
      assert.strictEqual((yield* remove(developer.token, passkey.id)).status, 204)
      assert.strictEqual((yield* view(developer.token)).recovery_codes_left, 10)
      assert.strictEqual((yield* removeTotp(developer.token)).status, 204)
      const bare = yield* view(developer.token)
      assert.deepStrictEqual([bare.passkeys, bare.authenticator, bare.recovery_codes_left], [[], null, 0])
      assert.deepStrictEqual(refusal(yield* removeTotp(developer.token)), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* remove(developer.token, passkey.id)), [404, "not_found"])
      assert.deepStrictEqual(yield* trail(developer.caller.id), [
        added("passkey"),
        added("authenticator"),
        removed("passkey"),
        removed("authenticator")
      ])
      assert.lengthOf((yield* addPasskey(developer.token)).recovery_codes!, 10)
    })
  )

  it.effect("a developer's factors, removed, keep the last while the org requires one, whichever it is", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      const { passkey } = yield* addPasskey(developer.token)
      yield* addTotp(developer.token)
      yield* require2fa(orgId)
      assert.strictEqual((yield* remove(developer.token, passkey.id)).status, 204)
      assert.deepStrictEqual(refusal(yield* removeTotp(developer.token)), requiredByOrg)

      const other = yield* addPasskey(developer.token)
      assert.strictEqual((yield* removeTotp(developer.token)).status, 204)
      yield* setUp(developer.token)
      assert.deepStrictEqual(refusal(yield* remove(developer.token, other.passkey.id)), requiredByOrg)
      const { passkeys, recovery_codes_left } = yield* view(developer.token)
      assert.lengthOf(passkeys, 1)
      assert.strictEqual(recovery_codes_left, 10)
      assert.lengthOf(yield* trail(developer.caller.id), 5)
    })
  )

  it.effect("a developer's factors, removed, keep one of several that are removed at once", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      yield* require2fa(orgId)
      const ids: Array<string> = []
      for (let count = 0; count < 5; count++) ids.push((yield* addPasskey(developer.token)).passkey.id)
      yield* addTotp(developer.token)
      const removals = [...ids.map((id) => remove(developer.token, id)), removeTotp(developer.token)]
      const answers = yield* Effect.all([...removals, ...removals], { concurrency: "unbounded" })
      assert.lengthOf(
        answers.filter(({ status }) => status === 204),
        5
      )
      const left = yield* view(developer.token)
      assert.strictEqual(left.passkeys.length + (left.authenticator === null ? 0 : 1), 1)
      assert.strictEqual(left.recovery_codes_left, 10)
      const removedRows = (yield* trail(developer.caller.id)).filter(
        ([action]) => action === "developer.two_factor_removed"
      )
      assert.lengthOf(removedRows, 5)
    })
  )

  it.effect("a developer's factors, removed, are deleted by an Owner's reset, with pending ones", () =>
    Effect.gen(function* () {
      const factors = yield* DeveloperFactors
      const { developer, owner } = yield* makeOrg
      yield* addPasskey(developer.token)
      yield* addTotp(developer.token)
      yield* addPasskey(owner.token)
      const before = yield* trail(developer.caller.id)
      const { options } = (yield* call("POST", "/api/auth/passkeys/options", { as: developer.token })).body
      const pending = (yield* setUp(developer.token)).body.secret
      assert.deepStrictEqual(yield* factors.need(developer.caller.id), {
        authenticator: true,
        passkeys: 1,
        required: false
      })
      yield* factors.forget(developer.caller.id)
      assert.deepStrictEqual(yield* factors.need(developer.caller.id), {
        authenticator: false,
        passkeys: 0,
        required: false
      })
      assert.strictEqual((yield* view(developer.token)).recovery_codes_left, 0)
      const body = { name: "Late", credential: new SoftAuthenticator().create(options) }
      const late = yield* call("POST", "/api/auth/passkeys", { as: developer.token, body })
      assert.deepStrictEqual(refusal(late), invalid("credential", "invalid_value"))
      assert.deepStrictEqual(refusal(yield* confirm(developer.token, codeOf(pending))), [410, "token_spent"])
      assert.deepStrictEqual(yield* trail(developer.caller.id), before)
      assert.lengthOf((yield* view(owner.token)).passkeys, 1)
    })
  )
})
