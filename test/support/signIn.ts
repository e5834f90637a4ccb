import { hashSecret, mintSecret } from "@fleet/server/platform/crypto/Secrets"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { testAppWithMail } from "./MailSink.ts"
import { makeEveryone, unique } from "./people.ts"
import { call } from "./wire.ts"
import { Watching } from "./Work.ts"

const often = { limit: 10_000, windowMs: 60_000 }

/** Limits that no test reaches. */
export const generous = {
  client_login: often,
  client_login_account: often,
  login_code: often,
  login_code_account: often,
  login_code_verify: often,
  register: often,
  register_account: often,
  resend_verification: often,
  resend_verification_account: often,
  password_reset: often,
  password_reset_account: often,
  verify_email: often,
  reset_confirm: often,
  accept: often,
  session: often
}

/** The whole service with a mail server, without limits in the way, and with its work in sight. */
export const SignInApp = testAppWithMail({ rateLimits: generous }).pipe(Layer.provide(Watching))

export const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call("POST", `/api/client/${path}`, { body, headers })

/** An app that anybody may register with and sign into in both ways, and a user of it with a password. */
export const makeDoor = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const everyone = yield* makeEveryone
  const { app, observe, user } = everyone
  yield* sql`
    UPDATE apps SET self_registration = true, email_code_enabled = true, default_role_id = ${observe.id}
    WHERE id = ${app.id}`
  const at = (email = user.email) => ({ app_identifier: app.identifier, email })
  return { ...everyone, at }
})

export const stranger = () => `stranger-${unique()}@example.com`

/** What the last mail of an app became, and how many there were: `void` is one that nobody is sent. */
export const lastMail = Effect.fnUntraced(function* (appId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ kind: string; state: string }>`
    SELECT kind, state FROM work_items WHERE app_id = ${appId} ORDER BY created_at DESC, id`
  return { count: rows.length, kind: rows[0]?.kind, nobody: rows[0]?.state === "void" }
})

export const statusOf = Effect.fnUntraced(function* (appId: string, email: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ status: string }>`
    SELECT status FROM app_users WHERE app_id = ${appId} AND lower(email) = lower(${email})`
  return rows[0]?.status ?? "none"
})

/** Lets the codes of an app be as old as if so many seconds had passed. */
export const ageCodes = Effect.fnUntraced(function* (appId: string, seconds: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE login_codes SET created_at = created_at - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds})
    WHERE app_id = ${appId}`
})

/** An invitation as a developer makes it; answers its token. */
export const invite = Effect.fnUntraced(function* (
  app: { readonly id: string; readonly org_id: string },
  email: string,
  roleId: string | null,
  { days = 7, displayName = null }: { readonly days?: number; readonly displayName?: string | null } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const token = mintSecret()
  yield* sql`
    INSERT INTO app_invitations
      (org_id, app_id, email, display_name, role_id, token_hash, send_mail, created_at, expires_at)
    VALUES (${app.org_id}, ${app.id}, ${email}, ${displayName}, ${roleId}, ${hashSecret(token)}, true, now(),
      now() + make_interval(days => ${days}))
    ON CONFLICT (app_id, lower(email)) DO UPDATE SET token_hash = EXCLUDED.token_hash`
  return token
})

export const tokenOf = (link: string) => link.slice(link.lastIndexOf("/") + 1)
