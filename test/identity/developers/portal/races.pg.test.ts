import { assert, layer } from "@effect/vitest"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Members } from "@fleet/server/identity/developers/team/Members"
import { Effect } from "effect"
import { beside } from "../../../support/beside.ts"
import { onPostgres } from "../../../support/Database.ts"
import { makeOrg, unique } from "../../../support/people.ts"
import { call, refusal } from "../../../support/wire.ts"
import { begin, codeOf, exchange, mailedCode, portalApp, post } from "./world.ts"

/** A member in the middle of a sign-in, and what an Owner may do to one. */
const makeMember = Effect.gen(function* () {
  const members = yield* Members
  const { developer, owner } = yield* makeOrg
  const member = yield* members.get(owner.caller, developer.caller.id)
  return {
    email: developer.email,
    flow: yield* begin(),
    removal: members.remove(owner.caller, member),
    reset: members.resetTwoFactor(owner.caller, member)
  }
})

layer(portalApp(), { excludeTestServices: true, timeout: "60 seconds" })(
  "a console sign-in of a person who is removed meanwhile (needs Postgres)",
  (it) => {
    const racing = it.effect.skipIf(!onPostgres)

    racing("asks for a code as anybody does", () =>
      Effect.gen(function* () {
        const { email, flow, removal } = yield* makeMember
        const answer = yield* beside(removal, post(flow, "identify", { email }))
        const nobody = yield* post(yield* begin(), "identify", { email: `nobody-${unique()}@example.com` })
        assert.deepStrictEqual([answer.status, answer.body], [nobody.status, nobody.body])
      })
    )

    racing("is over with the mailed code", () =>
      Effect.gen(function* () {
        const { email, flow, removal } = yield* makeMember
        const code = yield* mailedCode(flow, email)
        assert.deepStrictEqual(refusal(yield* beside(removal, post(flow, "code", { code }))), [410, "token_spent"])
      })
    )

    racing("gives nothing for its authorization code", () =>
      Effect.gen(function* () {
        const { email, flow, removal } = yield* makeMember
        const code = codeOf(flow, yield* post(flow, "code", { code: yield* mailedCode(flow, email) }))
        const answer = yield* beside(removal, exchange(flow, code))
        assert.deepStrictEqual([answer.status, answer.body.error], [400, "invalid_grant"])
      })
    )

    racing("gives a session that an Owner's reset ends when it is committed after", () =>
      Effect.gen(function* () {
        const { email, flow, reset } = yield* makeMember
        const { run } = yield* Transaction
        const code = codeOf(flow, yield* post(flow, "code", { code: yield* mailedCode(flow, email) }))
        const { body, status } = yield* run(Effect.andThen(reset, exchange(flow, code)))
        assert.strictEqual(status, 200)
        const me = yield* call("GET", "/api/auth/me", { as: body.access_token })
        const refreshed = yield* call("POST", "/api/auth/refresh", { body: { refresh_token: body.refresh_token } })
        assert.deepStrictEqual(
          [refusal(me), refusal(refreshed)],
          [
            [401, "token_revoked"],
            [401, "token_revoked"]
          ]
        )
      })
    )
  }
)
