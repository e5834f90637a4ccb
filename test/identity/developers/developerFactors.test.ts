import { assert, layer } from "@effect/vitest"
import { DeveloperFactors } from "@fleet/server/identity/developers/DeveloperFactors"
import { RateLimits } from "@fleet/server/platform/limits/RateLimits"
import { SecondFactors } from "@fleet/server/identity/factors/SecondFactors"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import {
  added,
  addPasskey,
  addTotp,
  codeOf,
  confirm,
  newCodes,
  off,
  remove,
  removeTotp,
  require2fa,
  setUp,
  trail,
  view,
  wrong
} from "../../support/factors.ts"
import { makeDeveloper, makeEveryone, makeOrg } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a developer's factors", (it) => {
  it.effect("a developer's factors are none at first", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      const nothing = { passkeys: [], authenticator: null, recovery_codes_left: 0, required_by_org: false }
      const answer = yield* call("GET", "/api/auth/two-factor", { as: developer.token })
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      assert.deepStrictEqual(answer.body, nothing)
      yield* require2fa(orgId)
      assert.deepStrictEqual(yield* view(developer.token), { ...nothing, required_by_org: true })
      assert.deepStrictEqual(refusal(yield* newCodes(developer.token)), off)
      assert.deepStrictEqual(refusal(yield* removeTotp(developer.token)), [404, "not_found"])
      assert.deepStrictEqual(yield* trail(developer.caller.id), [])
    })
  )

  it.effect("a developer's factors bring ten recovery codes with the first passkey alone", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const first = yield* addPasskey(developer.token, "First")
      assert.strictEqual(new Set(first.recovery_codes).size, 10)
      for (const code of first.recovery_codes!) assert.match(code, /^[a-z2-7]{5}-[a-z2-7]{5}$/)
      const second = yield* addPasskey(developer.token, "Second")
      assert.isNull(second.recovery_codes)
      const { passkeys, recovery_codes_left } = yield* view(developer.token)
      assert.deepStrictEqual(passkeys, [first.passkey, second.passkey])
      assert.strictEqual(recovery_codes_left, 10)
      assert.deepStrictEqual(yield* trail(developer.caller.id), [added("passkey"), added("passkey")])
    })
  )

  it.effect("a developer's factors bring ten recovery codes with an authenticator where none stand", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      assert.lengthOf((yield* addTotp(developer.token)).recovery_codes!, 10)
      assert.isNull((yield* addTotp(developer.token)).recovery_codes)
      assert.isNull((yield* addPasskey(developer.token)).recovery_codes)
      assert.deepStrictEqual(yield* trail(developer.caller.id), [
        added("authenticator"),
        added("authenticator"),
        added("passkey")
      ])

      const { recovery_codes } = yield* addPasskey(owner.token)
      const holder = { kind: "developer", id: owner.caller.id } as const
      for (const recovery_code of recovery_codes!) {
        assert.isTrue(yield* (yield* SecondFactors).check(holder, { recovery_code }))
      }
      assert.strictEqual((yield* view(owner.token)).recovery_codes_left, 0)
      assert.lengthOf((yield* addTotp(owner.token)).recovery_codes!, 10)
    })
  )

  it.effect("a developer's factors keep the older authenticator until a new one is confirmed", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const first = yield* setUp(developer.token)
      assert.strictEqual(first.status, 200)
      assert.strictEqual(first.headers.get("cache-control"), "no-store")
      assert.deepStrictEqual(Object.keys(first.body).sort(), ["otpauth_url", "secret"])
      assert.match(first.body.secret, /^[A-Z2-7]{32}$/)
      const url = new URL(first.body.otpauth_url)
      assert.strictEqual(url.protocol, "otpauth:")
      assert.strictEqual(url.searchParams.get("secret"), first.body.secret)
      assert.include(decodeURIComponent(url.pathname), developer.email)

      const pending = yield* view(developer.token)
      assert.isNull(pending.authenticator)
      assert.strictEqual(pending.recovery_codes_left, 0)
      assert.deepStrictEqual(refusal(yield* newCodes(developer.token)), off)
      assert.deepStrictEqual(refusal(yield* removeTotp(developer.token)), [404, "not_found"])

      const second = yield* setUp(developer.token)
      assert.notStrictEqual(second.body.secret, first.body.secret)
      assert.deepStrictEqual(refusal(yield* confirm(developer.token, codeOf(first.body.secret))), [400, "invalid_code"])
      const code = codeOf(second.body.secret)
      assert.deepStrictEqual(refusal(yield* confirm(developer.token, wrong(code))), [400, "invalid_code"])
      assert.isNull((yield* view(developer.token)).authenticator)
      const done = yield* confirm(developer.token, code)
      assert.strictEqual(done.headers.get("cache-control"), "no-store")
      assert.deepStrictEqual(refusal(yield* confirm(developer.token, code)), [410, "token_spent"])
      const { authenticator } = yield* view(developer.token)
      assert.deepStrictEqual(Object.keys(authenticator), ["created_at"])

      yield* setUp(developer.token)
      assert.deepStrictEqual((yield* view(developer.token)).authenticator, authenticator)
      assert.deepStrictEqual(yield* trail(developer.caller.id), [added("authenticator")])
    })
  )

  it.effect("a developer's factors take a confirmation once, over concurrent calls", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const factors = yield* DeveloperFactors
      const { secret } = (yield* setUp(developer.token)).body
      const attempts = Array.from({ length: 50 }, () =>
        Effect.option(factors.totpConfirm(developer.caller, codeOf(secret)))
      )
      const won = (yield* Effect.all(attempts, { concurrency: "unbounded" })).filter(({ _tag }) => _tag === "Some")
      assert.lengthOf(won, 1)
      assert.strictEqual((yield* view(developer.token)).recovery_codes_left, 10)
      assert.deepStrictEqual(yield* trail(developer.caller.id), [added("authenticator")])
    })
  )

  it.effect("a developer's factors read the code after they counted the try, by developer", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      for (const code of ["12345", "1234567", "12345a", " 12345", 123_456, null]) {
        const [status, name] = refusal(yield* confirm(developer.token, code))
        assert.deepStrictEqual([status, name], [400, "validation_error"])
      }
      assert.deepStrictEqual(refusal(yield* confirm(developer.token, "123456")), [410, "token_spent"])
      const limits = yield* RateLimits
      for (let tries = 7; tries < 10; tries++) yield* limits.take("totp_confirm", developer.caller.id)
      const eleventh = yield* call("POST", "/api/auth/totp/confirm", { as: developer.token, body: "{" })
      assert.strictEqual(eleventh.status, 429)
      assert.deepStrictEqual(Object.keys(eleventh.body.details), ["retry_after_ms"])
      assert.deepStrictEqual(refusal(yield* confirm(owner.token, "123456")), [410, "token_spent"])
      const nobody = yield* call("POST", "/api/auth/totp/confirm", { body: { code: "123456" } })
      assert.deepStrictEqual(refusal(nobody), [401, "unauthorized"])
    })
  )

  it.effect("a developer's factors give ten fresh recovery codes on request, and void the older ones", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { recovery_codes: old } = yield* addPasskey(developer.token)
      const answer = yield* newCodes(developer.token)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      const fresh: ReadonlyArray<string> = answer.body.recovery_codes
      assert.strictEqual(new Set([...old!, ...fresh]).size, 20)
      assert.strictEqual((yield* view(developer.token)).recovery_codes_left, 10)
      const factors = yield* SecondFactors
      const holder = { kind: "developer", id: developer.caller.id } as const
      assert.isFalse(yield* factors.check(holder, { recovery_code: old![0]! }))
      assert.isTrue(yield* factors.check(holder, { recovery_code: fresh[0]! }))
      assert.strictEqual((yield* view(developer.token)).recovery_codes_left, 9)
      assert.deepStrictEqual(yield* trail(developer.caller.id), [
        added("passkey"),
        ["developer.recovery_codes_generated", null]
      ])
    })
  )

  it.effect("a developer's factors rename a passkey", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { passkey } = yield* addPasskey(developer.token)
      const rename = (body: unknown) =>
        call("PATCH", `/api/auth/passkeys/${passkey.id.toUpperCase()}`, { as: developer.token, body })
      const answer = yield* rename({ name: " Desk " })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.body, { ...passkey, name: "Desk" })
      assert.deepStrictEqual((yield* view(developer.token)).passkeys, [answer.body])
      assert.deepStrictEqual(refusal(yield* rename({})), invalid("name", "required"))
      assert.deepStrictEqual(refusal(yield* rename({ name: "" })), invalid("name", "too_short"))
      assert.deepStrictEqual(refusal(yield* rename({ name: "x".repeat(81) })), invalid("name", "too_long"))
      assert.deepStrictEqual(refusal(yield* rename({ name: "x", synced: true })), invalid("synced", "unknown"))
      assert.strictEqual((yield* rename({ name: "x".repeat(80) })).status, 200)
      assert.deepStrictEqual(yield* trail(developer.caller.id), [added("passkey")])
    })
  )

  it.effect("a developer's factors are a person's own: another's passkey is not found, whatever is sent", () =>
    Effect.gen(function* () {
      const { developer, orgId, owner } = yield* makeOrg
      const colleague = yield* makeDeveloper(orgId, "owner")
      const { passkey } = yield* addPasskey(developer.token)
      for (const { token } of [owner, colleague]) {
        for (const id of [passkey.id, randomUUID()]) {
          const renamed = yield* call("PATCH", `/api/auth/passkeys/${id}`, { as: token, body: "{" })
          assert.deepStrictEqual(refusal(renamed), [404, "not_found"])
          assert.deepStrictEqual(refusal(yield* remove(token, id)), [404, "not_found"])
        }
        const malformed = yield* call("PATCH", "/api/auth/passkeys/first", { as: token, body: "{" })
        assert.deepStrictEqual(refusal(malformed), [400, "invalid_uuid"])
        assert.deepStrictEqual(refusal(yield* remove(token, "first")), [400, "invalid_uuid"])
      }
      assert.deepStrictEqual((yield* view(developer.token)).passkeys, [passkey])
    })
  )

  it.effect("a developer's factors are for developers alone", () =>
    Effect.gen(function* () {
      const { key, user } = yield* makeEveryone
      const routes = [
        ["GET", "/api/auth/two-factor"],
        ["POST", "/api/auth/passkeys/options"],
        ["POST", "/api/auth/passkeys"],
        ["PATCH", "/api/auth/passkeys/first"],
        ["DELETE", "/api/auth/passkeys/first"],
        ["POST", "/api/auth/totp"],
        ["POST", "/api/auth/totp/confirm"],
        ["DELETE", "/api/auth/totp"],
        ["POST", "/api/auth/recovery-codes"]
      ] as const
      for (const [method, path] of routes) {
        for (const caller of [{}, { as: key.token }, { as: user.token }]) {
          const answer = yield* call(method, path, { ...caller, ...(method === "GET" ? {} : { body: "{" }) })
          assert.deepStrictEqual([path, ...refusal(answer)], [path, 401, "unauthorized"])
        }
      }
    })
  )
})
