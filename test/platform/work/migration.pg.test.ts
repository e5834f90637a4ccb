import { assert, layer } from "@effect/vitest"
import { Sealing } from "@fleet/server/platform/crypto/Sealing"
import { migrations } from "@fleet/server/platform/sql/migrations/index"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { MailSink } from "../../support/MailSink.ts"
import { eventually, mailsTo, newMail, rowOf, Sender, World, Writer } from "../../mail/world.ts"

const day = 24 * 3_600_000

/** The outbox of mails as it was, which goes as soon as the migration under test has run. */
const outboxTables = Effect.gen(function* () {
  yield* (yield* SqlClient.SqlClient)`DROP TABLE work_items`
  yield* migrations["0012_mail"]
  yield* migrations["0021_mail_owners"]
})

layer(World, { timeout: "60 seconds" })("mails of the outbox, moved to the work queue", (it) => {
  it.effect("mails moved from the outbox to the work queue are sent once if pending, and not if ended", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const now = yield* Clock.currentTimeMillis
      yield* outboxTables
      const write = Effect.fnUntraced(function* (state: string, change: Record<string, unknown> = {}) {
        const sealing = yield* Sealing
        const id = randomUUID()
        const { expiresAt, send: _, ...contents } = yield* newMail()
        const json = JSON.stringify({ ...contents, locale: "en" })
        const row = {
          id,
          kind: contents.kind,
          state,
          contents: state === "pending" ? sealing.seal(json, `mail ${id}`) : null,
          attempts: 0,
          due_at: new Date(now),
          expires_at: expiresAt,
          created_at: new Date(now - day),
          ...change
        }
        yield* sql`INSERT INTO mail_outbox ${sql.insert(row)}`
        return { id, to: contents.to }
      })
      const [waiting, tried, later, ended] = yield* Effect.all([
        write("pending"),
        write("pending", { attempts: 3, failure: "busy" }),
        write("pending", { due_at: new Date(now + day), expires_at: new Date(now + 2 * day) }),
        Effect.all([write("sent", { attempts: 1 }), write("failed", { failure: "refused" }), write("void")])
      ]).pipe(Effect.provide(Writer))

      yield* migrations["0039_work"]
      assert.deepStrictEqual(yield* sql`SELECT to_regclass('mail_outbox') AS "table"`, [{ table: null }])
      yield* Effect.gen(function* () {
        for (const { to } of [waiting, tried]) yield* sink.waitFor(to)
        for (const { id } of [waiting, tried]) yield* eventually(Effect.map(rowOf(id), ({ state }) => state === "done"))
      }).pipe(Effect.provide(Sender))

      assert.deepInclude(yield* rowOf(tried.id), { attempts: 4, payload: null })
      assert.deepInclude(yield* rowOf(later.id), { state: "pending", attempts: 0, due_at: new Date(now + day) })
      assert.deepStrictEqual(yield* Effect.forEach(ended, ({ id }) => Effect.map(rowOf(id), ({ state }) => state)), [
        "done",
        "failed",
        "void"
      ])
      assert.deepStrictEqual(sink.mails.map(({ to }) => to).sort(), [waiting.to, tried.to].sort())
      for (const { to } of [waiting, tried]) assert.lengthOf(mailsTo(sink, to), 1)
    })
  )
})
