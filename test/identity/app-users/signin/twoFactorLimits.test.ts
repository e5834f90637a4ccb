import { assert, layer } from "@effect/vitest"
import { Challenges } from "@fleet/server/identity/app-users/signin/Challenges"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { TestApp, testApp } from "../../../support/TestApp.ts"
import { codeNow, nextCode, wrongCode } from "../../../support/Totp.ts"
import { type Answer, refusal } from "../../../support/wire.ts"
import { challengeOf, confirm, enrol, me, remove, setup, spent, verify, world, wrong } from "./twoFactorWorld.ts"

const wide = { limit: 10_000, windowMs: 60_000 }
const unlimited = {
  client_login_account: wide,
  two_factor_verify: wide,
  two_factor_setup: wide,
  two_factor_confirm: wide,
  two_factor_delete: wide
}

const parallel = <A, E, R>(works: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(works, { concurrency: "unbounded" })
const fifty = <A, E, R>(work: Effect.Effect<A, E, R>) => parallel(Array<typeof work>(50).fill(work))

/** How many answers there are of each kind. */
const tally = (answers: ReadonlyArray<Answer>) => {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const kind = answer.status < 300 ? String(answer.status) : JSON.stringify(refusal(answer).slice(1))
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
const kind = (refused: ReadonlyArray<unknown>) => JSON.stringify(refused.slice(1))

layer(testApp({ rateLimits: unlimited }), { timeout: "120 seconds" })("of fifty concurrent two-factor calls,", (it) => {
  it.effect("of fifty concurrent two-factor calls, five guesses are counted, and the challenge is dead", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("optional")
      const { recoveryCodes, secret } = yield* enrol(user)
      const challenge = yield* challengeOf(app, user)
      const code = yield* wrongCode(secret)
      const guesses = Array.from({ length: 50 }, (_, index) =>
        verify({ challenge, ...(index % 2 === 0 ? { code } : { recovery_code: "aaaaa-bbbbb" }) })
      )
      assert.deepStrictEqual(tally(yield* parallel(guesses)), {
        ...Object.fromEntries([4, 3, 2, 1, 0].map((left) => [kind(wrong(left)), 1])),
        [kind(spent)]: 45
      })
      for (const proof of [{ code: yield* nextCode(secret) }, { recovery_code: recoveryCodes[0] }]) {
        assert.deepStrictEqual(refusal(yield* verify({ challenge, ...proof })), spent)
      }
    })
  )

  it.effect("of fifty concurrent two-factor calls, one code ends one sign-in", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("optional")
      const { recoveryCodes, secret } = yield* enrol(user)
      const one = yield* challengeOf(app, user)
      const code = yield* nextCode(secret)
      assert.deepStrictEqual(tally(yield* fifty(verify({ challenge: one, code }))), { 200: 1, [kind(spent)]: 49 })

      for (const proof of [{ code: yield* nextCode(secret) }, { recovery_code: recoveryCodes[0] }]) {
        const challenges = yield* Effect.replicateEffect(challengeOf(app, user), 5)
        const answers = yield* parallel(challenges.map((challenge) => verify({ challenge, ...proof })))
        assert.deepStrictEqual(tally(answers), { 200: 1, [kind(wrong(4))]: 4 })
      }
    })
  )

  it.effect("of fifty concurrent two-factor calls, one sets an authenticator up, during sign-in or from settings", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("required")
      const challenge = yield* challengeOf(app, user)
      const { secret } = (yield* setup({ challenge })).body
      const first = yield* nextCode(secret)
      assert.deepStrictEqual(tally(yield* fifty(confirm({ challenge, code: first }))), { 200: 1, [kind(spent)]: 49 })

      const again = (yield* setup({}, user.token)).body.secret
      const second = yield* nextCode(again)
      assert.deepStrictEqual(tally(yield* fifty(confirm({ code: second }, user.token))), {
        200: 1,
        [kind(spent)]: 49
      })
    })
  )

  it.effect("of fifty concurrent two-factor calls, one turns it off", () =>
    Effect.gen(function* () {
      const { user } = yield* world("optional")
      const { secret } = yield* enrol(user)
      const code = yield* nextCode(secret)
      const answers = yield* fifty(remove({ code }, user.token))
      assert.strictEqual(answers.filter(({ status }) => status === 204).length, 1)
      assert.strictEqual(answers.filter(({ status }) => status === 409).length, 49)
      assert.isFalse((yield* me(user.token)).body.two_factor_enabled)
    })
  )
})

const limited = [429, "rate_limited"]
const short = (answer: Answer) => refusal(answer).slice(0, 2)

layer(TestApp, { timeout: "60 seconds" })("two-factor limits", (it) => {
  it.effect("two-factor limits count by the person behind the challenge, before a code is compared", () =>
    Effect.gen(function* () {
      const { app, other, user } = yield* world("optional")
      const { secret } = yield* enrol(user)
      const theirs = yield* enrol(other)
      const guess = yield* wrongCode(secret)
      for (let sign = 0; sign < 2; sign++) {
        const challenge = yield* challengeOf(app, user)
        for (const left of [4, 3, 2, 1, 0]) {
          assert.deepStrictEqual(refusal(yield* verify({ challenge, code: guess })), wrong(left))
        }
      }
      const challenge = yield* challengeOf(app, user)
      const code = yield* codeNow(secret, 1)
      const refused = yield* verify({ challenge, code })
      assert.deepStrictEqual(short(refused), limited)
      assert.deepStrictEqual(Object.keys(refused.body.details), ["retry_after_ms"])
      assert.isAtMost(refused.body.details.retry_after_ms, 60_000)
      const neighbour = yield* challengeOf(app, other)
      assert.strictEqual((yield* verify({ challenge: neighbour, code: yield* codeNow(theirs.secret, 1) })).status, 200)
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual((yield* verify({ challenge, code: yield* codeNow(secret) })).status, 200)
    })
  )

  it.effect("two-factor limits count by the same person during sign-in and from settings, each route for itself", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("required")
      const challenge = yield* challengeOf(app, user)
      for (let turn = 0; turn < 5; turn++) {
        assert.strictEqual((yield* setup({ challenge })).status, 200)
        assert.strictEqual((yield* setup({}, user.token)).status, 200)
      }
      assert.deepStrictEqual(short(yield* setup({ challenge })), limited)
      assert.deepStrictEqual(short(yield* setup({}, user.token)), limited)
      for (let turn = 0; turn < 10; turn++) {
        assert.strictEqual((yield* confirm({ code: "000000" }, user.token)).status, 400)
        assert.strictEqual((yield* remove({ code: "000000" }, user.token)).status, 409)
      }
      assert.deepStrictEqual(short(yield* confirm({ challenge, code: "000000" })), limited)
      assert.deepStrictEqual(short(yield* confirm({ code: "000000" }, user.token)), limited)
      assert.deepStrictEqual(short(yield* remove({ code: "000000" }, user.token)), limited)
    })
  )

  it.effect("two-factor limits count by the caller's address where the challenge is unknown", () =>
    Effect.gen(function* () {
      const { app, user } = yield* world("required")
      const routes = [verify, setup, confirm]
      const bodyFor = (route: unknown, challenge: string) => ({
        challenge,
        ...(route === setup ? {} : { code: "000000" })
      })
      for (const route of routes) {
        for (let turn = 0; turn < 10; turn++) {
          assert.deepStrictEqual(refusal(yield* route(bodyFor(route, `nobody's ${turn}`))), spent)
        }
        assert.deepStrictEqual(short(yield* route(bodyFor(route, "nobody's"))), limited)
      }
      const challenge = yield* challengeOf(app, user)
      assert.strictEqual((yield* setup({ challenge })).status, 200)
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("challenges", (it) => {
  it.effect("challenges know their person and app dead or alive, and end together", () =>
    Effect.gen(function* () {
      const challenges = yield* Challenges
      const { app, other, user } = yield* world("required")
      const [first, second] = [yield* challengeOf(app, user), yield* challengeOf(app, user)]
      const theirs = yield* challengeOf(app, other)
      yield* challenges.endAll(user.user.id)
      for (const challenge of [first, second]) {
        assert.deepStrictEqual(refusal(yield* setup({ challenge })), spent)
        const shown = Option.getOrThrow(yield* challenges.look(challenge))
        assert.deepStrictEqual([shown.appId, shown.email, shown.living], [app.id, user.email, false])
        assert.deepStrictEqual(yield* challenges.ownerOf(challenge), Option.some(user.user.id))
      }
      assert.strictEqual((yield* setup({ challenge: theirs })).status, 200)
      assert.deepStrictEqual(yield* challenges.look("nobody's"), Option.none())
      assert.deepStrictEqual(yield* challenges.ownerOf("nobody's"), Option.none())
    })
  )
})
