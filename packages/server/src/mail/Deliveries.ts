import { Context, DateTime, Duration, Effect, Layer, Option, Queue, Result, Schedule } from "effect"
import { Sealing } from "../platform/crypto/Sealing.ts"
import { Letters } from "./Letters.ts"
import { openContents } from "./MailContents.ts"
import { Mailer } from "./Mailer.ts"
import { MailRefused } from "./Message.ts"
import { type Claimed, OutboxStore } from "./OutboxStore.ts"

/** What becomes of a mail, as far as an answer can tell: `sent` is accepted by the mail server, not delivered. */
export type MailReport = "sent" | "not_configured" | "failed"

/** Pauses before the second attempt, the third and so on; the last one repeats. */
const pauses = [Duration.seconds(10), Duration.minutes(1), Duration.minutes(5), Duration.minutes(30)]

/** No mail that may have been taken is tried again sooner: an attempt ends so long before its claim does. */
const quietMs = 60_000

/** How long an answer waits that reports on a mail. */
const reportPatienceMs = 10_000

const pauseAfter = (attempts: number): number =>
  Duration.toMillis(pauses[Math.min(attempts, pauses.length) - 1] ?? pauses[0]!)

/** How often it is noted that a mail was sent, a second apart: a mail of which that is not noted is sent again. */
const notes = { ofWorker: 30, ofAnswer: 5 }

const tookTooLong = (uncertain: boolean) => new MailRefused({ reason: "took too long", permanent: false, uncertain })

/** Takes mails out of the outbox and tries to send them. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Tries the mail that is due for longest; false when none is due. */
    readonly next: Effect.Effect<boolean>
    /** The one attempt at a mail that an answer reports on: a failure is final. */
    readonly report: (id: string) => Effect.Effect<MailReport>
    /** Lets a worker look for due mails now. */
    readonly wake: Effect.Effect<void>
    /** Ends once `wake` was called. */
    readonly woken: Effect.Effect<void>
  }
>()("@fleet/server/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const store = yield* OutboxStore
      const letters = yield* Letters
      const mailer = yield* Mailer
      const sealing = yield* Sealing
      const bell = yield* Queue.dropping<void>(1)
      const wake = Effect.sync(() => void Queue.offerUnsafe(bell, undefined))
      const currentDate = Effect.map(DateTime.now, DateTime.toDateUtc)

      const send = Effect.fnUntraced(function* ({ attempts, contents, due_at, id }: Claimed, patienceMs = Infinity) {
        const mail = yield* Effect.mapError(
          openContents(sealing, id, contents),
          () => new MailRefused({ reason: "the contents cannot be read", permanent: true, uncertain: false })
        )
        const message = yield* letters.write(id, mail, attempts === 1)
        const left = due_at.getTime() - quietMs - (yield* currentDate).getTime()
        if (left <= 0) return yield* tookTooLong(false)
        return yield* Effect.timeoutOrElse(mailer.send(message), {
          duration: Math.min(left, patienceMs),
          orElse: () => Effect.fail(tookTooLong(true))
        })
      })

      const sent = (claim: Claimed, times: number) =>
        store.end(claim, "sent", null).pipe(
          Effect.tapCause((cause) => Effect.logWarning("it could not be noted that a mail was sent", claim.id, cause)),
          Effect.sandbox,
          Effect.retry({ schedule: Schedule.spaced("1 second"), times }),
          Effect.catch(Effect.failCause)
        )

      const failed = Effect.fnUntraced(function* (claim: Claimed, reason: string) {
        yield* store.end(claim, "failed", reason)
        yield* Effect.logWarning("a mail was not sent", { mail: claim.id, attempts: claim.attempts, reason })
      })

      const retry = Effect.fnUntraced(function* (claim: Claimed, { permanent, reason, uncertain }: MailRefused) {
        const pause = Math.max(pauseAfter(claim.attempts), uncertain ? quietMs : 0)
        const due = new Date((yield* currentDate).getTime() + pause)
        if (permanent || due >= claim.expires_at) yield* failed(claim, reason)
        else yield* store.delay(claim, due, reason)
      })

      const attempt = Effect.fnUntraced(function* (claim: Claimed) {
        if (!mailer.configured) return yield* store.end(claim, "failed", "not_configured")
        if ((yield* currentDate) >= claim.expires_at) return yield* failed(claim, "expired")
        const result = yield* Effect.result(send(claim))
        if (Result.isSuccess(result)) yield* sent(claim, notes.ofWorker)
        else yield* retry(claim, result.failure)
      })

      const report = Effect.fnUntraced(function* (id: string) {
        const claim = Option.getOrUndefined(yield* store.claimFirst(id, yield* currentDate))
        if (claim === undefined) return "failed"
        if (!mailer.configured) {
          yield* store.end(claim, "failed", "not_configured")
          return "not_configured"
        }
        const result = yield* Effect.result(send(claim, reportPatienceMs))
        if (Result.isFailure(result)) {
          yield* failed(claim, result.failure.reason)
          return "failed"
        }
        yield* sent(claim, notes.ofAnswer)
        return "sent"
      })

      return Deliveries.of({
        next: Effect.gen(function* () {
          const claim = yield* store.claimDue(yield* currentDate)
          if (Option.isNone(claim)) return false
          // There may be more, and this one may take its time.
          yield* wake
          yield* attempt(claim.value)
          return true
        }),
        report: Effect.fn("Deliveries.report")(function* (id) {
          return yield* Effect.catchDefect(report(id), (defect) =>
            Effect.as(Effect.logError("a mail could not be sent", defect), "failed" as const)
          )
        }),
        wake,
        woken: Queue.take(bell)
      })
    })
  )
}
