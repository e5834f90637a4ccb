import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { password } from "../../../support/people.ts"
import { makeDoor, post, stranger } from "../../../support/signIn.ts"
import { testApp } from "../../../support/TestApp.ts"
import { call } from "../../../support/wire.ts"

const once = { limit: 1, windowMs: 60_000 }
const thrice = { limit: 3, windowMs: 60_000 }

const Tight = testApp({
  rateLimits: {
    client_login: thrice,
    client_login_account: once,
    login_code: thrice,
    login_code_account: once,
    login_code_verify: thrice,
    register: thrice,
    register_account: once,
    resend_verification: thrice,
    resend_verification_account: once,
    password_reset: thrice,
    password_reset_account: once,
    verify_email: thrice,
    reset_confirm: thrice,
    accept: thrice,
    session: thrice
  }
})

layer(Tight, { excludeTestServices: true, timeout: "60 seconds" })("sign-in rate limits", (it) => {
  it.effect.each([
    { path: "login", status: 401 },
    { path: "login/code", status: 202 },
    { path: "register", status: 202 },
    { path: "resend-verification", status: 202 },
    { path: "password/reset", status: 202 }
  ])(
    "sign-in rate limits count $path by account, and by the caller's address before the body is read",
    ({ path, status }) =>
      Effect.gen(function* () {
        const { at } = yield* makeDoor
        const extra = path === "login" || path === "register" ? { password } : {}
        const email = `ivan-${stranger()}`
        const ask = (email: string) => post(path, { ...at(email), ...extra })
        assert.strictEqual((yield* ask(email)).status, status)
        // However it is written: the dotted capital is an i to some databases.
        const again = yield* ask(email.toUpperCase().replace("IVAN", "\u0130VAN"))
        assert.strictEqual(again.status, 429)
        assert.deepStrictEqual(Object.keys(again.body.details), ["retry_after_ms"])
        assert.strictEqual((yield* ask(stranger())).status, status)
        assert.strictEqual((yield* post(path, "{")).status, 429)
      })
  )

  it.effect.each([
    { paths: ["login/code/verify"] },
    { paths: ["verify-email"] },
    { paths: ["password/reset/confirm"] },
    { paths: ["invitations/accept"] },
    { paths: ["refresh", "logout"] }
  ])("sign-in rate limits count $paths by the caller's address", ({ paths }) =>
    Effect.gen(function* () {
      const path = (index: number) => paths[index % paths.length]!
      for (let index = 0; index < 3; index++) assert.strictEqual((yield* post(path(index), {})).status, 400)
      for (let index = 0; index < 2; index++) assert.strictEqual((yield* post(path(index), {})).status, 429)
    })
  )

  it.effect("sign-in rate limits leave out a change of the password and the session check", () =>
    Effect.gen(function* () {
      const { user } = yield* makeDoor
      for (let again = 0; again < 5; again++) {
        const changed = yield* call("POST", "/api/client/password/change", { as: user.token, body: {} })
        assert.strictEqual(changed.status, 400)
        assert.strictEqual((yield* call("GET", "/api/client/me", { as: user.token })).status, 200)
      }
    })
  )
})
