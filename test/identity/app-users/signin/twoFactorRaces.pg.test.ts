import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { abuseApp, together, withAuthenticator } from "../../../abuse/world.ts"
import { makeAppUser, password } from "../../../support/people.ts"
import { codeNow } from "../../../support/Totp.ts"
import { type Answer, call, refusal } from "../../../support/wire.ts"
import { challengeOf, confirm, login, me, remove, setPolicy, setup, spent, verify, world } from "./twoFactorWorld.ts"

const turns = 6

const people = Effect.gen(function* () {
  const { app, observe, owner } = yield* world("optional")
  const person = makeAppUser(owner.caller, app, observe.id)
  const enrolled = Effect.gen(function* () {
    const user = yield* person
    return { user, ...(yield* withAuthenticator(user)) }
  })
  return { app, enrolled, owner, person }
})

/** The order in which a turn begins its works: both are tried. */
const ordered = <A>(turn: number, works: ReadonlyArray<A>) => (turn % 2 === 0 ? works : works.toReversed())
const livingSessions = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT FROM session_families WHERE subject_id = ${id} AND ended_at IS NULL`
  return rows.length
})

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("two-factor races:", (it) => {
  it.effect("two-factor races: one setup is confirmed once, and its recovery codes are the ones that hold", () =>
    Effect.gen(function* () {
      const { app, person } = yield* people
      yield* setPolicy(app, "required")
      for (let turn = 0; turn < turns; turn++) {
        const user = yield* person
        const challenge = yield* challengeOf(app, user)
        const { secret } = (yield* setup({ challenge })).body
        const code = yield* codeNow(secret)
        const works = [confirm({ challenge, code }), confirm({ challenge, code }), confirm({ code }, user.token)]
        const answers = yield* together(ordered(turn, works))
        const won = answers.filter(({ status }) => status === 200)
        assert.strictEqual(won.length, 1)
        for (const answer of answers.filter(({ status }) => status !== 200)) {
          assert.deepStrictEqual(refusal(answer), spent)
        }
        const [{ body }] = won as [Answer]
        assert.strictEqual((yield* me(body.session.access_token)).status, 200)
        const next = yield* challengeOf(app, user)
        const recovered = yield* verify({ challenge: next, recovery_code: body.recovery_codes[9] })
        assert.strictEqual(recovered.status, 200)
      }
    })
  )

  it.effect("an authenticator that is removed lets a sign-in end before, or not at all", () =>
    Effect.gen(function* () {
      const { app, enrolled } = yield* people
      for (let turn = 0; turn < turns; turn++) {
        const { recoveryCodes, secret, session, user } = yield* enrolled
        const challenge = yield* challengeOf(app, user)
        const works = [
          verify({ challenge, recovery_code: recoveryCodes[0] }),
          remove({ code: yield* codeNow(secret, 1) }, session.access_token)
        ]
        const answers = yield* together(ordered(turn, works))
        const [verified, removed] = ordered(turn, answers) as [Answer, Answer]
        assert.strictEqual(removed.status, 204)
        if (verified.status !== 200) assert.deepStrictEqual(refusal(verified), spent)
        const again = yield* verify({ challenge, recovery_code: recoveryCodes[1] })
        assert.deepStrictEqual(refusal(again), spent)
        assert.isString((yield* login(app, user)).body.access_token)
      }
    })
  )

  it.effect("a new password leaves no sign-in that began with the old one", () =>
    Effect.gen(function* () {
      const { app, enrolled } = yield* people
      for (let turn = 0; turn < turns; turn++) {
        const { recoveryCodes, session, user } = yield* enrolled
        const challenge = yield* challengeOf(app, user)
        const works = [
          verify({ challenge, recovery_code: recoveryCodes[0] }),
          login(app, user),
          call("POST", "/api/client/password/change", {
            as: session.access_token,
            body: { current_password: password, new_password: `${password} 2` }
          })
        ]
        const answers = yield* together(ordered(turn, works))
        const [verified, begun, changed] = ordered(turn, answers) as [Answer, Answer, Answer]
        assert.strictEqual(changed.status, 200)
        assert.strictEqual(yield* livingSessions(user.user.id), 1)
        assert.strictEqual((yield* me(changed.body.access_token)).status, 200)
        if (verified.status !== 200) assert.deepStrictEqual(refusal(verified), spent)
        if (begun.status !== 200) assert.deepStrictEqual(refusal(begun), [401, "invalid_credentials"])
        else {
          const late = yield* verify({ challenge: begun.body.challenge, recovery_code: recoveryCodes[1] })
          assert.deepStrictEqual(refusal(late), spent)
        }
      }
    })
  )

  it.effect("a block leaves no session of a sign-in that waited for its second step", () =>
    Effect.gen(function* () {
      const { app, enrolled, owner } = yield* people
      for (let turn = 0; turn < turns; turn++) {
        const { recoveryCodes, user } = yield* enrolled
        const [challenge, late] = [yield* challengeOf(app, user), yield* challengeOf(app, user)]
        const patch = (status: string) =>
          call("PATCH", `/api/apps/${app.id}/users/${user.user.id}`, { as: owner.token, body: { status } })
        const works = [verify({ challenge, recovery_code: recoveryCodes[0] }), login(app, user), patch("blocked")]
        const answers = yield* together(ordered(turn, works))
        const [verified, begun, blocked] = ordered(turn, answers) as [Answer, Answer, Answer]
        assert.strictEqual(blocked.status, 200)
        assert.strictEqual(yield* livingSessions(user.user.id), 0)
        if (verified.status === 200) {
          assert.deepStrictEqual(refusal(yield* me(verified.body.access_token)), [401, "token_revoked"])
        } else assert.deepStrictEqual(refusal(verified), spent)

        assert.strictEqual((yield* patch("active")).status, 200)
        const waiting = begun.status === 200 ? [begun.body.challenge, late] : [late]
        for (const challenge of waiting) {
          assert.deepStrictEqual(refusal(yield* verify({ challenge, recovery_code: recoveryCodes[1] })), spent)
        }
      }
    })
  )
})
