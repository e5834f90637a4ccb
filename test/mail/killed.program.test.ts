import { assert, it } from "@effect/vitest"
import { Array, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { dirname } from "node:path"
import { Database } from "../../packages/server/src/platform/sql/Database.ts"
import { prints } from "../e2e/support/server.ts"
import { until } from "../e2e/support/until.ts"
import { bundledProgram } from "../support/bundledProgram.ts"
import { startCommand } from "../support/Child.ts"
import { embeddedFolder, migratedAddress, onPostgres } from "../support/Database.ts"
import { unique } from "../support/people.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { rudeServer } from "./rudeServer.ts"

/** How long a busy machine may take for anything here. */
const seconds = 60

/** A migrated database: how a server finds it, and how the test does. */
const storage = Effect.gen(function* () {
  if (!onPostgres) {
    const folder = yield* embeddedFolder
    return { env: { FLEET_DATA: dirname(folder) }, database: Database.embedded(folder) }
  }
  const url = yield* migratedAddress
  const env = { FLEET_DATA: yield* temporaryFolder, DATABASE_URL: url }
  return { env, database: Database.postgres(Redacted.make(url), 1) }
})

/** A server of its own process, so that a kill reaches nothing else. */
const startServer = Effect.fnUntraced(function* (env: Record<string, string>) {
  const common = { PATH: process.env.PATH, PORT: "0", FLEET_SECRET: "a secret of the test's own".repeat(2) }
  const main = yield* Effect.promise(() => bundledProgram("server", "main"))
  const child = yield* startCommand(process.execPath, [main, "--no-demo"], { env: { ...common, ...env } })
  const [, base] = yield* prints(child, /is at (http:\S+)/, seconds)
  return { base: base!, kill: child.kill("SIGKILL") }
})

/** An app whose users sign in by mailed codes, and thirty of them. */
const makeUsers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [org_id, app_id, role_id] = [randomUUID(), randomUUID(), randomUUID()]
  const identifier = `app_${unique()}`
  yield* sql`INSERT INTO orgs ${sql.insert({ id: org_id, name: "Org" })}`
  yield* sql`INSERT INTO apps ${sql.insert({ id: app_id, org_id, name: "App", identifier, email_code_enabled: true })}`
  yield* sql`INSERT INTO roles ${sql.insert({ id: role_id, org_id, app_id, name: "operate" })}`
  const emails = Array.makeBy(30, (at) => `${at}-${unique()}@example.com`)
  const users = Array.map(emails, (email) => ({ org_id, app_id, role_id, email, status: "active" }))
  yield* sql`INSERT INTO app_users ${sql.insert(users)}`
  return { identifier, emails }
})

const pending = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ due_at: Date; attempts: number }>`
    SELECT due_at, attempts FROM work_items WHERE state = 'pending'`
)

it.live(
  "a server that is killed loses no mail that it has promised, and the next one sends each once",
  () =>
    Effect.gen(function* () {
      const { database, env } = yield* storage
      const { arrived, manners, times, url } = yield* rudeServer
      const { emails, identifier } = yield* Effect.provide(makeUsers, database)
      const settings = { ...env, MAIL_URL: url, RATE_LIMITS: "login_code=1000" }

      // Some are taken without a word, so that they are on their way when the server dies.
      const [silent, others] = [emails.slice(0, 3), emails.slice(3)]
      for (const email of silent) manners.set(email, { step: "end", does: "hangs" })
      const first = yield* startServer(settings)
      const promised = new Set<string>()
      const ask = async (email: string) => {
        const body = JSON.stringify({ app_identifier: identifier, email })
        const headers = { "content-type": "application/json" }
        const { status } = await fetch(`${first.base}/api/client/login/code`, { method: "POST", headers, body })
        if (status === 202) promised.add(email)
      }
      yield* Effect.promise(() => Promise.all(silent.map(ask)))
      yield* until(
        "the silent ones",
        Effect.sync(() => silent.every((email) => arrived.includes(email))),
        seconds
      )
      const asked = others.map((email) => ask(email).catch(() => undefined))
      yield* until(
        "some answers",
        Effect.sync(() => promised.size >= 12),
        seconds
      )
      yield* first.kill
      yield* Effect.promise(() => Promise.all(asked))
      const before = new Map(arrived.map((email) => [email, times.get(email)!]))

      yield* Effect.gen(function* () {
        const left = yield* pending
        const held = left.filter(({ attempts }) => attempts > 0)
        assert.isAtLeast(held.length, silent.length)
        const latest = Math.max(...silent.map((email) => before.get(email)!))
        const heldUntil = held.map(({ due_at }) => due_at.getTime()).toSorted((a, b) => a - b)
        for (const at of heldUntil.slice(0, silent.length)) assert.isAtLeast(at, latest + 60_000)
        // As if the killed server's time were over.
        yield* (yield* SqlClient.SqlClient)`UPDATE work_items SET due_at = now() - interval '1 second' WHERE state = 'pending'`
      }).pipe(Effect.provide(database))

      manners.clear()
      const next = yield* startServer(settings)
      const came = (email: string) => arrived.filter((each) => each === email).length
      yield* until(
        "every promised mail",
        Effect.sync(() => [...promised].every((email) => came(email) > 0)),
        seconds
      )
      yield* until(
        "the silent ones again",
        Effect.sync(() => silent.every((email) => came(email) === 2)),
        seconds
      )
      yield* next.kill
      for (const email of emails) assert.isAtMost(came(email), before.has(email) ? 2 : 1, email)
    }),
  600_000
)
