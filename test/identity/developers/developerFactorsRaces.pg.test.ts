import { assert, layer } from "@effect/vitest"
import { DeveloperFactors } from "@fleet/server/identity/developers/DeveloperFactors"
import { Members } from "@fleet/server/identity/developers/team/Members"
import { Effect } from "effect"
import { beside } from "../../support/beside.ts"
import { EdDSA } from "../../support/cose.ts"
import { onPostgres } from "../../support/Database.ts"
import { addPasskey, addTotp, codeOf, confirm, newCodes, remove, removeTotp, setUp } from "../../support/factors.ts"
import { makeOrg } from "../../support/people.ts"
import { SoftAuthenticator } from "../../support/SoftAuthenticator.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, refusal } from "../../support/wire.ts"

/** A member, and what an Owner may do to one. */
const makeMember = Effect.gen(function* () {
  const members = yield* Members
  const { developer, owner } = yield* makeOrg
  const member = yield* members.get(owner.caller, developer.caller.id)
  return {
    as: developer.token,
    id: developer.caller.id,
    removal: members.remove(owner.caller, member),
    reset: members.resetTwoFactor(owner.caller, member)
  }
})

const register = Effect.fnUntraced(function* (as: string) {
  const { options } = (yield* call("POST", "/api/auth/passkeys/options", { as })).body
  const credential = new SoftAuthenticator().create(options, { algorithm: EdDSA })
  return yield* call("POST", "/api/auth/passkeys", { as, body: { name: "Late", credential } })
})

const enrol = Effect.fnUntraced(function* (as: string) {
  const answer = yield* setUp(as)
  return answer.status === 200 ? yield* confirm(as, codeOf(answer.body.secret)) : answer
})

const revoked = [401, "token_revoked"]

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a developer's factors (needs Postgres)", (it) => {
  const racing = it.effect.skipIf(!onPostgres)

  racing("take none from a session that an Owner's reset ends meanwhile", () =>
    Effect.gen(function* () {
      const { need } = yield* DeveloperFactors
      for (const request of [register, enrol]) {
        const { as, id, reset } = yield* makeMember
        assert.deepStrictEqual(refusal(yield* beside(reset, request(as))), revoked)
        assert.deepStrictEqual(yield* need(id), { authenticator: false, passkeys: 0, required: false })
      }
    })
  )

  racing("are out of reach for a developer who is removed meanwhile", () =>
    Effect.gen(function* () {
      for (const request of [register, enrol, removeTotp, newCodes]) {
        const { as, removal } = yield* makeMember
        yield* addTotp(as)
        assert.deepStrictEqual(refusal(yield* beside(removal, request(as))), revoked)
      }
      const { as, removal } = yield* makeMember
      const { passkey } = yield* addPasskey(as)
      assert.deepStrictEqual(refusal(yield* beside(removal, remove(as, passkey.id))), revoked)
    })
  )
})
