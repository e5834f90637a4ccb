import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { withAuthenticator } from "../../../abuse/world.ts"
import { beside } from "../../../support/beside.ts"
import { makeAppUser, password } from "../../../support/people.ts"
import { makeDoor, SignInApp } from "../../../support/signIn.ts"
import { codeNow } from "../../../support/Totp.ts"
import { call, refusal } from "../../../support/wire.ts"
import { confirm, remove, setPolicy, setup } from "./twoFactorWorld.ts"

const other = "another horse battery"
const revoked = [401, "token_revoked"]

/** What an account is opened by. */
const keysOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`
    SELECT u.password_hash, f.secret, f.pending_secret, (SELECT count(*)::int FROM recovery_codes) AS codes
    FROM app_users u LEFT JOIN authenticators f ON f.app_user_id = u.id WHERE u.id = ${id}`
  return row
})

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("a session that ends concurrently", (it) => {
  it.effect("a session that ends concurrently refuses a change of password or second factor", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, observe, owner } = yield* makeDoor
      yield* setPolicy(app, "optional")
      const changes: Record<string, (user: { readonly token: string }, code: string) => ReturnType<typeof setup>> = {
        setup: ({ token }) => setup({}, token),
        confirm: ({ token }, code) => confirm({ code }, token),
        remove: ({ token }, code) => remove({ code }, token),
        password: ({ token }) =>
          call("POST", "/api/client/password/change", {
            as: token,
            body: { current_password: password, new_password: other }
          })
      }
      for (const [name, change] of Object.entries(changes)) {
        const user = yield* makeAppUser(owner.caller, app, observe.id)
        const secret: string =
          name === "remove" ? (yield* withAuthenticator(user)).secret : (yield* setup({}, user.token)).body.secret
        const before = yield* keysOf(user.user.id)
        const end = sql`UPDATE session_families SET ended_at = now() WHERE id = ${user.caller.sessionId}`
        const answer = yield* beside(end, change(user, yield* codeNow(secret, name === "remove" ? 1 : 0)))
        assert.deepStrictEqual(refusal(answer), revoked, name)
        assert.deepStrictEqual(yield* keysOf(user.user.id), before, name)
      }
    })
  )
})
