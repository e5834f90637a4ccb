import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeAppUser, makeDeveloper, makeEveryone, password } from "../support/people.ts"
import { type Answer, call, refusal } from "../support/wire.ts"
import { abuseApp, together } from "./world.ts"

const revoked = [401, "token_revoked"]
type Space = "auth" | "client"
const refresh = (space: Space, token: string) =>
  call("POST", `/api/${space}/refresh`, { body: { refresh_token: token } })
const logout = (space: Space, token: string) => call("POST", `/api/${space}/logout`, { body: { refresh_token: token } })
const me = (space: Space, as: string) => call("GET", `/api/${space}/me`, { as })
const winners = (answers: ReadonlyArray<Answer>) => answers.filter(({ status }) => status === 200)
const repeat = <A>(times: number, make: (at: number) => A) => Array.from({ length: times }, (_, at) => make(at))

const familyOf = Effect.fnUntraced(function* (sessionId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ ended: boolean; tokens: number }>`
    SELECT f.ended_at IS NOT NULL AS ended, count(t.hash)::int AS tokens
    FROM session_families f LEFT JOIN refresh_tokens t ON t.family_id = f.id
    WHERE f.id = ${sessionId} GROUP BY f.id`
  return row!
})

/** Nothing of a session opens anything any more. */
const isOver = Effect.fnUntraced(function* (space: Space, sessionId: string, answers: ReadonlyArray<Answer>) {
  assert.isTrue((yield* familyOf(sessionId)).ended)
  for (const { body } of winners(answers)) {
    assert.deepStrictEqual(refusal(yield* me(space, body.access_token)), revoked)
    assert.deepStrictEqual(refusal(yield* refresh(space, body.refresh_token)), revoked)
  }
})

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("a refresh token", (it) => {
  it.effect("a refresh token that fifty present over the wire at once is one's, and then nobody's", () =>
    Effect.gen(function* () {
      const { developer, user } = yield* makeEveryone
      for (const [space, person] of [
        ["auth", developer],
        ["client", user]
      ] as const) {
        const answers = yield* together(repeat(50, () => refresh(space, person.refreshToken)))
        assert.strictEqual(winners(answers).length, 1)
        for (const answer of answers) if (answer.status !== 200) assert.deepStrictEqual(refusal(answer), revoked)
        assert.strictEqual((yield* familyOf(person.caller.sessionId)).tokens, 2)
        yield* isOver(space, person.caller.sessionId, answers)
        assert.deepStrictEqual(refusal(yield* me(space, person.token)), revoked)
      }
    })
  )

  it.effect("a refresh token that a thief uses first is found out by its owner, and the other way round", () =>
    Effect.gen(function* () {
      const { developer, user } = yield* makeEveryone
      for (const [space, person] of [
        ["auth", developer],
        ["client", user]
      ] as const) {
        let latest = person.refreshToken
        const stolen = latest
        const answers: Array<Answer> = []
        for (let turn = 0; turn < 4; turn++) {
          const answer = yield* refresh(space, latest)
          answers.push(answer)
          latest = answer.body.refresh_token
        }
        assert.strictEqual(winners(answers).length, 4)
        assert.deepStrictEqual(refusal(yield* refresh(space, stolen)), revoked)
        yield* isOver(space, person.caller.sessionId, answers)
      }
    })
  )

  it.effect("a refresh token racing its logout leaves nothing that opens anything, in either order", () =>
    Effect.gen(function* () {
      const { app, observe, owner } = yield* makeEveryone
      for (let turn = 0; turn < 8; turn++) {
        const user = yield* makeAppUser(owner.caller, app, observe.id)
        const works = [
          refresh("client", user.refreshToken),
          logout("client", user.refreshToken),
          refresh("client", user.refreshToken)
        ]
        const answers = yield* together(turn % 2 === 0 ? works : works.toReversed())
        for (const { status } of answers) assert.include([200, 204, 401], status)
        assert.isAtMost(winners(answers).length, 1)
        yield* isOver("client", user.caller.sessionId, answers)
      }
    })
  )

  it.effect("a refresh token is good no more once its person was blocked or removed, also in the same moment", () =>
    Effect.gen(function* () {
      const { app, observe, orgId, owner } = yield* makeEveryone
      const ends = {
        block: (id: string) =>
          call("PATCH", `/api/apps/${app.id}/users/${id}`, { as: owner.token, body: { status: "blocked" } }),
        remove: (id: string) => call("DELETE", `/api/apps/${app.id}/users/${id}`, { as: owner.token })
      }
      for (const end of [ends.block, ends.remove]) {
        const user = yield* makeAppUser(owner.caller, app, observe.id)
        const answers = yield* together([...repeat(3, () => refresh("client", user.refreshToken)), end(user.user.id)])
        for (const { status } of answers) assert.isBelow(status, 500)
        for (const { body } of answers.slice(0, 3).filter(({ status }) => status === 200)) {
          assert.strictEqual((yield* me("client", body.access_token)).status, 401)
          assert.deepStrictEqual(refusal(yield* refresh("client", body.refresh_token)), revoked)
        }
        assert.deepStrictEqual(refusal(yield* refresh("client", user.refreshToken)), revoked)
      }
      const member = yield* makeDeveloper(orgId, "developer")
      const [taken, gone] = yield* together([
        refresh("auth", member.refreshToken),
        call("DELETE", `/api/org/users/${member.caller.id}`, { as: owner.token })
      ])
      assert.strictEqual(gone.status, 204)
      if (taken.status === 200) {
        assert.strictEqual((yield* me("auth", taken.body.access_token)).status, 401)
        assert.deepStrictEqual(refusal(yield* refresh("auth", taken.body.refresh_token)), revoked)
      }
    })
  )

  it.effect(
    "a refresh token gives what its person is now: a demotion holds for tokens that were given before and during it",
    () =>
      Effect.gen(function* () {
        const { orgId, owner } = yield* makeEveryone
        const second = yield* makeDeveloper(orgId, "owner")
        const answers = yield* together([
          call("PUT", `/api/org/users/${second.caller.id}/tier`, { as: owner.token, body: { tier: "developer" } }),
          refresh("auth", second.refreshToken)
        ])
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [200, 200]
        )
        for (const as of [second.token, answers[1]!.body.access_token]) {
          assert.deepStrictEqual(refusal(yield* call("PATCH", "/api/org", { as, body: { name: "Mine now" } })), [
            403,
            "tier_required",
            { required: "owner", actual: "developer" }
          ])
        }
      })
  )

  it.effect("a refresh token does not outlive a change of the password that happens beside it", () =>
    Effect.gen(function* () {
      const { app, observe, owner } = yield* makeEveryone
      for (let turn = 0; turn < 8; turn++) {
        const user = yield* makeAppUser(owner.caller, app, observe.id)
        let latest = user.refreshToken
        // Refreshes one after the other, so that some are under way when the change is made.
        const refreshing = Effect.gen(function* () {
          for (let rotation = 0; rotation < 20; rotation++) {
            const answer = yield* refresh("client", latest)
            if (answer.status !== 200) return
            latest = answer.body.refresh_token
          }
        })
        const change = call("POST", "/api/client/password/change", {
          as: user.token,
          body: { current_password: password, new_password: `${password} 2` }
        })
        const [changed] = yield* Effect.all([change, refreshing], { concurrency: "unbounded" })
        const living = [latest, ...winners([changed]).map(({ body }) => body.refresh_token)]
        const good: Array<Answer> = []
        for (const token of living) good.push(yield* refresh("client", token))
        assert.isAtMost(winners(good).length, 1)
      }
    })
  )
})
