import { assert, layer } from "@effect/vitest"
import { Members } from "@fleet/server/identity/developers/team/Members"
import { Effect } from "effect"
import { beside } from "../../../support/beside.ts"
import { onPostgres } from "../../../support/Database.ts"
import { addPasskey, codeOf as totpNow, require2fa, view } from "../../../support/factors.ts"
import { makeOrg } from "../../../support/people.ts"
import { SoftAuthenticator } from "../../../support/SoftAuthenticator.ts"
import { refusal } from "../../../support/wire.ts"
import { age, begin, mailedCode, portalApp, post, show, signedInAs, submit } from "./world.ts"

/** A sign-in that waits for a first factor, as the developer's org requires one. */
const enrolling = Effect.fnUntraced(function* (email: string) {
  const flow = yield* begin()
  const answer = yield* post(flow, "code", { code: yield* mailedCode(flow, email) })
  assert.deepStrictEqual(answer.body, { next: `/console/oauth/two-factor/setup/${flow.id}` })
  yield* age("portal_mailed_codes", ["created_at"], 61)
  return flow
})

const makeStranger = Effect.gen(function* () {
  const { developer, orgId, owner } = yield* makeOrg
  yield* require2fa(orgId)
  return { developer, owner }
})

const dead = [410, "token_spent"]

layer(portalApp(), { excludeTestServices: true, timeout: "60 seconds" })("sign-in setup", (it) => {
  it.effect("sign-in setup is for the first factor alone: where one was set up meanwhile, it is asked for", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeStranger
      for (const step of ["setup/totp", "setup/totp/confirm", "setup/passkey/options", "setup/passkey"]) {
        const { developer } = yield* makeStranger
        const late = yield* enrolling(developer.email)
        const { secret } = (yield* post(late, "two-factor/setup/totp")).body
        const { options } = (yield* post(late, "two-factor/setup/passkey/options")).body
        const before = (yield* addPasskey(developer.token)).passkey.id
        const body = {
          "setup/totp": {},
          "setup/totp/confirm": { code: totpNow(secret) },
          "setup/passkey/options": {},
          "setup/passkey": { name: "Late", credential: new SoftAuthenticator().create(options) }
        }[step]!
        assert.deepStrictEqual(refusal(yield* post(late, `two-factor/${step}`, body)), dead, step)
        const { authenticator, passkeys } = yield* view(developer.token)
        assert.deepStrictEqual([authenticator, passkeys.map(({ id }: { id: string }) => id)], [null, [before]], step)
      }

      const [first, second] = [yield* enrolling(developer.email), yield* enrolling(developer.email)]
      const { secret } = (yield* post(first, "two-factor/setup/totp")).body
      const confirmed = yield* post(first, "two-factor/setup/totp/confirm", { code: totpNow(secret) })
      assert.strictEqual(confirmed.status, 200)
      const form = yield* submit(second, "two-factor/setup/totp")
      assert.deepStrictEqual(
        [form.status, form.headers.get("location")],
        [303, `/console/oauth/two-factor/${second.id}?lang=en`]
      )
      assert.strictEqual((yield* show(second, `two-factor/${second.id}`)).status, 200)
      const [code] = confirmed.body.recovery_codes
      yield* signedInAs(second, yield* post(second, "two-factor", { recovery_code: code }), developer.email)
      yield* signedInAs(first, yield* post(first, "two-factor/setup/done"), developer.email)
    })
  )

  it.effect.skipIf(!onPostgres)("sign-in setup ends with an Owner's reset between its steps (needs Postgres)", () =>
    Effect.gen(function* () {
      const members = yield* Members
      for (const kind of ["totp", "passkey"]) {
        const { developer, owner } = yield* makeStranger
        const flow = yield* enrolling(developer.email)
        const member = yield* members.get(owner.caller, developer.caller.id)
        const enrolled = Effect.gen(function* () {
          if (kind === "totp") return yield* post(flow, "two-factor/setup/totp")
          const asked = yield* post(flow, "two-factor/setup/passkey/options")
          if (asked.status !== 200) return asked
          const credential = new SoftAuthenticator().create(asked.body.options)
          return yield* post(flow, "two-factor/setup/passkey", { name: "Late", credential })
        })
        const answer = yield* beside(members.resetTwoFactor(owner.caller, member), enrolled)
        assert.deepStrictEqual(refusal(answer), dead, kind)
        const { passkeys } = yield* members.get(owner.caller, developer.caller.id).pipe(Effect.map((m) => m.two_factor))
        assert.strictEqual(passkeys, 0)
      }
    })
  )
})
