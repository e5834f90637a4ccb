import { assert, describe, it, layer } from "@effect/vitest"
import { RecoveryCode } from "@fleet/domain/ClientAuth"
import { writeRecoveryCode } from "@fleet/server/identity/factors/RecoveryCodes"
import type { Holder } from "@fleet/server/identity/factors/Holder"
import { SecondFactors } from "@fleet/server/identity/factors/SecondFactors"
import { mintTotpSecret, otpauthUrl, stepOf } from "@fleet/server/identity/factors/Totp"
import { Clock, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { makeEveryone } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { codeInStep, codeNow, fromBase32, nextCode, toBase32, wrongCode } from "../../support/Totp.ts"

/** 20 bytes, as their hexadecimal digits. */
const TwentyBytes = Schema.String.check(Schema.isPattern(/^[0-9a-f]{40}$/))
const TenBytes = Schema.String.check(Schema.isPattern(/^[0-9a-f]{20}$/))
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"))
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("a time-based code", () => {
  // RFC 6238, appendix B: the last six of the eight digits.
  it("a time-based code is the one of the RFC", () => {
    const secret = toBase32(Buffer.from("12345678901234567890"))
    const vectors = [
      [59, "287082"],
      [1_111_111_109, "081804"],
      [1_111_111_111, "050471"],
      [1_234_567_890, "005924"],
      [2_000_000_000, "279037"],
      [20_000_000_000, "353130"]
    ] as const
    for (const [seconds, code] of vectors) {
      const step = Math.floor(seconds / 30)
      assert.strictEqual(codeInStep(secret, step), code)
      assert.strictEqual(stepOf(secret, code, seconds * 1_000), step)
    }
  })

  it.prop(
    "a time-based code is taken in its step and in the ones beside it, and in no other",
    [TwentyBytes, between(5, 200_000_000), between(-4, 4), between(0, 29_999)],
    ([hex, step, apart, withinMs]) => {
      const secret = toBase32(bytesOf(hex))
      const found = stepOf(secret, codeInStep(secret, step), (step + apart) * 30_000 + withinMs)
      // Two steps of a secret have the same code once in a million times.
      const twin = [-1, 0, 1].find((near) => codeInStep(secret, step + apart + near) === codeInStep(secret, step))
      assert.strictEqual(found, twin === undefined ? null : step + apart + twin)
      if (Math.abs(apart) <= 1) assert.isNotNull(found)
    }
  )

  it("a time-based code is never something else than six digits", () => {
    const secret = mintTotpSecret()
    const right = codeInStep(secret, 100)
    for (const code of ["", right.slice(1), `${right}0`, ` ${right}`, `${right}\n`, "12345a", "١٢٣٤٥٦"]) {
      assert.isNull(stepOf(secret, code, 3_000_000))
    }
  })

  it("a time-based code comes from a secret of 20 random bytes", () => {
    const secrets = Array.from({ length: 50 }, mintTotpSecret)
    for (const secret of secrets) {
      assert.match(secret, /^[A-Z2-7]{32}$/)
      assert.strictEqual(toBase32(fromBase32(secret)), secret)
      assert.lengthOf(fromBase32(secret), 20)
    }
    assert.strictEqual(new Set(secrets).size, 50)
  })

  it.prop(
    "a time-based code has an address that says who it is for",
    [Schema.String, Schema.String],
    ([issuer, account]) => {
      const written = otpauthUrl("ABC234", { issuer, account })
      const named = (text: string) => text.toWellFormed().replaceAll(":", " ")
      const [, label, query] = /^otpauth:\/\/totp\/([^?]*)\?(.*)$/.exec(written)!
      assert.deepStrictEqual(label!.split(":").map(decodeURIComponent), [named(issuer), named(account)])
      assert.notInclude(query!, "+")
      assert.deepStrictEqual(
        [...new URLSearchParams(query)],
        [
          ["secret", "ABC234"],
          ["issuer", named(issuer)],
          ["algorithm", "SHA1"],
          ["digits", "6"],
          ["period", "30"]
        ]
      )
    }
  )
})

describe("a recovery code", () => {
  it.prop(
    "a recovery code carries the low five bits of ten bytes and is one that the routes take",
    [TenBytes],
    ([hex]) => {
      const code = writeRecoveryCode(bytesOf(hex))
      assert.match(code, /^[a-z2-7]{5}-[a-z2-7]{5}$/)
      const values = [...code.replace("-", "")].map((letter) => "abcdefghijklmnopqrstuvwxyz234567".indexOf(letter))
      assert.deepStrictEqual(
        values,
        [...bytesOf(hex)].map((byte) => byte % 32)
      )
      assert.strictEqual(Schema.decodeUnknownSync(RecoveryCode)(code.toUpperCase()), code.toUpperCase())
    }
  )
})

const names = { issuer: "Issuer", account: "person@example.com" }

/** A developer and an app user as holders. */
const holders = Effect.gen(function* () {
  const { developer, owner, user } = yield* makeEveryone
  return {
    appUser: { kind: "app_user", id: user.user.id } satisfies Holder,
    developer: { kind: "developer", id: developer.caller.id } satisfies Holder,
    owner: { kind: "developer", id: owner.caller.id } satisfies Holder
  }
})

/** An authenticator, confirmed; the step of its code is spent. */
const enrol = Effect.fnUntraced(function* (holder: Holder) {
  const factors = yield* SecondFactors
  const { secret } = yield* factors.begin(holder, names)
  yield* factors.confirm(holder, yield* nextCode(secret))
  return secret
})

const fifty = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.all(Array<typeof work>(50).fill(work), { concurrency: "unbounded" })
const rights = (answers: ReadonlyArray<boolean>) => answers.filter((right) => right).length

layer(TestApp, { timeout: "60 seconds" })("an authenticator", (it) => {
  it.effect("an authenticator is pending until a code of it confirms it, and the code is spent then", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      for (const holder of Object.values(yield* holders)) {
        assert.deepStrictEqual(yield* factors.status(holder), { confirmedAt: null, recoveryCodesLeft: 0 })
        const { otpauth_url, secret } = yield* factors.begin(holder, names)
        assert.strictEqual(otpauth_url, otpauthUrl(secret, names))
        assert.isNull((yield* factors.status(holder)).confirmedAt)
        const code = yield* nextCode(secret)
        assert.isFalse(yield* factors.check(holder, { code }))
        assert.strictEqual((yield* Effect.flip(factors.confirm(holder, yield* wrongCode(secret))))._tag, "invalid_code")
        yield* factors.confirm(holder, code)
        const { confirmedAt } = yield* factors.status(holder)
        assert.strictEqual(confirmedAt?.epochMilliseconds, yield* Clock.currentTimeMillis)
        assert.isFalse(yield* factors.check(holder, { code }))
        assert.strictEqual((yield* Effect.flip(factors.confirm(holder, code)))._tag, "token_spent")
        assert.isTrue(yield* factors.check(holder, { code: yield* nextCode(secret) }))
      }
    })
  )

  it.effect("an authenticator stands until another is confirmed, and a second setup replaces a pending one", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      const { appUser } = yield* holders
      const standing = yield* enrol(appUser)
      const first = (yield* factors.begin(appUser, names)).secret
      const second = (yield* factors.begin(appUser, names)).secret
      assert.isTrue(yield* factors.check(appUser, { code: yield* nextCode(standing) }))
      assert.strictEqual((yield* Effect.flip(factors.confirm(appUser, yield* codeNow(first))))._tag, "invalid_code")
      yield* factors.confirm(appUser, yield* codeNow(second))
      assert.isFalse(yield* factors.check(appUser, { code: yield* nextCode(standing) }))
      assert.isTrue(yield* factors.check(appUser, { code: yield* codeNow(second) }))
    })
  )

  it.effect("an authenticator takes each step once, and none before a spent one", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      const { developer } = yield* holders
      const secret = yield* enrol(developer)
      yield* TestClock.adjust("90 seconds")
      const check = (later: number) =>
        Effect.flatMap(codeNow(secret, later), (code) => factors.check(developer, { code }))
      assert.isFalse(yield* check(-2))
      assert.isFalse(yield* check(2))
      assert.isTrue(yield* check(-1))
      assert.isFalse(yield* check(-1))
      assert.isTrue(yield* check(1))
      assert.isFalse(yield* check(0))
      assert.isFalse(yield* check(1))
    })
  )

  it.effect("an authenticator gives one of fifty the step, to confirm and to check", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      const { appUser } = yield* holders
      const { secret } = yield* factors.begin(appUser, names)
      const code = yield* nextCode(secret)
      const confirmed = yield* fifty(
        Effect.match(factors.confirm(appUser, code), {
          onFailure: (refused) => refused._tag,
          onSuccess: () => "confirmed"
        })
      )
      assert.deepStrictEqual(confirmed.toSorted(), ["confirmed", ...Array<string>(49).fill("token_spent")])
      const next = yield* nextCode(secret)
      assert.strictEqual(rights(yield* fifty(factors.check(appUser, { code: next }))), 1)
    })
  )

  it.effect("an authenticator is forgotten whole, and belongs to one person", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      const { appUser, developer, owner } = yield* holders
      const secret = yield* enrol(developer)
      yield* factors.begin(developer, names)
      for (const other of [appUser, owner]) {
        assert.isFalse(yield* factors.check(other, { code: yield* nextCode(secret) }))
        assert.isNull((yield* factors.status(other)).confirmedAt)
        yield* factors.removeAuthenticator(other)
      }
      assert.isNotNull((yield* factors.status(developer)).confirmedAt)
      yield* factors.removeAuthenticator(developer)
      assert.isNull((yield* factors.status(developer)).confirmedAt)
      assert.isFalse(yield* factors.check(developer, { code: yield* nextCode(secret) }))
      assert.strictEqual((yield* Effect.flip(factors.confirm(developer, "000000")))._tag, "token_spent")
    })
  )

  it.effect("an authenticator is sealed where it is kept, for its holder alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const factors = yield* SecondFactors
      const { appUser, developer } = yield* holders
      const confirmed = yield* enrol(appUser)
      const pending = (yield* factors.begin(appUser, names)).secret
      const [row] = yield* sql<Record<string, unknown>>`SELECT * FROM authenticators WHERE app_user_id = ${appUser.id}`
      const kept = Object.values(row!).map((value) =>
        value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value))
      )
      for (const secret of [confirmed, pending]) {
        for (const value of kept) {
          assert.notInclude(value.toString("latin1"), secret)
          assert.isFalse(value.includes(Buffer.from(fromBase32(secret))))
        }
      }
      yield* sql`
        INSERT INTO authenticators (developer_id, secret, confirmed_at, last_step)
        SELECT ${developer.id}, secret, confirmed_at, last_step FROM authenticators WHERE app_user_id = ${appUser.id}`
      assert.isFalse(yield* factors.check(developer, { code: yield* nextCode(confirmed) }))
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("recovery codes", (it) => {
  it.effect("recovery codes are ten, good once each in any case, and void once there are others", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      for (const holder of Object.values(yield* holders)) {
        const old = yield* factors.issueRecoveryCodes(holder)
        const codes = yield* factors.issueRecoveryCodes(holder)
        assert.strictEqual(new Set([...old, ...codes]).size, 20)
        assert.strictEqual((yield* factors.status(holder)).recoveryCodesLeft, 10)
        assert.isFalse(yield* factors.check(holder, { recovery_code: old[0]! }))
        assert.isTrue(yield* factors.check(holder, { recovery_code: codes[0]!.toUpperCase() }))
        assert.isFalse(yield* factors.check(holder, { recovery_code: codes[0]! }))
        assert.strictEqual((yield* factors.status(holder)).recoveryCodesLeft, 9)
        yield* factors.voidRecoveryCodes(holder)
        assert.strictEqual((yield* factors.status(holder)).recoveryCodesLeft, 0)
        assert.isFalse(yield* factors.check(holder, { recovery_code: codes[1]! }))
      }
    })
  )

  it.effect("recovery codes are spent by one of fifty, and replaced as one set by fifty", () =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      const { appUser } = yield* holders
      const [code] = yield* factors.issueRecoveryCodes(appUser)
      assert.strictEqual(rights(yield* fifty(factors.check(appUser, { recovery_code: code! }))), 1)
      yield* fifty(factors.issueRecoveryCodes(appUser))
      assert.strictEqual((yield* factors.status(appUser)).recoveryCodesLeft, 10)
    })
  )

  it.effect("recovery codes belong to their holder even where their rows are moved", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const factors = yield* SecondFactors
      const { appUser, developer } = yield* holders
      const codes = yield* factors.issueRecoveryCodes(appUser)
      yield* sql`
        INSERT INTO recovery_codes (developer_id, mac) SELECT ${developer.id}, mac FROM recovery_codes
        WHERE app_user_id = ${appUser.id}`
      assert.isFalse(yield* factors.check(developer, { recovery_code: codes[0]! }))
      const rows = yield* sql<{ mac: Uint8Array }>`SELECT mac FROM recovery_codes WHERE app_user_id = ${appUser.id}`
      for (const { mac } of rows) {
        assert.lengthOf(mac, 32)
        for (const code of codes) assert.notInclude(Buffer.from(mac).toString("latin1"), code)
      }
      assert.isTrue(yield* factors.check(appUser, { recovery_code: codes[0]! }))
    })
  )
})
