import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { password } from "../../../support/people.ts"
import { SignInApp } from "../../../support/signIn.ts"
import { TestApp } from "../../../support/TestApp.ts"
import { codeInStep, codeNow } from "../../../support/Totp.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"
import { hidden, makePages, openSessions, send } from "./world.ts"

const step = () => Math.floor(Date.now() / 30_000)

/** Six digits that are right in none of the steps around now. */
const wrong = (secret: string) => {
  const right = [-2, -1, 0, 1, 2, 3].map((later) => codeInStep(secret, step() + later))
  return ["000000", "000001", "000002", "000003", "000004", "000005", "000006"].find((code) => !right.includes(code))!
}

const begin = Effect.gen(function* () {
  const world = yield* makePages
  yield* world.set({ two_factor: "required" })
  const { page, user } = world
  const signIn = send(page("sign-in"), { email: user.email, password })
  const intro = yield* signIn
  assert.strictEqual(intro.status, 200)
  const challenge = hidden(intro.body, "challenge")
  assert.match(challenge, /^.{40,}$/)
  return { ...world, signIn, challenge }
})
const secretOf = (body: string) => /class="secret">([^<]+)</.exec(body)![1]!.replaceAll(" ", "")
const codesOf = (body: string) => [...body.matchAll(/<li>([a-z2-7]{5}-[a-z2-7]{5})<\/li>/g)].map((found) => found[1]!)

/** The same, with a secret that waits to be confirmed. */
const setUp = Effect.gen(function* () {
  const begun = yield* begin
  const { body } = yield* send(begun.page("two-factor/setup"), { challenge: begun.challenge })
  const secret = secretOf(body)
  const confirm = (given: { challenge?: string; code: string }, page = begun.page) =>
    send(page("two-factor/setup/confirm"), { challenge: begun.challenge, ...given })
  return { ...begun, secret, confirm }
})

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("hosted two-factor", (it) => {
  it.effect("hosted two-factor is set up, and then asked for", () =>
    Effect.gen(function* () {
      const { challenge, page, signIn, user } = yield* begin
      const before = yield* openSessions(user.user.id)
      const setup = yield* send(page("two-factor/setup"), { challenge })
      assert.strictEqual(setup.status, 200)
      const secret = secretOf(setup.body)
      assert.match(secret, /^[A-Z2-7]{16,}$/)
      assert.match(setup.body, /<svg\s+class="qr"\s+role="img"\s+aria-label="QR code/)
      assert.notInclude(setup.body, "otpauth://")
      const not = yield* send(page("two-factor/setup/confirm"), { challenge, code: wrong(secret) })
      assert.strictEqual(not.status, 200)
      assert.include(not.body, "4 attempts are left")
      // The key and its picture stay, for whoever had not scanned it.
      assert.strictEqual(secretOf(not.body), secret)
      assert.include(not.body, `class="qr"`)
      const now = step()
      const confirmed = yield* send(page("two-factor/setup/confirm"), { challenge, code: codeInStep(secret, now) })
      assert.strictEqual(confirmed.status, 200)
      const codes = codesOf(confirmed.body)
      assert.strictEqual(codes.length, 10)
      assert.strictEqual(yield* openSessions(user.user.id), before)

      const asked = yield* signIn
      assert.include(asked.body, "Second step")
      const second = hidden(asked.body, "challenge")
      const odd = yield* send(page("two-factor"), { challenge: second, code: codes[0]! })
      assert.include(odd.body, "Enter the six digits")
      const both = { challenge: second, code: "000000", recovery_code: codes[0]! }
      assert.include((yield* send(page("two-factor"), both)).body, `role="alert"`)
      assert.deepStrictEqual(
        refusal(yield* call("POST", page("two-factor"), { body: both })),
        invalid("recovery_code", "not_allowed")
      )
      const missed = yield* send(page("two-factor"), { challenge: second, code: wrong(secret) })
      assert.deepStrictEqual([missed.status, hidden(missed.body, "challenge")], [200, second])
      const done = yield* send(page("two-factor"), { challenge: second, code: codeInStep(secret, now + 1) })
      assert.deepStrictEqual([done.status, done.headers.get("location")], [303, page("done?for=signed_in")])
      assert.strictEqual(yield* openSessions(user.user.id), before)
      const spent = yield* send(page("two-factor"), { challenge: second, code: codeInStep(secret, now + 1) })
      assert.strictEqual(spent.status, 410)
      assert.include(spent.body, "This sign-in is over")
      assert.include(spent.body, `href="${page("sign-in")}"`)

      const third = hidden((yield* signIn).body, "challenge")
      const twin = yield* call("POST", page("two-factor"), { body: { challenge: third, recovery_code: codes[1] } })
      assert.strictEqual(twin.status, 200)
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: twin.body.access_token })).status, 200)
    })
  )

  it.effect("hosted two-factor is confirmed by a double click, and either answer shows the recovery codes", () =>
    Effect.gen(function* () {
      const { challenge, confirm, page, secret, signIn, user } = yield* setUp
      const other = yield* setUp
      const before = yield* openSessions(user.user.id)
      const code = codeInStep(secret, step())
      const answers = yield* Effect.all([confirm({ code }), confirm({ code })], { concurrency: "unbounded" })
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200]
      )
      const [codes, again] = answers.map(({ body }) => codesOf(body)) as [Array<string>, Array<string>]
      assert.lengthOf(codes, 10)
      assert.deepStrictEqual(again, codes)
      assert.strictEqual(yield* openSessions(user.user.id), before)

      // It was one set-up, and nobody else's form is answered with it.
      const others = [
        confirm({ code: wrong(secret) }),
        confirm({ code, challenge: other.challenge }),
        confirm({ code }, other.page)
      ]
      for (const attempt of others) assert.include((yield* attempt).body, "This set-up is over")
      const twin = yield* call("POST", page("two-factor/setup/confirm"), { body: { challenge, code } })
      assert.deepStrictEqual(refusal(twin), [410, "token_spent"])
      const asked = hidden((yield* signIn).body, "challenge")
      const done = yield* send(page("two-factor"), { challenge: asked, recovery_code: codes[0]! })
      assert.strictEqual(done.status, 303)
    })
  )

  it.effect("hosted two-factor belongs to the app whose sign-in it is", () =>
    Effect.gen(function* () {
      const { challenge, page } = yield* begin
      const other = yield* makePages
      for (const path of ["two-factor", "two-factor/setup", "two-factor/setup/confirm"]) {
        const code = path.endsWith("setup") ? {} : { code: "000000" }
        assert.strictEqual((yield* send(other.page(path), { challenge, ...code })).status, 410, path)
        const dead = yield* call("POST", other.page(path), { body: { challenge, ...code } })
        assert.deepStrictEqual(refusal(dead), [410, "token_spent"], path)
      }
      assert.strictEqual((yield* send(page("two-factor/setup"), { challenge })).status, 200)
    })
  )

  it.effect("hosted two-factor does not begin without a challenge, and not where the app wants none", () =>
    Effect.gen(function* () {
      const { challenge, page, set } = yield* begin
      const none = yield* send(page("two-factor/setup"), "")
      assert.strictEqual(none.status, 410)
      assert.include(none.body, "This set-up is over")
      assert.deepStrictEqual(refusal(yield* call("POST", page("two-factor/setup"), { body: {} })), [
        401,
        "unauthorized"
      ])
      assert.strictEqual((yield* send(page("two-factor"), { code: "000000" })).status, 410)
      const json = yield* call("POST", page("two-factor/setup"), { body: { challenge } })
      assert.strictEqual(json.status, 200)
      assert.hasAllKeys(json.body, ["secret", "otpauth_url"])
      yield* set({ two_factor: "off" })
      const off = yield* send(page("two-factor/setup"), { challenge })
      assert.strictEqual(off.status, 410)
      assert.include(off.body, "does not use a second step")
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("the recovery codes of a set-up", (it) => {
  it.effect("the recovery codes of a set-up are shown to a second click, and not ten seconds later", () =>
    Effect.gen(function* () {
      const { confirm, secret } = yield* setUp
      const code = yield* codeNow(secret)
      const codes = codesOf((yield* confirm({ code })).body)
      assert.lengthOf(codes, 10)
      yield* TestClock.adjust("9 seconds")
      assert.deepStrictEqual(codesOf((yield* confirm({ code })).body), codes)
      yield* TestClock.adjust("1 second")
      const late = yield* confirm({ code })
      assert.deepStrictEqual([late.status, codesOf(late.body)], [410, []])
      assert.include(late.body, "This set-up is over")
    })
  )
})
