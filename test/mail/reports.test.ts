import { assert, layer } from "@effect/vitest"
import { Deliveries } from "@fleet/server/mail/Deliveries"
import { Mailer } from "@fleet/server/mail/Mailer"
import type { Message } from "@fleet/server/mail/Message"
import { Outbox } from "@fleet/server/mail/Outbox"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { MailSink } from "../support/MailSink.ts"
import { eventually, mailsTo, newMail, outboxOf, rowOf, Sender, World, Writer } from "./world.ts"

const newest = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    id: string
  }>`SELECT id FROM work_items WHERE state = 'pending'`
  return row!.id
})

/** A process whose mail server takes the connection and says nothing; `begun` is who it was given a mail for. */
const silently = () => {
  const begun: Array<string> = []
  const send = ({ to }: Message) =>
    Effect.andThen(
      Effect.sync(() => begun.push(to)),
      Effect.never
    )
  return { begun, writer: outboxOf({}, Layer.succeed(Mailer, Mailer.of({ configured: true, send }))) }
}

layer(World, { timeout: "60 seconds" })("a mail that an answer reports on", (it) => {
  it.effect("a reported mail is sent once while the answer waits, and not by the workers too", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const mail = yield* newMail()
      const { deliver } = yield* (yield* Outbox).postReported(mail)
      const id = yield* newest
      yield* TestClock.adjust("30 seconds")
      assert.isFalse(yield* (yield* Deliveries).next)
      assert.sameMembers(yield* Effect.all([deliver, deliver], { concurrency: 2 }), ["sent", "failed"])
      assert.deepInclude(yield* rowOf(id), { state: "done", payload: null })
      assert.strictEqual(mailsTo(sink, mail.to).length, 1)
    }).pipe(Effect.provide(Writer))
  )

  it.effect("a reported mail that the mail server refuses has failed, temporarily or not, and is not retried", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const outbox = yield* Outbox
      for (const code of [450, 550]) {
        const mail = yield* newMail()
        sink.refuses.set(mail.to, code)
        const { deliver } = yield* outbox.postReported(mail)
        const id = yield* newest
        assert.strictEqual(yield* deliver, "failed")
        const row = yield* rowOf(id)
        assert.deepInclude(row, { state: "failed", payload: null })
        assert.include(row.failure, String(code))
        yield* TestClock.adjust("2 minutes")
        assert.isFalse(yield* (yield* Deliveries).next)
      }
    }).pipe(Effect.provide(Writer))
  )

  it.effect("a reported mail has failed when the mail server has not taken it after exactly ten seconds", () => {
    const { begun, writer } = silently()
    return Effect.gen(function* () {
      const mail = yield* newMail()
      const { deliver } = yield* (yield* Outbox).postReported(mail)
      const id = yield* newest
      const waiting = yield* Effect.forkChild(deliver)
      yield* eventually(Effect.sync(() => begun.includes(mail.to)))
      yield* TestClock.adjust(9_999)
      assert.deepInclude(yield* rowOf(id), { state: "pending", attempts: 1 })
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust(1)
      yield* eventually(Effect.sync(() => waiting.pollUnsafe() !== undefined))
      assert.strictEqual(yield* Fiber.join(waiting), "failed")
      assert.deepInclude(yield* rowOf(id), { state: "failed", failure: "took too long", payload: null })
    }).pipe(Effect.provide(writer))
  })

  it.effect("a reported mail that a crash left behind is sent by the next process", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const mail = yield* newMail()
      yield* Effect.flatMap(Outbox, (outbox) => outbox.postReported(mail)).pipe(Effect.provide(Writer))
      yield* TestClock.adjust("60 seconds")
      yield* sink.waitFor(mail.to).pipe(Effect.provide(Sender))
      assert.strictEqual(mailsTo(sink, mail.to).length, 1)
    })
  )

  it.effect("a reported mail never fails the answer, whatever breaks", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { deliver } = yield* (yield* Outbox).postReported(yield* newMail())
      yield* sql`ALTER TABLE work_items RENAME TO work_items_gone`
      const report = yield* deliver
      yield* sql`ALTER TABLE work_items_gone RENAME TO work_items`
      assert.strictEqual(report, "failed")
    }).pipe(Effect.provide(Writer))
  )
})
