import { assert, layer } from "@effect/vitest"
import { AppUserLimit } from "@fleet/server/identity/app-users/limit/AppUserLimit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beside } from "../../../support/beside.ts"
import { MailSink } from "../../../support/MailSink.ts"
import { password } from "../../../support/people.ts"
import { invite, makeDoor, post, SignInApp, statusOf, stranger, tokenOf } from "../../../support/signIn.ts"
import { refusal } from "../../../support/wire.ts"

const other = "another horse battery"
const notFound = [404, "not_found"]
const spent = [410, "token_spent"]

type Door = Effect.Success<typeof makeDoor>
type Request = ReturnType<typeof post>

/** The requests that bring somebody in, made ready for an app. */
const waysIn = Effect.fnUntraced(function* ({ app, at, observe, user }: Door) {
  const sink = yield* MailSink
  const mailTo = (email: string, path: string, body: object) => Effect.andThen(post(path, body), sink.waitFor(email))
  const [first, second, third] = [stranger(), stranger(), stranger()]
  const registered = Effect.fnUntraced(function* (email: string) {
    return tokenOf((yield* mailTo(email, "register", { ...at(email), password })).link)
  })
  const token = yield* registered(first)
  yield* registered(second)
  const reset = tokenOf((yield* mailTo(user.email, "password/reset", at())).link)
  const { code } = yield* mailTo(user.email, "login/code", at())
  const invitation = yield* invite(app, third, observe.id)
  return {
    "register a stranger": post("register", { ...at(stranger()), password }),
    "register a user": post("register", { ...at(), password }),
    "register again": post("register", { ...at(second), password }),
    resend: post("resend-verification", at(second)),
    "resend to nobody": post("resend-verification", at(stranger())),
    "ask for a reset": post("password/reset", at()),
    "ask for a code": post("login/code", at()),
    verify: post("verify-email", { token }),
    reset: post("password/reset/confirm", { token: reset, new_password: other }),
    "sign in by code": post("login/code/verify", { ...at(), code }),
    accept: post("invitations/accept", { token: invitation, password }),
    "sign in": post("login", { ...at(), password })
  } satisfies Record<string, Request>
})

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })(
  "concurrent with a sign-up or sign-in,",
  (it) => {
    it.effect("a deletion of the app refuses as for an unknown app", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const due = {
          "register a stranger": notFound,
          "register a user": notFound,
          "register again": notFound,
          resend: notFound,
          "resend to nobody": notFound,
          "ask for a reset": notFound,
          "ask for a code": notFound,
          verify: spent,
          reset: spent,
          "sign in by code": spent,
          accept: spent,
          "sign in": [401, "invalid_credentials"]
        }
        const answers: Record<string, ReadonlyArray<unknown>> = {}
        for (const name of Object.keys(due) as ReadonlyArray<keyof typeof due>) {
          const door = yield* makeDoor
          const work = (yield* waysIn(door))[name]
          answers[name] = refusal(yield* beside(sql`DELETE FROM apps WHERE id = ${door.app.id}`, work))
        }
        assert.deepStrictEqual(answers, due)
      })
    )

    it.effect("a deletion of the role gives no role", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { app, at, operate } = yield* makeDoor
        yield* sql`UPDATE apps SET default_role_id = ${operate.id} WHERE id = ${app.id}`
        const conflict = (field: string) => [409, "target_state_conflict", { field, rule: "not_set" }]
        const token = yield* invite(app, stranger(), operate.id)
        const deletion = sql`DELETE FROM roles WHERE id = ${operate.id}`
        const registered = yield* beside(deletion, post("register", { ...at(stranger()), password }))
        assert.deepStrictEqual(refusal(registered), conflict("default_role_id"))

        const [again] = yield* sql<{ id: string }>`
        INSERT INTO roles (org_id, app_id, name) VALUES (${app.org_id}, ${app.id}, 'Visitor') RETURNING id`
        yield* sql`UPDATE app_invitations SET role_id = ${again!.id} WHERE app_id = ${app.id}`
        const accepted = yield* beside(
          sql`DELETE FROM roles WHERE id = ${again!.id}`,
          post("invitations/accept", { token, password })
        )
        assert.deepStrictEqual(refusal(accepted), conflict("role_id"))
      })
    )

    it.effect("a registration of the address does not stop its invitation", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { app, at, observe } = yield* makeDoor
        const email = stranger()
        const token = yield* invite(app, email, observe.id)
        const { lockForUpdate } = yield* AppUserLimit
        const registered = Effect.andThen(
          lockForUpdate({ orgId: app.org_id, appId: app.id }),
          sql`
          INSERT INTO app_users (org_id, app_id, email, role_id, status)
          VALUES (${app.org_id}, ${app.id}, ${email}, ${observe.id}, 'pending_verification')`
        )
        const answer = yield* beside(registered, post("invitations/accept", { token, password }))
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(yield* statusOf(app.id, email), "active")
        assert.strictEqual((yield* post("login", { ...at(email), password })).status, 200)
      })
    )
  }
)
