import { assert, layer } from "@effect/vitest"
import type { AppUserId } from "@fleet/domain/Ids"
import { Passwords } from "@fleet/server/identity/factors/Passwords"
import { hashSecret, mintSecret } from "@fleet/server/platform/crypto/Secrets"
import { Sessions } from "@fleet/server/identity/sessions/Sessions"
import { Array, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { isDeepStrictEqual } from "node:util"
import { MailSink } from "../../../support/MailSink.ts"
import { invite, makeDoor, post, SignInApp, stranger } from "../../../support/signIn.ts"
import { type Answer, call } from "../../../support/wire.ts"
import { type Account, type Done, explained, Op, passwordOf, Start, startOf } from "./accountModel.ts"

type Door = Effect.Success<typeof makeDoor>

const App = Passwords.layer.pipe(Layer.provideMerge(SignInApp))

/** An account of the start, with everything that opens it. */
const makeAccount = Effect.fnUntraced(function* ({ app, at, observe }: Door, start: Start) {
  const sql = yield* SqlClient.SqlClient
  const sink = yield* MailSink
  const email = stranger()
  const invitation = yield* invite(app, email, observe.id)
  const verify = mintSecret()
  const reset = mintSecret()
  const { before, status } = startOf(start)
  if (start === "none")
    return { email, invitation, verify, reset, id: crypto.randomUUID(), code: "000000", tokens: null }

  const hash = yield* (yield* Passwords).hash(Redacted.make(passwordOf(null)))
  const [row] = yield* sql<{ id: AppUserId }>`
    INSERT INTO app_users (org_id, app_id, email, role_id, status, password_hash)
    VALUES (${app.org_id}, ${app.id}, ${email}, ${observe.id}, 'active', ${hash}) RETURNING id`
  const { id } = row!
  yield* post("login/code", at(email))
  const { code } = yield* sink.waitFor(email)
  const links = Array.make(
    { user_id: id, kind: "verify", token_hash: hashSecret(verify), expires_at: new Date(Date.now() + 3_600_000) },
    { user_id: id, kind: "reset", token_hash: hashSecret(reset), expires_at: new Date(Date.now() + 3_600_000) }
  )
  yield* sql`INSERT INTO app_user_links ${sql.insert(links)}`
  if (startOf(start).verify === null) yield* sql`DELETE FROM app_user_links WHERE user_id = ${id} AND kind = 'verify'`
  yield* sql`
    UPDATE app_users SET status = ${status}, status_before_block = ${status === "blocked" ? before : null}
    WHERE id = ${id}`
  const tokens =
    start === "active"
      ? yield* (yield* Sessions).open({ kind: "app_user", id, orgId: app.org_id, appId: app.id })
      : null
  return { email, invitation, verify, reset, id, code, tokens }
})
type Held = Effect.Success<ReturnType<typeof makeAccount>>

const perform = ({ app, at, owner }: Door, held: Held, op: Op): Effect.Effect<Answer, never, any> => {
  const { code, email, id, invitation: token, tokens } = held
  const own = `/api/apps/${app.id}/users/${id}`
  const refresh_token = tokens?.refresh_token ?? "none"
  const password = passwordOf(op)
  switch (op) {
    case "register":
      return post("register", { ...at(email), password })
    case "resend":
      return post("resend-verification", at(email))
    case "verify":
      return post("verify-email", { token: held.verify })
    case "ask for a reset":
      return post("password/reset", at(email))
    case "reset":
      return post("password/reset/confirm", { token: held.reset, new_password: password })
    case "accept":
      return post("invitations/accept", { token, password })
    case "sign in by code":
      return post("login/code/verify", { ...at(email), code })
    case "sign in":
      return post("login", { ...at(email), password: passwordOf(null) })
    case "refresh":
      return post("refresh", { refresh_token })
    case "log out":
      return post("logout", { refresh_token })
    case "change the password":
      return call("POST", "/api/client/password/change", {
        as: tokens?.access_token ?? "none",
        body: { current_password: passwordOf(null), new_password: password }
      })
    case "block":
      return call("PATCH", own, { as: owner.token, body: { status: "blocked" } })
    case "unblock":
      return call("PATCH", own, { as: owner.token, body: { status: "active" } })
    case "delete":
      return call("DELETE", own, { as: owner.token })
  }
}

/** The account as the database has it. */
const observe = Effect.fnUntraced(function* ({ app }: Door, { email, id, reset, tokens, verify }: Held) {
  const sql = yield* SqlClient.SqlClient
  const passwords = yield* Passwords
  const one = (rows: ReadonlyArray<any>) => rows[0]
  const row = one(
    yield* sql`
    SELECT id, status, status_before_block, password_hash,
      (SELECT token_hash FROM app_user_links l WHERE l.user_id = u.id AND l.kind = 'verify') AS verify,
      (SELECT token_hash FROM app_user_links l WHERE l.user_id = u.id AND l.kind = 'reset') AS reset,
      (SELECT count(*)::int FROM session_families f WHERE f.subject_id = u.id AND f.ended_at IS NULL) AS sessions
    FROM app_users u WHERE app_id = ${app.id} AND email = ${email}`
  )
  const rest = one(
    yield* sql`
    SELECT EXISTS (SELECT FROM app_invitations WHERE app_id = ${app.id} AND email = ${email}) AS invited,
      coalesce((SELECT attempts_left FROM login_codes WHERE app_id = ${app.id} AND email = ${email}), 0) AS tries`
  )
  const session = one(
    yield* sql`
    SELECT f.ended_at IS NOT NULL AS over, t.spent_at IS NOT NULL AS spent
    FROM refresh_tokens t JOIN session_families f ON f.id = t.family_id JOIN app_users u ON u.id = f.subject_id
    WHERE t.hash = ${hashSecret(tokens?.refresh_token ?? "")}`
  )
  const link = (found: Uint8Array | null, old: string) =>
    found === null ? null : Buffer.from(hashSecret(old)).equals(found) ? "old" : "new"
  let password: Account["password"] = row === undefined ? null : "lost"
  if (row !== undefined) {
    for (const op of [null, "register", "reset", "accept", "change the password"] as const) {
      if (yield* passwords.verify(Redacted.make(passwordOf(op)), row.password_hash)) password = op
    }
  }
  return {
    status: row?.status ?? "none",
    before: row?.status_before_block ?? "active",
    same: row?.id === id,
    password,
    verify: link(row?.verify ?? null, verify),
    reset: link(row?.reset ?? null, reset),
    invited: rest.invited,
    tries: rest.tries,
    session: session === undefined || session.over ? "over" : session.spent ? "spent" : "good",
    sessions: row?.sessions ?? 0
  } satisfies Account as Account
})

const both = Effect.fnUntraced(function* (start: Start, left: ReadonlyArray<Op>, right: ReadonlyArray<Op>) {
  const door = yield* makeDoor
  const held = yield* makeAccount(door, start)
  const acting = (ops: ReadonlyArray<Op>) =>
    Effect.forEach(ops, (op) => Effect.map(perform(door, held, op), ({ status }): Done => ({ op, status })))
  const [first, second] = yield* Effect.all([acting(left), acting(right)], { concurrency: "unbounded" })
  const found = yield* observe(door, held)
  const fits = explained(startOf(start), first, second, (account) => isDeepStrictEqual(account, found))
  assert.isTrue(fits, JSON.stringify({ start, first, second, found }, null, 1))
})

layer(App, { excludeTestServices: true, timeout: "60 seconds" })(
  "the result of two concurrent changes of an account",
  (it) => {
    const some = Schema.Array(Op).check(Schema.isMinLength(1), Schema.isMaxLength(3))
    it.effect.prop(
      "the result of two concurrent changes of an account is that of the same changes in some order",
      [Start, some, some],
      ([start, left, right]) => both(start, left, right),
      { timeout: 600_000, arbitrary: { runs: 20 } }
    )
  }
)
