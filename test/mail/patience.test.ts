import { assert, layer } from "@effect/vitest"
import { Deliveries } from "@fleet/server/mail/Deliveries"
import { Letters } from "@fleet/server/mail/Letters"
import { Mailer } from "@fleet/server/mail/Mailer"
import { MailWorkers } from "@fleet/server/mail/MailWorkers"
import type { Message } from "@fleet/server/mail/Message"
import { Outbox } from "@fleet/server/mail/Outbox"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Clock, Effect, Exit, Fiber, Layer, Logger, Option, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { MailSink } from "../support/MailSink.ts"
import { rudeServer } from "./rudeServer.ts"
import { eventually, mailsTo, newMail, outboxOf, rowOf, Sender, World, Writer } from "./world.ts"

/** A process whose mail server takes a mail, and answers when `answer` does. */
const slowly = (answer: (message: Message) => Effect.Effect<void>) => {
  const begun: Array<string> = []
  const mailer = Mailer.of({
    configured: true,
    send: (message) =>
      Effect.andThen(
        Effect.sync(() => begun.push(message.to)),
        answer(message)
      )
  })
  return { begun, writer: outboxOf({}, Layer.succeed(Mailer, mailer)) }
}

const countOf = Effect.fnUntraced(function* (state: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT FROM work_items WHERE state = ${state}`).length
})

/** Forgets the mails of earlier tests: workers send whatever there is. */
const clear = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM work_items`)

layer(World, { timeout: "60 seconds" })("a mail that may have been taken", (it) => {
  it.effect("a mail that may have been taken before the connection ended is retried after a minute", () =>
    Effect.gen(function* () {
      const { arrived, manners, url } = yield* rudeServer
      yield* Effect.gen(function* () {
        const deliveries = yield* Deliveries
        const mail = yield* newMail()
        const id = yield* (yield* Outbox).post(mail)
        manners.set(mail.to, { step: "end", does: "drops" })
        assert.isTrue(yield* deliveries.next)
        assert.strictEqual((yield* rowOf(id)).due_at.getTime() - (yield* Clock.currentTimeMillis), 60_000)
        manners.clear()
        yield* TestClock.adjust("59 seconds")
        assert.isFalse(yield* deliveries.next)
        assert.deepStrictEqual(arrived, [mail.to])
        yield* TestClock.adjust("1 seconds")
        assert.isTrue(yield* deliveries.next)
        assert.strictEqual((yield* rowOf(id)).state, "done")
        assert.deepStrictEqual(arrived, [mail.to, mail.to])
      }).pipe(Effect.provide(outboxOf({ mailUrl: Option.some(Redacted.make(url)) })))
    })
  )

  it.effect("a mail to a server that does not answer times out after 30 s, and is not retried for a minute", () => {
    const { begun, writer } = slowly(() => Effect.never)
    return Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const id = yield* (yield* Outbox).post(yield* newMail())
      const trying = yield* Effect.forkChild(deliveries.next)
      yield* eventually(Effect.sync(() => begun.length === 1))
      yield* TestClock.adjust("29 seconds")
      assert.isUndefined(trying.pollUnsafe())
      yield* TestClock.adjust("1 seconds")
      assert.isTrue(yield* Fiber.join(trying))
      const { due_at, failure, state } = yield* rowOf(id)
      assert.deepStrictEqual([state, failure], ["pending", "took too long"])
      assert.strictEqual(due_at.getTime() - (yield* Clock.currentTimeMillis), 60_000)
    }).pipe(Effect.provide(writer))
  })

  it.effect("a mail that another worker may have sent is not sent when the lease is nearly over", () => {
    const { begun, writer } = slowly(() => Effect.void)
    /** A process that stands still while it writes a letter. */
    const late = Layer.effect(
      Letters,
      Effect.map(Letters, ({ write }) =>
        Letters.of({ write: (...mail) => Effect.andThen(TestClock.adjust("30 seconds"), write(...mail)) })
      )
    )
    return Effect.gen(function* () {
      const id = yield* (yield* Outbox).post(yield* newMail())
      const next = Effect.flatMap(Deliveries, (deliveries) => deliveries.next)
      assert.isTrue(yield* Effect.provide(next, Layer.fresh(Deliveries.layer).pipe(Layer.provide(late))))
      assert.deepStrictEqual(begun, [])
      assert.deepInclude(yield* rowOf(id), { state: "pending", failure: "took too long" })
      yield* TestClock.adjust("10 seconds")
      assert.isTrue(yield* next)
      assert.strictEqual(begun.length, 1)
      assert.strictEqual((yield* rowOf(id)).state, "done")
    }).pipe(Effect.provide(writer))
  })

  it.effect("a mail that was sent is marked as sent once the database is back, and is not sent a second time", () =>
    Effect.gen(function* () {
      yield* clear
      const sql = yield* SqlClient.SqlClient
      const { begun, writer } = slowly(() => Effect.orDie(sql`ALTER TABLE work_items RENAME TO elsewhere`))
      const said: Array<unknown> = []
      const log = Logger.layer([Logger.make(({ message }) => said.push(message))])
      yield* Effect.gen(function* () {
        const deliveries = yield* Deliveries
        const mail = yield* newMail()
        const id = yield* (yield* Outbox).post(mail)
        const trying = yield* Effect.forkChild(deliveries.next)
        yield* eventually(Effect.sync(() => said.length > 0))
        yield* sql`ALTER TABLE elsewhere RENAME TO work_items`
        yield* eventually(Effect.map(TestClock.adjust("1 seconds"), () => trying.pollUnsafe() !== undefined))
        assert.isTrue(yield* Fiber.join(trying))
        assert.strictEqual((yield* rowOf(id)).state, "done")
        yield* TestClock.adjust("5 minutes")
        assert.isFalse(yield* deliveries.next)
        assert.deepStrictEqual(begun, [mail.to])
      }).pipe(Effect.provide([writer, log]))
    })
  )
})

layer(World, { timeout: "60 seconds" })("many mails", (it) => {
  it.effect("mails are sent past some that never end", () => {
    const { begun, writer } = slowly(({ to }) => (to.startsWith("stuck") ? Effect.never : Effect.void))
    return Effect.gen(function* () {
      yield* clear
      const outbox = yield* Outbox
      const stuck = yield* Effect.forEach([1, 2, 3, 4, 5], (at) => newMail({ to: `stuck${at}@example.com` }))
      yield* Effect.forEach(stuck, outbox.post)
      const good = yield* Effect.forEach(Array.from({ length: 300 }), () => newMail())
      yield* (yield* Transaction).run(Effect.forEach(good, outbox.post))
      yield* Effect.gen(function* () {
        yield* eventually(Effect.sync(() => begun.filter((to) => to.startsWith("stuck")).length === 5))
        // Workers that wait for a mail server give up, and go on with the others.
        yield* TestClock.adjust("30 seconds")
        yield* eventually(Effect.map(countOf("pending"), (count) => count === 5))
      }).pipe(Effect.provide(MailWorkers))
      assert.strictEqual(yield* countOf("done"), good.length)
      assert.sameMembers(
        begun,
        [...stuck, ...good].map(({ to }) => to)
      )
    }).pipe(Effect.provide(writer))
  })

  it.effect("mails are each sent once by two servers on one database", () =>
    Effect.gen(function* () {
      yield* clear
      const sink = yield* MailSink
      const mails = yield* Effect.forEach(Array.from({ length: 60 }), () => newMail())
      const servers = Layer.mergeAll(Layer.fresh(Sender), Layer.fresh(Sender))
      yield* Effect.gen(function* () {
        const outbox = yield* Outbox
        yield* Effect.forEach(mails, outbox.post)
        yield* eventually(Effect.map(countOf("done"), (count) => count === mails.length))
      }).pipe(Effect.provide(servers))
      for (const { to } of mails) assert.strictEqual(mailsTo(sink, to).length, 1, to)
    })
  )
})

layer(World, { timeout: "60 seconds" })("a service that stops", (it) => {
  /** Starts workers over a mail server, and stops them with a mail on its way. */
  const stopWith = Effect.fnUntraced(function* (answer: Effect.Effect<void>) {
    yield* clear
    const { begun, writer } = slowly(() => answer)
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(MailWorkers.pipe(Layer.provideMerge(writer)), scope)
    const id = yield* Effect.flatMap(Outbox, (outbox) => Effect.flatMap(newMail(), outbox.post)).pipe(
      Effect.provide(context)
    )
    yield* eventually(Effect.sync(() => begun.length === 1))
    return { id, begun, stopping: yield* Effect.forkChild(Scope.close(scope, Exit.void)) }
  })

  it.effect("a mail worker that stops waits for the mails under way, and claims no more", () =>
    Effect.gen(function* () {
      const { begun, id, stopping } = yield* stopWith(Effect.sleep("4 seconds"))
      const waiting = yield* Effect.flatMap(Outbox, (outbox) => Effect.flatMap(newMail(), outbox.post)).pipe(
        Effect.provide(Writer)
      )
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.join(stopping)
      assert.strictEqual((yield* rowOf(id)).state, "done")
      assert.deepInclude(yield* rowOf(waiting), { state: "pending", attempts: 0 })
      assert.strictEqual(begun.length, 1)
    })
  )

  it.effect("a mail worker that stops interrupts slow mails, which the next one does not send for a minute", () =>
    Effect.gen(function* () {
      const { id, stopping } = yield* stopWith(Effect.never)
      const began = yield* Clock.currentTimeMillis
      yield* eventually(Effect.map(TestClock.adjust("5 seconds"), () => stopping.pollUnsafe() !== undefined))
      const { attempts, due_at, state } = yield* rowOf(id)
      assert.deepStrictEqual([state, attempts], ["pending", 1])
      assert.isAtLeast(due_at.getTime() - began, 60_000)
      const sink = yield* MailSink
      yield* TestClock.adjust("90 seconds")
      yield* eventually(Effect.map(countOf("done"), (count) => count > 0)).pipe(Effect.provide(Sender))
      assert.strictEqual((yield* rowOf(id)).state, "done")
      assert.strictEqual(sink.mails.length, 1)
    })
  )
})
