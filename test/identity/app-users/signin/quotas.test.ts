import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { password } from "../../../support/people.ts"
import { ceilings } from "../../../support/quotas.ts"
import { invite, lastMail, makeDoor, post, SignInApp, stranger } from "../../../support/signIn.ts"
import { call, refusal } from "../../../support/wire.ts"

const withRoomFor = (max_end_users: number) => SignInApp.pipe(Layer.provide(ceilings({ max_end_users })))

/** The one app user there is room for is there. */
const Full = withRoomFor(1)
const exceeded = [409, "quota_exceeded", { quota: "max_end_users", limit: 1 }]

layer(Full, { excludeTestServices: true, timeout: "60 seconds" })("an org at its quota of app users", (it) => {
  it.effect("an org at its quota of app users refuses to register before it looks at the address", () =>
    Effect.gen(function* () {
      const { app, at, user } = yield* makeDoor
      for (const email of [stranger(), user.email]) {
        assert.deepStrictEqual(refusal(yield* post("register", { ...at(email), password })), exceeded)
      }
      assert.strictEqual((yield* lastMail(app.id)).count, 0)
    })
  )

  it.effect("an org at its quota of app users refuses an invitation that needs an account, unspent", () =>
    Effect.gen(function* () {
      const { app, observe, owner, user } = yield* makeDoor
      const token = yield* invite(app, stranger(), observe.id)
      assert.deepStrictEqual(refusal(yield* post("invitations/accept", { token, password })), exceeded)
      const taken = yield* invite(app, user.email, observe.id)
      assert.deepStrictEqual(refusal(yield* post("invitations/accept", { token: taken, password })), [
        409,
        "email_taken"
      ])

      yield* call("DELETE", `/api/apps/${app.id}/users/${user.user.id}`, { as: owner.token })
      assert.strictEqual((yield* post("invitations/accept", { token, password })).status, 200)
    })
  )
})

layer(withRoomFor(4), { excludeTestServices: true, timeout: "60 seconds" })(
  "an org near its quota of app users",
  (it) => {
    it.effect("an org near its quota of app users takes concurrent sign-ups up to the quota exactly", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (let turn = 0; turn < 4; turn++) {
          const { app, at, observe, orgId } = yield* makeDoor
          const tokens = yield* Effect.forEach(Array.from({ length: 5 }, stranger), (email) =>
            invite(app, email, observe.id)
          )
          const registrations = tokens.map(() => post("register", { ...at(stranger()), password }))
          const acceptances = tokens.map((token) => post("invitations/accept", { token, password }))
          const answers = yield* Effect.all([...registrations, ...acceptances], { concurrency: "unbounded" })
          const refused = answers.filter(({ status }) => status >= 300)
          for (const answer of refused) {
            assert.deepStrictEqual(refusal(answer), [409, "quota_exceeded", { quota: "max_end_users", limit: 4 }])
          }
          assert.strictEqual(answers.length - refused.length, 3)
          const [row] = yield* sql`SELECT count(*)::int AS users FROM app_users WHERE org_id = ${orgId}`
          assert.deepStrictEqual(row, { users: 4 })
        }
      })
    )
  }
)
