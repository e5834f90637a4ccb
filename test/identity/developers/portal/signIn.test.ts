import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { EdDSA } from "../../../support/cose.ts"
import { addPasskey, addTotp, codeOf as totpNow, require2fa, setUp, confirm, wrong } from "../../../support/factors.ts"
import { MailSink } from "../../../support/MailSink.ts"
import { makeOrg, unique } from "../../../support/people.ts"
import { SoftAuthenticator } from "../../../support/SoftAuthenticator.ts"
import { call, refusal } from "../../../support/wire.ts"
import { age, begin, codesFor, mailedCode, other, portalApp, post, show, signedInAs } from "./world.ts"

/** A passkey of a signed-in developer, and what holds it. */
const withPasskey = Effect.fnUntraced(function* (as: string) {
  const authenticator = new SoftAuthenticator()
  const { options } = (yield* call("POST", "/api/auth/passkeys/options", { as })).body
  const credential = authenticator.create(options, { algorithm: EdDSA })
  const answer = yield* call("POST", "/api/auth/passkeys", { as, body: { name: "Key", credential } })
  assert.strictEqual(answer.status, 201)
  return authenticator
})

const trailOf = Effect.fnUntraced(function* (id: string, action: string, atLeast = 1) {
  const sql = yield* SqlClient.SqlClient
  for (let turn = 0; ; turn++) {
    const rows = yield* sql<{ details: unknown }>`
      SELECT details FROM audit_events WHERE actor_id = ${id} AND action = ${action} ORDER BY seq`
    if (rows.length >= atLeast || turn === 500) return rows.map(({ details }) => details)
    yield* Effect.promise(() => new Promise(setImmediate))
  }
})

layer(portalApp(), { excludeTestServices: true, timeout: "60 seconds" })("a console sign-in", (it) => {
  it.effect("a console sign-in ends with a session after the mailed code, and is audited", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const flow = yield* begin()
      const code = yield* mailedCode(flow, developer.email)
      const answer = yield* post(flow, "code", { code })
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      yield* signedInAs(flow, answer, developer.email)
      assert.deepStrictEqual(yield* trailOf(developer.caller.id, "developer.login"), [{ method: "email_code" }])
      for (const step of ["code", "identify"]) {
        const late = yield* post(flow, step, step === "code" ? { code } : { email: developer.email })
        assert.deepStrictEqual(refusal(late), [410, "token_spent"])
      }
    })
  )

  it.effect("a console sign-in takes the address in any case, with space around it", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const flow = yield* begin()
      const asked = yield* post(flow, "identify", { email: ` ${developer.email.toUpperCase()} ` })
      assert.strictEqual(asked.status, 200)
      const { code } = yield* (yield* MailSink).waitFor(developer.email)
      yield* signedInAs(flow, yield* post(flow, "code", { code }), developer.email)
    })
  )

  it.effect("a console sign-in goes on in another tab with the first code; no second mail within a minute", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const sink = yield* MailSink
      const [first, second] = [yield* begin(), yield* begin()]
      const code = yield* mailedCode(first, developer.email)
      assert.strictEqual((yield* post(second, "identify", { email: developer.email })).status, 200)
      yield* signedInAs(second, yield* post(second, "code", { code }), developer.email)
      // The code was one and is spent, in the first tab too.
      assert.deepStrictEqual(refusal(yield* post(first, "code", { code })), [410, "token_spent"])
      assert.strictEqual(sink.mails.filter(({ to }) => to === developer.email).length, 1)
    })
  )

  it.effect("a console sign-in replaces the code after a minute, or where the clock was set back", () =>
    Effect.gen(function* () {
      for (const seconds of [61, -3600]) {
        const { developer } = yield* makeOrg
        const flow = yield* begin()
        const first = yield* mailedCode(flow, developer.email)
        yield* age("portal_mailed_codes", ["created_at"], seconds)
        const second = yield* mailedCode(flow, developer.email)
        if (first !== second) {
          const answer = yield* post(flow, "code", { code: first })
          assert.deepStrictEqual(refusal(answer), [400, "invalid_code", { attempts_left: 4 }])
        }
        yield* signedInAs(flow, yield* post(flow, "code", { code: second }), developer.email)
      }
    })
  )

  it.effect("a console sign-in counts five wrong codes, then the code is dead, for unknown addresses too", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      for (const email of [developer.email, `nobody-${unique()}@example.com`]) {
        const flow = yield* begin()
        assert.strictEqual((yield* post(flow, "identify", { email })).status, 200)
        const code = email === developer.email ? (yield* (yield* MailSink).waitFor(email)).code : "123456"
        for (const left of [4, 3, 2, 1, 0]) {
          const answer = yield* post(flow, "code", { code: other(code) })
          assert.deepStrictEqual(refusal(answer), [400, "invalid_code", { attempts_left: left }])
        }
        assert.deepStrictEqual(refusal(yield* post(flow, "code", { code })), [410, "token_spent"])
      }
      assert.strictEqual((yield* trailOf(developer.caller.id, "developer.login_failed", 5)).length, 5)
      assert.strictEqual(yield* codesFor(developer.caller.id), 0)
    })
  )

  it.effect("a console sign-in counts each of fifty wrong codes at once, and lets one right code in once", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const flow = yield* begin()
      const code = yield* mailedCode(flow, developer.email)
      const wrongs = yield* Effect.forEach(
        Array.from({ length: 50 }),
        () => post(flow, "code", { code: other(code) }),
        { concurrency: "unbounded" }
      )
      const left = wrongs.filter(({ status }) => status === 400).map(({ body }) => body.details.attempts_left)
      assert.deepStrictEqual(left.toSorted(), [0, 1, 2, 3, 4])
      assert.strictEqual(wrongs.filter(({ status }) => status === 410).length, 45)

      const again = yield* begin()
      const right = yield* mailedCode(again, owner.email)
      const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => post(again, "code", { code: right }), {
        concurrency: "unbounded"
      })
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
      assert.strictEqual(yield* codesFor(owner.caller.id), 1)
    })
  )

  it.effect("a console sign-in is over after ten minutes, as is its code", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const flow = yield* begin()
      const code = yield* mailedCode(flow, developer.email)
      yield* age("portal_mailed_codes", ["expires_at"], 600)
      assert.deepStrictEqual(refusal(yield* post(flow, "code", { code })), [410, "token_spent"])
      yield* age("oauth_interactions", ["expires_at"], 600)
      assert.deepStrictEqual(refusal(yield* post(flow, "identify", { email: developer.email })), [410, "token_spent"])
      assert.strictEqual((yield* show(flow, `interaction/${flow.id}`)).status, 410)
    })
  )

  it.effect("a console sign-in asks for the authenticator's code, or a recovery code once", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { secret } = (yield* setUp(developer.token)).body
      const { recovery_codes: codes } = (yield* confirm(developer.token, totpNow(secret))).body
      const proven = Effect.gen(function* () {
        const flow = yield* begin()
        const code = yield* mailedCode(flow, developer.email)
        const answer = yield* post(flow, "code", { code })
        assert.deepStrictEqual(answer.body, { next: `/console/oauth/two-factor/${flow.id}` })
        return flow
      })
      const flow = yield* proven
      const refused = yield* post(flow, "two-factor", { code: wrong(totpNow(secret)) })
      assert.deepStrictEqual(refusal(refused), [400, "invalid_code", { attempts_left: 4 }])
      const both = yield* post(flow, "two-factor", { code: "123456", recovery_code: codes[0] })
      assert.strictEqual(both.body.details.rule, "not_allowed")
      const neither = yield* post(flow, "two-factor")
      assert.strictEqual(neither.body.details.rule, "required")
      const entered = yield* post(flow, "two-factor", { recovery_code: codes[0].toUpperCase() })
      yield* signedInAs(flow, entered, developer.email)
      assert.deepStrictEqual(yield* trailOf(developer.caller.id, "developer.login"), [{ method: "email_code" }])

      const second = yield* proven
      for (const left of [4, 3, 2, 1, 0]) {
        const answer = yield* post(second, "two-factor", { recovery_code: codes[0] })
        assert.deepStrictEqual(refusal(answer), [400, "invalid_code", { attempts_left: left }])
      }
      assert.deepStrictEqual(refusal(yield* post(second, "two-factor", { recovery_code: codes[1] })), [
        410,
        "token_spent"
      ])
      assert.strictEqual(yield* codesFor(developer.caller.id), 1)
    })
  )

  it.effect("a console sign-in is complete with a passkey alone, with user verification", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const authenticator = yield* withPasskey(developer.token)
      const flow = yield* begin()
      const unverified = authenticator.get((yield* post(flow, "passkey/options")).body.options, { userVerified: false })
      assert.deepStrictEqual(refusal(yield* post(flow, "passkey", { credential: unverified })), [
        401,
        "invalid_credentials"
      ])
      const credential = authenticator.get((yield* post(flow, "passkey/options")).body.options)
      // Another flow's challenge is not this one's.
      const stolen = yield* begin()
      yield* post(stolen, "passkey/options")
      assert.deepStrictEqual(refusal(yield* post(stolen, "passkey", { credential })), [401, "invalid_credentials"])
      yield* signedInAs(flow, yield* post(flow, "passkey", { credential }), developer.email)
      assert.deepStrictEqual(yield* trailOf(developer.caller.id, "developer.login"), [{ method: "passkey" }])
    })
  )

  it.effect("a console sign-in takes a passkey as the second factor, of the same developer only", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const mine = yield* withPasskey(developer.token)
      const theirs = yield* withPasskey(owner.token)
      const flow = yield* begin()
      const code = yield* mailedCode(flow, developer.email)
      assert.strictEqual((yield* post(flow, "code", { code })).body.next, `/console/oauth/two-factor/${flow.id}`)
      const page = yield* show(flow, `two-factor/${flow.id}`)
      assert.include(page.body, 'data-passkey="get"')
      assert.notInclude(page.body, 'name="code"')

      const foreign = theirs.get((yield* post(flow, "passkey/options")).body.options)
      assert.deepStrictEqual(refusal(yield* post(flow, "passkey", { credential: foreign })), [
        401,
        "invalid_credentials"
      ])
      assert.strictEqual(yield* codesFor(owner.caller.id), 0)
      const own = mine.get((yield* post(flow, "passkey/options")).body.options)
      yield* signedInAs(flow, yield* post(flow, "passkey", { credential: own }), developer.email)
    })
  )

  it.effect("a console sign-in takes a recovery code of a developer with passkeys alone", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { recovery_codes: codes } = yield* addPasskey(developer.token)
      const flow = yield* begin()
      yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })
      yield* signedInAs(flow, yield* post(flow, "two-factor", { recovery_code: codes![3] }), developer.email)
    })
  )

  it.effect("a console sign-in sets a factor up first where the org requires one", () =>
    Effect.gen(function* () {
      const { developer, orgId, owner } = yield* makeOrg
      yield* require2fa(orgId)
      const flow = yield* begin()
      const answer = yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })
      assert.deepStrictEqual(answer.body, { next: `/console/oauth/two-factor/setup/${flow.id}` })
      assert.deepStrictEqual(refusal(yield* post(flow, "two-factor/setup/totp/confirm", { code: "123456" })), [
        410,
        "token_spent"
      ])
      const { body: key } = yield* post(flow, "two-factor/setup/totp")
      assert.deepStrictEqual(Object.keys(key).sort(), ["otpauth_url", "secret"])
      assert.deepStrictEqual(refusal(yield* post(flow, "two-factor/setup/done")), [410, "token_spent"])
      const refused = yield* post(flow, "two-factor/setup/totp/confirm", { code: wrong(totpNow(key.secret)) })
      assert.deepStrictEqual(refusal(refused), [400, "invalid_code", { attempts_left: 4 }])
      const confirmed = yield* post(flow, "two-factor/setup/totp/confirm", { code: totpNow(key.secret) })
      assert.strictEqual(confirmed.body.recovery_codes.length, 10)
      yield* signedInAs(flow, yield* post(flow, "two-factor/setup/done"), developer.email)

      const withKey = yield* begin()
      yield* post(withKey, "code", { code: yield* mailedCode(withKey, owner.email) })
      const authenticator = new SoftAuthenticator()
      const { options } = (yield* post(withKey, "two-factor/setup/passkey/options")).body
      const forged = authenticator.create(options, { algorithm: EdDSA, challenge: "AAAA" })
      const bad = yield* post(withKey, "two-factor/setup/passkey", { name: "Laptop", credential: forged })
      assert.deepStrictEqual(refusal(bad).slice(0, 2), [400, "validation_error"])
      assert.strictEqual(bad.body.details.field, "credential")
      const fresh = (yield* post(withKey, "two-factor/setup/passkey/options")).body.options
      const credential = authenticator.create(fresh, { algorithm: EdDSA })
      const added = yield* post(withKey, "two-factor/setup/passkey", { name: "Laptop", credential })
      assert.strictEqual(added.body.recovery_codes.length, 10)
      yield* signedInAs(withKey, yield* post(withKey, "two-factor/setup/done"), owner.email)
    })
  )

  it.effect("a console sign-in ends when the person's sessions are ended meanwhile, or the person is removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { developer, owner } = yield* makeOrg
      yield* addTotp(developer.token)
      const { recovery_codes: codes } = yield* addPasskey(owner.token)
      const flow = yield* begin()
      yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })
      yield* sql`UPDATE developers SET token_version = token_version + 1 WHERE id = ${developer.caller.id}`
      assert.deepStrictEqual(refusal(yield* post(flow, "two-factor", { code: "123456" })), [410, "token_spent"])

      const gone = yield* begin()
      yield* post(gone, "code", { code: yield* mailedCode(gone, owner.email) })
      yield* sql`DELETE FROM developers WHERE id = ${owner.caller.id}`
      assert.deepStrictEqual(refusal(yield* post(gone, "two-factor", { recovery_code: codes![0] })), [
        410,
        "token_spent"
      ])
    })
  )
})
