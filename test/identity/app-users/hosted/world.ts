import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeDoor } from "../../../support/signIn.ts"
import { followed } from "../../../support/results.ts"
import { call } from "../../../support/wire.ts"

/** What a form of a page sends. */
export const fields = (given: Readonly<Record<string, string>>) => new URLSearchParams(given).toString()

/** Sends a form as a browser does, without script. */
export const post = (
  path: string,
  given: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {}
) =>
  call("POST", path, {
    body: typeof given === "string" ? given : fields(given),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
  })

/** Sends a form, and shows what became of it. */
export const send = (...form: Parameters<typeof post>) => Effect.flatMap(post(...form), (answer) => followed(answer))

/** An app whose pages are open to everybody, and the path of one of them. */
export const makePages = Effect.gen(function* () {
  const door = yield* makeDoor
  const sql = yield* SqlClient.SqlClient
  const page = (path: string) => `/app/${door.app.identifier}/${path}`
  /** Changes columns of the app. */
  const set = (values: Readonly<Record<string, string | boolean | null>>) =>
    sql`UPDATE apps SET ${sql.update(values)} WHERE id = ${door.app.id}`
  return { ...door, page, set }
})

/** Every form of the pages. */
export const posts = [
  "sign-in",
  "sign-in/code",
  "sign-in/code/verify",
  "sign-up",
  "verify",
  "verify/resend",
  "forgot",
  "reset",
  "invite",
  "two-factor",
  "two-factor/setup",
  "two-factor/setup/confirm"
]

/** The value of a hidden field of a page. */
export const hidden = (body: string, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ""

/** The living sessions of a user. */
export const openSessions = Effect.fnUntraced(function* (userId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ count: number }>`
    SELECT count(*)::int AS count FROM session_families WHERE subject_id = ${userId} AND ended_at IS NULL`
  return rows[0]!.count
})
