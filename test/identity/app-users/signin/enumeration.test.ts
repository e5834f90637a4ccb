import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { password, unique } from "../../../support/people.ts"
import { MailSink } from "../../../support/MailSink.ts"
import { invite, makeDoor, post, SignInApp, stranger } from "../../../support/signIn.ts"
import { watched, type Work } from "../../../support/Work.ts"

/** All that an answer shows, and all that it cost; but for the date and the number of the request. */
const told = Effect.fnUntraced(function* (path: string, body: object) {
  const { headers, settled, work } = watched()
  const answer = yield* post(path, body, headers)
  const shown = [...answer.headers.entries()].filter(([name]) => name !== "date" && name !== "x-request-id")
  // What is written beside the answer counts too.
  for (let turns = 0; !settled() && turns < 1000; turns++) yield* Effect.promise(() => new Promise(setImmediate))
  return { status: answer.status, headers: shown, body: answer.body, work: work() }
})

/** An address of each kind that an account can be of, and of nobody. */
const makePeople = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const door = yield* makeDoor
  const { app, observe } = door
  const make = Effect.fnUntraced(function* (status: string, known = true) {
    const email = `${status}-${unique()}@example.com`
    const [row] = yield* sql<{ id: string }>`
      INSERT INTO app_users (org_id, app_id, email, role_id, status, password_hash)
      SELECT org_id, app_id, ${email}, ${observe.id}, ${status}, CASE WHEN ${known} THEN password_hash END
      FROM app_users WHERE app_id = ${app.id} AND id = ${door.user.user.id} RETURNING id`
    return { email, id: row!.id }
  })
  const enrolled = yield* make("active")
  yield* sql`
    INSERT INTO authenticators (app_user_id, secret, confirmed_at, last_step)
    VALUES (${enrolled.id}, ${randomBytes(40)}, now(), 0)`
  const invited = stranger()
  yield* invite(app, invited, observe.id)
  const removed = yield* make("active")
  yield* sql`DELETE FROM app_users WHERE id = ${removed.id}`
  const addresses = {
    active: (yield* make("active")).email,
    enrolled: enrolled.email,
    blocked: (yield* make("blocked")).email,
    pending: (yield* make("pending_verification")).email,
    passwordless: (yield* make("active", false)).email,
    "pending without a password": (yield* make("pending_verification", false)).email,
    invited,
    removed: removed.email,
    unknown: stranger()
  }
  return { ...door, addresses }
})

/** Asks the same about every address, and finds one answer after one amount of work. */
const alike = Effect.fnUntraced(function* (
  addresses: Readonly<Record<string, string>>,
  path: string,
  bodyOf: (email: string) => object,
  status: number
) {
  const entries = Object.entries(addresses)
  const answers = yield* Effect.forEach(entries, ([, email]) => told(path, bodyOf(email)))
  const [first] = answers
  assert.strictEqual(first!.status, status, path)
  assert.isAbove(first!.work.statements.length, 0)
  for (const [index, answer] of answers.entries())
    assert.deepStrictEqual(answer, first, `${path} ${entries[index]![0]}`)
  return first!.work
})

const mails = ({ statements }: Work) => statements.filter((text) => text.includes("INSERT INTO work_items")).length

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("account existence", (it) => {
  it.effect("account existence is not disclosed by a refused sign-in", () =>
    Effect.gen(function* () {
      const { addresses, at } = yield* makePeople
      const work = yield* alike(addresses, "login", (email) => ({ ...at(email), password: "not the password" }), 401)
      assert.strictEqual(work.hashes, 1)
      const { active: _, enrolled: __, ...closed } = addresses
      yield* alike(closed, "login", (email) => ({ ...at(email), password }), 401)
      const elsewhere = { ...at(addresses.unknown), app_identifier: `app_${unique()}` }
      const { body, headers, status, work: there } = yield* told("login", { ...elsewhere, password })
      const here = yield* told("login", { ...at(addresses.unknown), password })
      assert.deepStrictEqual([status, headers, body, there], [here.status, here.headers, here.body, here.work])
    })
  )

  it.effect("account existence is not disclosed by registering", () =>
    Effect.gen(function* () {
      const { addresses, at } = yield* makePeople
      const work = yield* alike(addresses, "register", (email) => ({ ...at(email), password }), 202)
      assert.strictEqual(work.hashes, 1)
      assert.strictEqual(mails(work), 1)
    })
  )

  it.effect("account existence is not disclosed by asking for a link or a code", () =>
    Effect.gen(function* () {
      const { addresses, at } = yield* makePeople
      for (const path of ["resend-verification", "password/reset", "login/code"]) {
        const work = yield* alike(addresses, path, at, 202)
        assert.strictEqual(mails(work), 1)
        assert.strictEqual(work.hashes, 0)
      }
      assert.strictEqual(mails(yield* alike(addresses, "login/code", at, 202)), 0)
    })
  )

  it.effect("account existence is not disclosed by guessing codes, to the last guess and beyond", () =>
    Effect.gen(function* () {
      const { addresses, at } = yield* makePeople
      const sql = yield* SqlClient.SqlClient
      const guess = (email: string) => ({ ...at(email), code: "000000" })
      yield* alike(addresses, "login/code/verify", guess, 410)
      for (const email of Object.values(addresses)) yield* post("login/code", at(email))
      // No code is the guessed one.
      yield* sql`UPDATE login_codes SET code_mac = decode(repeat('00', 32), 'hex')`
      for (let tries = 0; tries < 5; tries++) yield* alike(addresses, "login/code/verify", guess, 400)
      yield* alike(addresses, "login/code/verify", guess, 410)
    })
  )

  it.effect("account existence is not disclosed where a method is off, registration closed or the app unknown", () =>
    Effect.gen(function* () {
      const { addresses, app, at } = yield* makePeople
      const sql = yield* SqlClient.SqlClient
      const code = (email: string) => ({ ...at(email), code: "000000" })
      const withPassword = (email: string) => ({ ...at(email), password })
      const elsewhere = `app_${unique()}`
      const unknownApp = {
        "login/code": 404,
        "resend-verification": 404,
        "password/reset": 404,
        register: 404,
        login: 401
      }
      for (const [path, status] of Object.entries(unknownApp)) {
        const body = (email: string) => ({
          ...at(email),
          ...(status === 401 || path === "register" ? { password } : {})
        })
        yield* alike(addresses, path, (email) => ({ ...body(email), app_identifier: elsewhere }), status)
      }
      yield* alike(addresses, "login/code/verify", (email) => ({ ...code(email), app_identifier: elsewhere }), 410)

      yield* sql`UPDATE apps SET self_registration = false, email_code_enabled = false WHERE id = ${app.id}`
      yield* alike(addresses, "register", withPassword, 403)
      yield* alike(addresses, "login/code", at, 403)
      yield* alike(addresses, "login/code/verify", code, 403)
      yield* sql`UPDATE apps SET password_enabled = false, email_code_enabled = true WHERE id = ${app.id}`
      yield* alike(addresses, "login", withPassword, 403)
      yield* alike(addresses, "password/reset", at, 403)
    })
  )

  it.effect("account existence is decided for each look-alike address by itself, and no mail goes to another one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at, user } = yield* makeDoor
      const email = `kim-${unique()}@example.com`
      const account = sql`SELECT password_hash FROM app_users WHERE id = ${user.user.id}`
      yield* sql`UPDATE app_users SET email = ${email} WHERE id = ${user.user.id}`
      const before = yield* account
      // A database may hold the Kelvin sign for a k in other letters; no database holds the Cyrillic ka for one.
      const kelvin = email.replace("k", "\u212A")
      const cyrillic = email.replace("k", "\u043A")
      for (const twin of [kelvin, cyrillic]) {
        for (const path of ["password/reset", "login/code"]) yield* post(path, at(twin))
      }
      yield* post("register", { ...at(cyrillic), password: "not the password" })
      assert.strictEqual((yield* post("login", { ...at(cyrillic), password: "not the password" })).status, 401)
      assert.deepStrictEqual(yield* account, before)
      yield* post("password/reset", at(email))
      yield* sink.waitFor(email)
      const kinds = yield* sql`
        SELECT kind FROM work_items WHERE app_id = ${app.id} AND state <> 'void' AND kind <> 'verify'`
      assert.isAtLeast(kinds.length, 1)
      const strays = sink.mails.filter(({ link, to }) => to !== email && !link.includes("/verify/"))
      assert.notIncludeMembers(
        strays.map(({ to }) => to),
        [kelvin, cyrillic]
      )
    })
  )
})
