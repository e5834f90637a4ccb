import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../support/MailSink.ts"
import { password } from "../support/people.ts"
import { invite, makeDoor, post, SignInApp, statusOf, stranger, tokenOf } from "../support/signIn.ts"
import { call, refusal } from "../support/wire.ts"
import { makePages, send } from "../identity/app-users/hosted/world.ts"
import { lock, locked, unlock } from "./lockWorld.ts"

const wrong = [401, "invalid_credentials"]
const fresh = "a password that is new"

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("app users of a locked org", (it) => {
  it.effect("a password sign-in is refused with org_locked to who has the password, and to nobody else", () =>
    Effect.gen(function* () {
      const { at, orgId } = yield* makeDoor
      yield* lock(orgId)
      const login = (body: object) => post("login", body)
      assert.deepStrictEqual(refusal(yield* login({ ...at(), password })), locked)
      assert.deepStrictEqual(refusal(yield* login({ ...at(), password: "another one" })), wrong)
      assert.deepStrictEqual(refusal(yield* login({ ...at(stranger()), password })), wrong)
      yield* unlock(orgId)
      assert.strictEqual((yield* login({ ...at(), password })).status, 200)
    })
  )

  it.effect("a mailed code that is right is refused with org_locked and stays good; a wrong one is counted", () =>
    Effect.gen(function* () {
      const { at, orgId } = yield* makeDoor
      const { email } = at()
      yield* post("login/code", at())
      const { code } = yield* (yield* MailSink).waitFor(email)
      const other = String((Number(code) + 1) % 1_000_000).padStart(6, "0")
      yield* lock(orgId)
      const verify = (code: string) => post("login/code/verify", { ...at(), code })
      assert.deepStrictEqual(refusal(yield* verify(other)), [400, "invalid_code", { attempts_left: 4 }])
      for (let time = 0; time < 6; time++) assert.deepStrictEqual(refusal(yield* verify(code)), locked)
      assert.deepStrictEqual(refusal(yield* verify(other)), [400, "invalid_code", { attempts_left: 3 }])
      yield* unlock(orgId)
      assert.strictEqual((yield* verify(code)).status, 200)
    })
  )

  it.effect("a verification link is refused with org_locked, stays good and leaves the account pending", () =>
    Effect.gen(function* () {
      const { app, at, orgId } = yield* makeDoor
      const email = stranger()
      yield* post("register", { ...at(email), password })
      const token = tokenOf((yield* (yield* MailSink).waitFor(email)).link)
      yield* lock(orgId)
      assert.deepStrictEqual(refusal(yield* post("verify-email", { token })), locked)
      assert.deepStrictEqual(refusal(yield* post("verify-email", { token: "unknown" })), [410, "token_spent"])
      assert.strictEqual(yield* statusOf(app.id, email), "pending_verification")
      yield* unlock(orgId)
      assert.strictEqual((yield* post("verify-email", { token })).status, 200)
    })
  )

  it.effect("a reset link is refused with org_locked, stays good and changes neither password nor sessions", () =>
    Effect.gen(function* () {
      const { at, orgId, user } = yield* makeDoor
      const { email } = at()
      yield* post("password/reset", at())
      const token = tokenOf((yield* (yield* MailSink).waitFor(email)).link)
      yield* lock(orgId)
      const reset = post("password/reset/confirm", { token, new_password: fresh })
      assert.deepStrictEqual(refusal(yield* reset), locked)
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: user.token })).status, 200)
      yield* unlock(orgId)
      assert.strictEqual((yield* post("login", { ...at(), password })).status, 200)
      assert.strictEqual((yield* reset).status, 200)
      assert.strictEqual((yield* post("login", { ...at(), password: fresh })).status, 200)
    })
  )

  it.effect("an invitation is refused with org_locked and stays outstanding", () =>
    Effect.gen(function* () {
      const { app, observe, orgId } = yield* makeDoor
      const email = stranger()
      const token = yield* invite(app, email, observe.id)
      yield* lock(orgId)
      const accept = post("invitations/accept", { token, password })
      assert.deepStrictEqual(refusal(yield* accept), locked)
      assert.deepStrictEqual(refusal(yield* post("invitations/accept", { token: "unknown", password })), [
        410,
        "token_spent"
      ])
      assert.strictEqual(yield* statusOf(app.id, email), "none")
      yield* unlock(orgId)
      assert.strictEqual((yield* accept).status, 200)
    })
  )

  it.effect("a registration is refused with org_locked, for a known address as for a new one", () =>
    Effect.gen(function* () {
      const { app, at, orgId } = yield* makeDoor
      yield* lock(orgId)
      const email = stranger()
      assert.deepStrictEqual(refusal(yield* post("register", { ...at(email), password })), locked)
      assert.deepStrictEqual(refusal(yield* post("register", { ...at(), password })), locked)
      assert.strictEqual(yield* statusOf(app.id, email), "none")
    })
  )

  it.effect("a refresh is refused with org_locked and its token stays good; a spent one still ends the session", () =>
    Effect.gen(function* () {
      const { orgId, user } = yield* makeDoor
      const refresh = (refresh_token: string) => post("refresh", { refresh_token })
      yield* lock(orgId)
      assert.deepStrictEqual(refusal(yield* refresh(user.refreshToken)), locked)
      assert.deepStrictEqual(refusal(yield* refresh("unknown")), [401, "token_revoked"])
      yield* unlock(orgId)
      assert.strictEqual((yield* refresh(user.refreshToken)).status, 200)
      yield* lock(orgId)
      assert.deepStrictEqual(refusal(yield* refresh(user.refreshToken)), [401, "token_revoked"])
    })
  )

  it.effect("app users of another org sign in as before while an org is locked", () =>
    Effect.gen(function* () {
      const { orgId } = yield* makeDoor
      const { at } = yield* makeDoor
      yield* lock(orgId)
      assert.strictEqual((yield* post("login", { ...at(), password })).status, 200)
    })
  )

  it.effect("a refused sign-in leaves no trace of a login", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { at, orgId, user } = yield* makeDoor
      yield* lock(orgId)
      yield* post("login", { ...at(), password })
      assert.lengthOf(yield* sql`SELECT FROM audit_events WHERE actor_id = ${user.user.id}`, 0)
    })
  )

  it.effect("the hosted pages say that a payment is awaited, in the reader's language, and spend nothing", () =>
    Effect.gen(function* () {
      const { at, orgId, page } = yield* makePages
      const email = stranger()
      yield* post("register", { ...at(email), password })
      const token = tokenOf((yield* (yield* MailSink).waitFor(email)).link)
      yield* lock(orgId)
      const forms = [
        ["sign-in", { email: at().email, password }],
        ["sign-up", { email: stranger(), password }],
        ["verify", { token }]
      ] as const
      for (const [path, given] of forms) {
        for (const [lang, said] of [
          ["en", "settle a payment first"],
          ["de", "zuerst eine Zahlung begleichen"]
        ] as const) {
          const answer = yield* send(`${page(path)}?lang=${lang}`, given)
          assert.strictEqual(answer.status, 200, path)
          assert.include(answer.body, said, path)
          assert.include(answer.body, "<form", path)
        }
      }
      assert.deepStrictEqual(refusal(yield* call("POST", page("verify"), { body: { token } })), locked)
      yield* unlock(orgId)
      assert.strictEqual((yield* send(page("verify"), { token })).status, 303)
    })
  )
})
