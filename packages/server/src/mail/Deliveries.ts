import { Context, DateTime, Effect, Layer, Option } from "effect"
import { makeFairSlots } from "../platform/sql/makeFairSlots.ts"
import { Work } from "../platform/work/Work.ts"
import { WorkOutcome } from "../platform/work/WorkOutcome.ts"
import type { WorkHandler } from "../platform/work/WorkQueue.ts"
import { Letters } from "./Letters.ts"
import type { MailContents } from "./MailContents.ts"
import { Mailer } from "./Mailer.ts"
import { mailQueue, uncertainMs } from "./mailQueue.ts"
import { MailRefused } from "./Message.ts"
import { smtpConnections } from "./smtpMailer.ts"

/** What a response reports of a mail: `sent` is accepted by the mail server, not delivered. */
export type MailReport = "sent" | "not_configured" | "failed"

/** How long a response waits for the mail it reports on. */
const reportTimeoutMs = 10_000

const tookTooLong = (uncertain: boolean) => new MailRefused({ reason: "took too long", permanent: false, uncertain })
const notConfigured = "not_configured"

/** Tries to send the mails of the queue. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** One attempt at a mail. */
    readonly attempt: WorkHandler<MailContents>
    /** Attempts the mail with the earliest due time; false when none is due. */
    readonly next: Effect.Effect<boolean>
    /** The only attempt at a mail that a response reports on: a failure is final. */
    readonly report: (id: string) => Effect.Effect<MailReport>
  }
>()("@fleet/server/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const work = yield* Work
      const letters = yield* Letters
      const mailer = yield* Mailer
      const now = Effect.map(DateTime.now, DateTime.toEpochMillis)
      /** Connections to the mail server go by turns between organisations, for mails of workers and of requests alike. */
      const withSlot = makeFairSlots(smtpConnections)

      const outcomeOf = ({ permanent, reason, uncertain }: MailRefused): Effect.Effect<WorkOutcome> => {
        if (permanent) return Effect.succeed(WorkOutcome.GiveUp({ reason }))
        return Effect.map(now, (nowMs) =>
          WorkOutcome.Retry({ reason, notBefore: new Date(nowMs + (uncertain ? uncertainMs : 0)) })
        )
      }

      const attemptWithin =
        (timeoutMs: number): WorkHandler<MailContents> =>
        (mail, { id, leaseEndsAt, number }) => {
          if (!mailer.configured) return Effect.succeed(WorkOutcome.GiveUp({ reason: notConfigured, expected: true }))
          const send = Effect.gen(function* () {
            const message = yield* letters.write(id, mail, number === 1)
            const leftMs = leaseEndsAt.getTime() - uncertainMs - (yield* now)
            if (leftMs <= 0) return yield* tookTooLong(false)
            let begun = false
            const sending = Effect.suspend(() => {
              begun = true
              return mailer.send(message)
            })
            yield* Effect.timeoutOrElse(withSlot("foreground", mail.orgId ?? "")(sending), {
              duration: Math.min(leftMs, timeoutMs),
              orElse: () => Effect.fail(tookTooLong(begun))
            })
            return WorkOutcome.Done()
          })
          return Effect.catch(send, outcomeOf)
        }

      const attempt = attemptWithin(Infinity)
      const reported = attemptWithin(reportTimeoutMs)

      const report = Effect.fnUntraced(function* (id: string): Effect.fn.Return<MailReport> {
        const outcome = Option.getOrUndefined(yield* work.attemptOnce(mailQueue, id, reported))
        if (outcome?._tag === "Done") return "sent"
        return outcome?._tag === "GiveUp" && outcome.reason === notConfigured ? "not_configured" : "failed"
      })

      return Deliveries.of({
        attempt,
        next: work.next(mailQueue, attempt),
        report: Effect.fn("Deliveries.report")(function* (id) {
          return yield* Effect.catchDefect(report(id), (defect) =>
            Effect.as(Effect.logError("a mail could not be sent", defect), "failed" as const)
          )
        })
      })
    })
  )
}
