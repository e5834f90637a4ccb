import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { age, begin, mailedCode, post as step } from "../identity/developers/portal/world.ts"
import { challengeOf, setPolicy, verify } from "../identity/app-users/signin/twoFactorWorld.ts"
import { addTotp } from "../support/factors.ts"
import { makeEveryone, makeOrg, password } from "../support/people.ts"
import { testAppWithMail } from "../support/MailSink.ts"
import { makeDoor, post } from "../support/signIn.ts"
import { wrongCode } from "../support/Totp.ts"
import { type Answer, call } from "../support/wire.ts"
import { abuseApp, together, withAuthenticator } from "./world.ts"

/** The limits by person as they are; those by the caller's address do not help against many callers, and are wide. */
const byPerson = abuseApp([
  "client_login_account",
  "login_code_account",
  "two_factor_verify",
  "two_factor_confirm",
  "two_factor_delete",
  "portal_identify_account",
  "portal_two_factor",
  "password_reset_account",
  "register_account",
  "resend_verification_account"
])

const tally = (answers: ReadonlyArray<Answer>) => {
  const counts: Record<string, number> = {}
  for (const { body, status } of answers) {
    const name = body?.code ?? String(status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

// A minute allows so many guesses of one person's secrets, from however many addresses, sign-ins and challenges.
layer(byPerson, { excludeTestServices: true, timeout: "60 seconds" })("one person's minute", (it) => {
  it.effect("one person's minute holds ten guesses at the second factor of an app, over however many challenges", () =>
    Effect.gen(function* () {
      const { app, user } = yield* makeEveryone
      yield* setPolicy(app, "optional")
      const { secret } = yield* withAuthenticator(user)
      const code = yield* wrongCode(secret)
      const challenges = []
      for (let count = 0; count < 5; count++) challenges.push(yield* challengeOf(app, user))
      const answers = yield* together(
        challenges.flatMap((challenge) => Array.from({ length: 6 }, () => verify({ challenge, code })))
      )
      const { invalid_code = 0, rate_limited = 0, token_spent = 0 } = tally(answers)
      assert.strictEqual(invalid_code + token_spent, 10)
      assert.strictEqual(rate_limited, 20)
      // The hosted page is another way to the same count.
      const page = yield* call("POST", `/app/${app.identifier}/two-factor`, {
        body: { challenge: challenges[0], code }
      })
      assert.strictEqual(page.status, 429)
    })
  )

  it.effect(
    "one person's minute holds ten guesses at the second factor of the console, over however many interactions",
    () =>
      Effect.gen(function* () {
        const { developer } = yield* makeOrg
        yield* addTotp(developer.token)
        const flows = []
        for (let count = 0; count < 4; count++) {
          const flow = yield* begin()
          assert.strictEqual(
            (yield* step(flow, "code", { code: yield* mailedCode(flow, developer.email) })).status,
            200
          )
          yield* age("portal_mailed_codes", ["created_at"], 61)
          flows.push(flow)
        }
        const answers = yield* together(
          flows.flatMap((flow) =>
            Array.from({ length: 5 }, () => step(flow, "two-factor", { recovery_code: "aaaaa-aaaaa" }))
          )
        )
        const counts = tally(answers)
        assert.strictEqual((counts.invalid_code ?? 0) + (counts.token_spent ?? 0), 10)
        assert.strictEqual(counts.rate_limited, 10)
      })
  )

  it.effect(
    "one person's minute holds five requests for a code and five guesses, in whatever letters the address is written",
    () =>
      Effect.gen(function* () {
        const { at, user } = yield* makeDoor
        const spellings = [
          user.email,
          user.email.toUpperCase(),
          ` ${user.email}`,
          `${user.email} `,
          user.email.replace("u", "U")
        ]
        const asked = yield* together(
          Array.from({ length: 20 }, (_, count) => {
            const email = spellings[count % spellings.length]!
            return count % 2 === 0
              ? post("login/code", at(email))
              : call("POST", `/app/${at().app_identifier}/sign-in/code`, { body: { email } })
          })
        )
        assert.deepStrictEqual(tally(asked), { "202": 5, rate_limited: 15 })
        const guesses = yield* together(
          Array.from({ length: 20 }, (_, count) =>
            post("login/code/verify", { ...at(spellings[count % spellings.length]), code: "000000" })
          )
        )
        const { invalid_code = 0, token_spent = 0 } = tally(guesses)
        assert.isAtMost(invalid_code, 5)
        assert.strictEqual(invalid_code + token_spent + (tally(guesses)["200"] ?? 0), 20)
      })
  )

  it.effect(
    "one person's minute holds ten passwords, in whatever letters the address is written, the right one among the refused too",
    () =>
      Effect.gen(function* () {
        const { app, user } = yield* makeEveryone
        const spellings = [user.email, user.email.toUpperCase(), ` ${user.email} `]
        const login = (count: number, guess: string) => {
          const body = { email: spellings[count % 3]!, password: guess }
          return count % 2 === 0
            ? post("login", { app_identifier: app.identifier, ...body })
            : call("POST", `/app/${app.identifier}/sign-in`, { body })
        }
        const answers = yield* together(Array.from({ length: 14 }, (_, count) => login(count, `wrong ${count} wrong`)))
        assert.deepStrictEqual(tally(answers), { invalid_credentials: 10, rate_limited: 4 })
        assert.strictEqual((yield* login(0, password)).status, 429)
      })
  )

  it.effect("one person's minute holds five mails of each kind that strangers can ask for", () =>
    Effect.gen(function* () {
      const { at, user } = yield* makeDoor
      for (const path of ["password/reset", "resend-verification", "register"]) {
        const body = path === "register" ? { ...at(), password } : at()
        const answers = yield* together(Array.from({ length: 8 }, () => post(path, { ...body, email: user.email })))
        assert.deepStrictEqual(tally(answers), { "202": 5, rate_limited: 3 }, path)
      }
      const { developer } = yield* makeOrg
      const flow = yield* begin()
      const spellings = [developer.email, developer.email.toUpperCase(), ` ${developer.email}`]
      const answers = yield* together(
        Array.from({ length: 9 }, (_, count) => step(flow, "identify", { email: spellings[count % 3]! }))
      )
      assert.deepStrictEqual(tally(answers), { "200": 5, rate_limited: 4 })
    })
  )

  it.effect("one person's minute holds ten tries to turn the second factor off with a stolen session", () =>
    Effect.gen(function* () {
      const { app, user } = yield* makeEveryone
      yield* setPolicy(app, "optional")
      const { secret, session } = yield* withAuthenticator(user)
      const code = yield* wrongCode(secret)
      const answers = yield* together(
        Array.from({ length: 14 }, () =>
          call("DELETE", "/api/client/two-factor", { as: session.access_token, body: { code } })
        )
      )
      assert.deepStrictEqual(tally(answers), { invalid_code: 10, rate_limited: 4 })
    })
  )
})

/** Three a day, so that the bound is reached within the minute's. */
const fewADay = {
  two_factor_day: { limit: 3, windowMs: 86_400_000 },
  portal_two_factor_day: { limit: 3, windowMs: 86_400_000 }
}

layer(testAppWithMail({ rateLimits: fewADay }), { excludeTestServices: true, timeout: "60 seconds" })(
  "one person's day",
  (it) => {
    it.effect(
      "one person's day bounds the guesses of who holds the first factor: of an app's user, signing in or turning it off",
      () =>
        Effect.gen(function* () {
          const { app, user } = yield* makeEveryone
          yield* setPolicy(app, "optional")
          const { secret } = yield* withAuthenticator(user)
          const code = yield* wrongCode(secret)
          const challenge = yield* challengeOf(app, user)
          for (let guess = 0; guess < 3; guess++) assert.strictEqual((yield* verify({ challenge, code })).status, 400)
          const { body, status } = yield* verify({ challenge, code })
          assert.strictEqual(status, 429)
          assert.isAbove(body.details.retry_after_ms, 3_600_000)
          const off = yield* call("DELETE", "/api/client/two-factor", { as: user.token, body: { code } })
          assert.strictEqual(off.status, 429)
        })
    )

    it.effect("one person's day and of a developer in the portal", () =>
      Effect.gen(function* () {
        const { developer } = yield* makeOrg
        yield* addTotp(developer.token)
        const flow = yield* begin()
        assert.strictEqual((yield* step(flow, "code", { code: yield* mailedCode(flow, developer.email) })).status, 200)
        const guess = step(flow, "two-factor", { recovery_code: "aaaaa-aaaaa" })
        for (let count = 0; count < 3; count++) assert.strictEqual((yield* guess).status, 400)
        assert.strictEqual((yield* guess).status, 429)
      })
    )
  }
)
