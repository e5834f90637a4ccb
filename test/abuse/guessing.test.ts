import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { age, begin, codesFor, mailedCode, other, post as step } from "../identity/developers/portal/world.ts"
import { challengeOf, setPolicy, verify } from "../identity/app-users/signin/twoFactorWorld.ts"
import { addTotp } from "../support/factors.ts"
import { MailSink } from "../support/MailSink.ts"
import { makeEveryone, makeOrg } from "../support/people.ts"
import { ageCodes, makeDoor, post } from "../support/signIn.ts"
import { codeNow, wrongCode } from "../support/Totp.ts"
import { type Answer, call, refusal } from "../support/wire.ts"
import { abuseApp, together, withAuthenticator } from "./world.ts"

const spent = [410, "token_spent"]

/** Fifty wrong guesses with the right one in their middle: at most five are counted, each once, and one gets in or none. */
const storm = Effect.fnUntraced(function* <E, R>(guess: (isRight: boolean) => Effect.Effect<Answer, E, R>) {
  const answers = yield* together(Array.from({ length: 51 }, (_, at) => guess(at === 25)))
  const right = answers[25]!
  const wrongs = answers.filter((_, at) => at !== 25)
  const counted = wrongs.filter(({ status }) => status === 400)
  const left = counted.map(({ body }) => body.details.attempts_left as number).sort((a, b) => b - a)
  assert.deepStrictEqual(
    counted.map(({ body }) => body.code),
    counted.map(() => "invalid_code")
  )
  assert.deepStrictEqual(left, [4, 3, 2, 1, 0].slice(0, counted.length))
  for (const answer of wrongs) if (answer.status !== 400) assert.deepStrictEqual(refusal(answer), spent)
  // Whoever was right had not yet five wrong ones before; whoever was late found it dead.
  if (right.status === 200) assert.isBelow(counted.length, 5)
  else {
    assert.deepStrictEqual(refusal(right), spent)
    assert.strictEqual(counted.length, 5)
  }
  for (const isRight of [true, false]) assert.deepStrictEqual(refusal(yield* guess(isRight)), spent)
  return right.status === 200
})

const livingSessions = Effect.fnUntraced(function* (subject: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT FROM session_families WHERE subject_id = ${subject} AND ended_at IS NULL`).length
})

const failures = Effect.fnUntraced(function* (actor: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT FROM audit_events WHERE actor_id = ${actor} AND action LIKE '%login_failed'`).length
})

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("guessing", (it) => {
  it.effect("a mailed code of an app, fifty at a time", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { at, user } = yield* makeDoor
      yield* post("login/code", at())
      const { code } = yield* sink.waitFor(user.email)
      // The same address in other letters and by the hosted page is the same code.
      let turn = 0
      const guess = (isRight: boolean) => {
        const body = {
          email: turn++ % 3 === 0 ? user.email.toUpperCase() : user.email,
          code: isRight ? code : other(code)
        }
        return turn % 2 === 0
          ? post("login/code/verify", { ...at(), ...body })
          : call("POST", `/app/${at().app_identifier}/sign-in/code/verify`, { body })
      }
      const before = yield* livingSessions(user.user.id)
      const isIn = yield* storm(guess)
      assert.strictEqual(yield* livingSessions(user.user.id), before + (isIn ? 1 : 0))
      assert.isAtMost(yield* failures(user.user.id), 5)
    })
  )

  it.effect("the second factor of an app, fifty at a time", () =>
    Effect.gen(function* () {
      const { app, user } = yield* makeEveryone
      yield* setPolicy(app, "optional")
      const { recoveryCodes, secret } = yield* withAuthenticator(user)
      const challenge = yield* challengeOf(app, user)
      const bad = yield* wrongCode(secret)
      const before = yield* livingSessions(user.user.id)
      const isIn = yield* storm((isRight) =>
        verify(isRight ? { challenge, recovery_code: recoveryCodes[0]! } : { challenge, code: bad })
      )
      assert.strictEqual(yield* livingSessions(user.user.id), before + (isIn ? 1 : 0))
    })
  )

  it.effect("the portal's mailed code, fifty at a time, spread over ten interactions of as many browsers", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const first = yield* begin()
      const code = yield* mailedCode(first, developer.email)
      const flows = [first]
      for (let more = 0; more < 9; more++) {
        const flow = yield* begin()
        const email = more % 2 === 0 ? developer.email : ` ${developer.email.toUpperCase()}`
        assert.strictEqual((yield* step(flow, "identify", { email })).status, 200)
        flows.push(flow)
      }
      let turn = 0
      const isIn = yield* storm((isRight) =>
        step(isRight ? first : flows[1 + (turn++ % 9)]!, "code", { code: isRight ? code : other(code) })
      )
      assert.strictEqual(yield* codesFor(developer.caller.id), isIn ? 1 : 0)
    })
  )

  it.effect("the portal's second factor, fifty at a time", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { recovery_codes } = yield* addTotp(developer.token)
      const flow = yield* begin()
      const asked = yield* step(flow, "code", { code: yield* mailedCode(flow, developer.email) })
      assert.strictEqual(asked.status, 200)
      const isIn = yield* storm((isRight) =>
        step(flow, "two-factor", isRight ? { recovery_code: recovery_codes![0]! } : { recovery_code: "aaaaa-aaaaa" })
      )
      assert.strictEqual(yield* codesFor(developer.caller.id), isIn ? 1 : 0)
    })
  )

  it.effect(
    "guessing goes on where it was when another code is asked for within a minute, and gains five with the next mail",
    () =>
      Effect.gen(function* () {
        const sink = yield* MailSink
        const { app, at, user } = yield* makeDoor
        const { developer } = yield* makeOrg
        const doors = [
          {
            email: user.email,
            ask: () => post("login/code", at()),
            guess: (code: string) => post("login/code/verify", { ...at(), code }),
            later: ageCodes(app.id, 61)
          },
          {
            email: developer.email,
            ask: Effect.fnUntraced(function* () {
              return yield* step(yield* begin(), "identify", { email: developer.email })
            }),
            guess: Effect.fnUntraced(function* (code: string) {
              const flow = yield* begin()
              yield* step(flow, "identify", { email: developer.email })
              return yield* step(flow, "code", { code })
            }),
            later: age("portal_mailed_codes", ["created_at"], 61)
          }
        ]
        for (const { ask, email, guess, later } of doors) {
          yield* ask()
          const { code } = yield* sink.waitFor(email)
          for (const left of [4, 3, 2, 1, 0]) {
            yield* ask()
            assert.deepStrictEqual(refusal(yield* guess(other(code))), [400, "invalid_code", { attempts_left: left }])
          }
          yield* ask()
          assert.deepStrictEqual(refusal(yield* guess(code)), spent)
          assert.strictEqual(sink.mails.filter(({ to }) => to === email).length, 1)
          yield* later
          yield* ask()
          const next = (yield* sink.waitFor(email)).code
          if (next !== code)
            assert.deepStrictEqual(refusal(yield* guess(code)), [400, "invalid_code", { attempts_left: 4 }])
          assert.strictEqual((yield* guess(next)).status, 200)
        }
      })
  )

  it.effect("a code that was right once is wrong the second time, in another challenge too", () =>
    Effect.gen(function* () {
      const { app, user } = yield* makeEveryone
      yield* setPolicy(app, "optional")
      const { secret } = yield* withAuthenticator(user)
      const code = yield* codeNow(secret, 1)
      const challenges = [yield* challengeOf(app, user), yield* challengeOf(app, user), yield* challengeOf(app, user)]
      const answers = yield* together(challenges.map((challenge) => verify({ challenge, code })))
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
    })
  )
})
