import { assert, layer } from "@effect/vitest"
import { Deliveries } from "@fleet/server/mail/Deliveries"
import { Letters } from "@fleet/server/mail/Letters"
import { Mailer } from "@fleet/server/mail/Mailer"
import { Outbox } from "@fleet/server/mail/Outbox"
import { smtpConnections } from "@fleet/server/mail/smtpMailer"
import { Effect, Fiber, Layer, Queue } from "effect"
import { TestClock } from "effect/testing"
import { eventually, makeApp, newMail, outboxOf, World } from "./world.ts"

/** A mail server that takes a mail each time it is let. */
const gated = Effect.gen(function* () {
  const begun: Array<string> = []
  const gate = yield* Queue.unbounded<void>()
  const mailer = Mailer.of({
    configured: true,
    send: ({ to }) =>
      Effect.andThen(
        Effect.sync(() => begun.push(to)),
        Queue.take(gate)
      )
  })
  const admitted = (count: number) => eventually(Effect.sync(() => begun.length >= count))
  return { begun, admitted, admit: Queue.offer(gate, undefined), outbox: outboxOf({}, Layer.succeed(Mailer, mailer)) }
})

layer(World, { timeout: "60 seconds" })("connections to the mail server", (it) => {
  it.effect("a request's mail is sent after one of another organisation at most, however many that has waiting", () =>
    Effect.gen(function* () {
      const { admit, admitted, begun, outbox } = yield* gated
      yield* Effect.gen(function* () {
        const { postReported } = yield* Outbox
        const [flood, one] = [yield* makeApp, yield* makeApp]
        const report = Effect.fnUntraced(function* (orgId: typeof flood.orgId, to: string) {
          const { deliver } = yield* postReported(yield* newMail({ orgId, to }))
          return yield* deliver
        })
        const many = yield* Effect.forEach(Array.from({ length: 50 }), (_, index) =>
          Effect.forkChild(report(flood.orgId, `flood-${index}@example.com`))
        )
        yield* admitted(smtpConnections)
        const single = yield* Effect.forkChild(report(one.orgId, "one@example.com"))
        // Its letter is written before it stands in the line, while some of the others go.
        const few = smtpConnections + 10
        for (let next = smtpConnections + 1; next <= few; next++) {
          yield* admit
          yield* admitted(next)
        }
        assert.include(begun, "one@example.com")
        for (let rest = few; rest <= 55; rest++) yield* admit
        assert.strictEqual(yield* Fiber.join(single), "sent")
        assert.deepStrictEqual(new Set(yield* Fiber.joinAll(many)), new Set(["sent"]))
      }).pipe(Effect.provide(outbox))
    })
  )

  it.effect("a mail whose request waited too long for a connection was surely not sent", () =>
    Effect.gen(function* () {
      const { admit, admitted, begun, outbox } = yield* gated
      let written = 0
      const counting = Layer.effect(
        Letters,
        Effect.map(Letters, ({ write }) =>
          Letters.of({ write: (...mail) => Effect.tap(write(...mail), () => Effect.sync(() => written++)) })
        )
      )
      const sending = Effect.gen(function* () {
        const { next, report } = yield* Deliveries
        const { post } = yield* Outbox
        const workers = []
        for (let count = 1; count <= smtpConnections; count++) {
          yield* post(yield* newMail())
          workers.push(yield* Effect.forkChild(next))
          yield* admitted(count)
        }
        const id = yield* post(yield* newMail({ to: "late@example.com" }))
        const late = yield* Effect.forkChild(report(id))
        yield* eventually(Effect.sync(() => written > smtpConnections))
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual(yield* Fiber.join(late), "failed")
        for (let rest = 0; rest < smtpConnections; rest++) yield* admit
        yield* Fiber.joinAll(workers)
        assert.notInclude(begun, "late@example.com")
      })
      const fresh = Layer.fresh(Deliveries.layer).pipe(Layer.provide(counting))
      yield* Effect.provide(sending, Layer.provideMerge(fresh, outbox))
    })
  )
})
