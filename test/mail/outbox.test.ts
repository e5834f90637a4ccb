import { assert, layer } from "@effect/vitest"
import { Deliveries } from "@fleet/server/mail/Deliveries"
import { CurrentLocale } from "@fleet/server/platform/i18n/Locale"
import { Outbox } from "@fleet/server/mail/Outbox"
import { WorkStore } from "@fleet/server/platform/work/WorkStore"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Clock, DateTime, Effect, Exit, Option } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { MailSink } from "../support/MailSink.ts"
import { eventually, makeApp, mailsTo, newMail, outboxOf, rowOf, Sender, World, Writer } from "./world.ts"

const sendsNothing = Effect.gen(function* () {
  assert.isFalse(yield* (yield* Deliveries).next)
})

layer(World, { timeout: "60 seconds" })("the mail outbox", (it) => {
  it.effect("the mail outbox sends a mail once the transaction that wrote it is committed", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const outbox = yield* Outbox
      const transaction = yield* Transaction
      const { appId, name, orgId, roleId } = yield* makeApp
      const mail = yield* newMail({ kind: "invite", appId, orgId, roleId, link: "https://example.com/a/b", code: null })
      const id = yield* transaction.run(outbox.post(mail)).pipe(Effect.provideService(CurrentLocale, "de"))
      const taken = yield* sink.waitFor(mail.to)
      assert.strictEqual(taken.link, "https://example.com/a/b")
      assert.strictEqual(taken.subject, `Einladung zu ${name}`)
      assert.deepInclude(taken.email, { messageId: `<${id}@localhost>` })
      assert.deepInclude(taken.email.headers, {
        key: "auto-submitted",
        originalKey: "Auto-Submitted",
        value: "auto-generated"
      })
      yield* eventually(Effect.map(rowOf(id), ({ state }) => state === "done"))
      assert.deepInclude(yield* rowOf(id), { attempts: 1, payload: null, failure: null })
    }).pipe(Effect.provide(Sender))
  )

  it.effect("the mail outbox writes nothing of a transaction that is rolled back", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const transaction = yield* Transaction
      const sql = yield* SqlClient.SqlClient
      const mail = yield* newMail()
      const work = Effect.andThen(outbox.post(mail), Effect.fail("no"))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(transaction.run(work))))
      assert.deepStrictEqual(yield* sql`SELECT id FROM work_items WHERE state = 'pending'`, [])
    }).pipe(Effect.provide(Writer))
  )

  it.effect("the mail outbox seals the contents of a mail for its own row alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const outbox = yield* Outbox
      const deliveries = yield* Deliveries
      const [mine, other] = [yield* newMail(), yield* newMail()]
      const [id, otherId] = [yield* outbox.post(mine), yield* outbox.post(other)]
      const [row] = yield* sql<{ text: string; sealed: string }>`
        SELECT row_to_json(m)::text AS text, encode(payload, 'escape') AS sealed FROM work_items m WHERE id = ${id}`
      assert.notInclude(`${row!.text} ${row!.sealed}`, mine.to)
      assert.notInclude(row!.sealed, mine.code!)
      yield* sql`UPDATE work_items SET payload = (SELECT payload FROM work_items WHERE id = ${otherId}) WHERE id = ${id}`
      assert.isTrue(yield* deliveries.next)
      assert.isTrue(yield* deliveries.next)
      assert.deepInclude(yield* rowOf(id), { state: "failed", failure: "the payload cannot be read", payload: null })
      assert.strictEqual((yield* sink.waitFor(other.to)).code, other.code)
      assert.strictEqual(mailsTo(sink, other.to).length, 1)
    }).pipe(Effect.provide(Writer))
  )

  it.effect("the mail outbox writes a row that is never sent for an address without an account", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const mail = yield* newMail({ send: false })
      const id = yield* outbox.post(mail)
      assert.deepInclude(yield* rowOf(id), { state: "void", payload: null, attempts: 0 })
      yield* sendsNothing
      const reported = yield* outbox.postReported(mail)
      assert.strictEqual(yield* reported.deliver, "sent")
      yield* sendsNothing
    }).pipe(Effect.provide(Writer))
  )

  it.effect("the mail outbox gives up a mail that is refused permanently, and retries a temporary refusal", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const outbox = yield* Outbox
      const deliveries = yield* Deliveries
      const [gone, busy] = [yield* newMail(), yield* newMail()]
      sink.refuses.set(gone.to, 550)
      sink.refuses.set(busy.to, 450)
      const [goneId, busyId] = [yield* outbox.post(gone), yield* outbox.post(busy)]
      yield* deliveries.next
      yield* deliveries.next
      yield* sendsNothing
      const failed = yield* rowOf(goneId)
      assert.deepInclude(failed, { state: "failed", attempts: 1, payload: null })
      assert.include(failed.failure, "550")
      assert.deepInclude(yield* rowOf(busyId), { state: "pending", attempts: 1 })
      sink.refuses.delete(busy.to)
      yield* TestClock.adjust("10 seconds")
      assert.isTrue(yield* deliveries.next)
      assert.strictEqual((yield* rowOf(busyId)).state, "done")
      assert.strictEqual(mailsTo(sink, busy.to).length, 1)
    }).pipe(Effect.provide(Writer))
  )

  it.effect("the mail outbox tries again with backoff, and sends once the mail server is back", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const outbox = yield* Outbox
      const deliveries = yield* Deliveries
      const expiresAt = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { hours: 2 }))
      const mail = yield* newMail({ expiresAt })
      const id = yield* outbox.post(mail)
      yield* sink.stop
      for (const seconds of [10, 60, 300, 1800]) {
        assert.isTrue(yield* deliveries.next)
        const { due_at, state } = yield* rowOf(id)
        assert.strictEqual(state, "pending")
        assert.strictEqual(due_at.getTime() - (yield* Clock.currentTimeMillis), seconds * 1000)
        yield* TestClock.adjust(`${seconds - 1} seconds`)
        yield* sendsNothing
        yield* TestClock.adjust("1 seconds")
      }
      yield* sink.start
      assert.isTrue(yield* deliveries.next)
      assert.deepInclude(yield* rowOf(id), { state: "done", attempts: 5, payload: null })
      assert.strictEqual(mailsTo(sink, mail.to).length, 1)
    }).pipe(Effect.provide(Writer))
  )

  it.effect("the mail outbox ends a mail whose link would be dead before the next attempt", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const outbox = yield* Outbox
      const deliveries = yield* Deliveries
      const id = yield* outbox.post(yield* newMail())
      const late = yield* newMail()
      const lateId = yield* outbox.post(late)
      yield* sink.stop
      const attempts = Effect.gen(function* () {
        for (const seconds of [10, 60, 300]) {
          yield* deliveries.next
          yield* TestClock.adjust(`${seconds} seconds`)
        }
        yield* deliveries.next
      })
      yield* (yield* SqlClient.SqlClient)`UPDATE work_items SET due_at = due_at + interval '1 hour' WHERE id = ${lateId}`
      yield* attempts
      const row = yield* rowOf(id)
      assert.deepInclude(row, { state: "failed", attempts: 4, payload: null })
      assert.include(row.failure, "ECONNREFUSED")
      yield* sink.start
      yield* TestClock.adjust("1 hour")
      assert.isTrue(yield* deliveries.next)
      assert.deepInclude(yield* rowOf(lateId), { state: "failed", failure: "expired", payload: null })
      assert.strictEqual(mailsTo(sink, late.to).length, 0)
    }).pipe(Effect.provide(Writer))
  )

  it.effect("the mail outbox is sent once by the next process when one dies between commit and send", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const mail = yield* newMail()
      const id = yield* Effect.flatMap(Outbox, (outbox) => outbox.post(mail)).pipe(Effect.provide(Writer))
      yield* sink.waitFor(mail.to).pipe(Effect.provide(Sender))
      assert.strictEqual((yield* rowOf(id)).state, "done")
      assert.strictEqual(mailsTo(sink, mail.to).length, 1)
    })
  )

  it.effect("the mail outbox leaves a claimed mail alone until a minute after it may have been sent", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const store = yield* WorkStore
      const deliveries = yield* Deliveries
      const mail = yield* newMail()
      const id = yield* (yield* Outbox).post(mail)
      const now = yield* DateTime.now
      const [from, until] = [DateTime.toDateUtc(now), DateTime.toDateUtc(DateTime.add(now, { seconds: 90 }))]
      const dead = Option.getOrThrow(yield* store.claimDue("mail", mail.orgId, from, until))
      yield* TestClock.adjust("89 seconds")
      yield* sendsNothing
      yield* TestClock.adjust("1 seconds")
      assert.isTrue(yield* deliveries.next)
      assert.strictEqual((yield* rowOf(id)).state, "done")
      yield* store.end(dead, "failed", "too late to say", until)
      assert.strictEqual((yield* rowOf(id)).state, "done")
      assert.strictEqual(mailsTo(sink, mail.to).length, 1)
    }).pipe(Effect.provide(Writer))
  )

  it.effect("the mail outbox sends each mail once, however many workers claim at a time", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const outbox = yield* Outbox
      const deliveries = yield* Deliveries
      const mails = yield* Effect.forEach(Array.from({ length: 12 }), () => newMail())
      yield* Effect.forEach(mails, outbox.post)
      const found = yield* Effect.all(
        Array.from({ length: 50 }, () => deliveries.next),
        { concurrency: "unbounded" }
      )
      // Others may have been looking at a row that was just being taken.
      while (yield* deliveries.next) continue
      assert.isAtMost(found.filter((each) => each).length, 12)
      for (const { to } of mails) assert.strictEqual(mailsTo(sink, to).length, 1)
    }).pipe(Effect.provide(Writer))
  )

  it.effect("the mail outbox deletes a mail a week after it ended", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const old = yield* newMail({ send: false })
      const post = (mail: typeof old) =>
        Effect.flatMap(Outbox, (outbox) => outbox.post(mail)).pipe(Effect.provide(Writer))
      const oldId = yield* post(old)
      yield* TestClock.adjust("4 days")
      const newId = yield* post(old)
      yield* TestClock.adjust("4 days")
      const kept = Effect.map(sql<{ id: string }>`SELECT id FROM work_items`, (rows) => rows.map(({ id }) => id))
      yield* eventually(Effect.map(kept, (ids) => !ids.includes(oldId))).pipe(Effect.provide(Sender))
      assert.include(yield* kept, newId)
    })
  )

  it.effect("the mail outbox ends mails at once where no mail server is configured", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      assert.isFalse(outbox.configured)
      const id = yield* outbox.post(yield* newMail())
      assert.isTrue(yield* (yield* Deliveries).next)
      assert.deepInclude(yield* rowOf(id), { state: "failed", failure: "not_configured", payload: null })
      const reported = yield* outbox.postReported(yield* newMail())
      assert.strictEqual(yield* reported.deliver, "not_configured")
      yield* TestClock.adjust("61 seconds")
      yield* sendsNothing
    }).pipe(Effect.provide(outboxOf({})))
  )
})
