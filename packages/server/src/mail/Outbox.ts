import type { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import type { PlanNotice } from "@fleet/domain/PlanNotices"
import { Context, DateTime, Effect, Layer } from "effect"
import { CurrentLocale } from "../platform/i18n/Locale.ts"
import { Work } from "../platform/work/Work.ts"
import { Deliveries, type MailReport } from "./Deliveries.ts"
import type { MailKind } from "./MailContents.ts"
import { Mailer } from "./Mailer.ts"
import { mailQueue } from "./mailQueue.ts"
import type { PlanMail } from "./planChangeWords.ts"

export type { MailReport } from "./Deliveries.ts"
export type { MailKind } from "./MailContents.ts"

/** A mail to be written. Names of the app, the org and the role are looked up when it is sent. */
export interface NewMail {
  readonly kind: MailKind
  readonly to: string
  /** Null for the platform's own mails. */
  readonly orgId: OrgId | null
  readonly appId: AppId | null
  readonly displayName: string | null
  readonly roleId: RoleId | null
  readonly link: string | null
  readonly code: string | null
  readonly notice?: PlanNotice
  readonly plan?: PlanMail
  /** No attempt after this: the link or code would be dead. */
  readonly expiresAt: Date
  /** False writes a row that is never sent, so that an unknown address takes the same time as a known one. */
  readonly send: boolean
}

/** How long the workers leave a mail to the request that reports on it. */
const reportedDelayMs = 60_000

/** Mails to be sent: items of work written in the transaction of the change they are about, sent after its commit. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Writes the mail; it goes out after the commit, with retries. Takes the language from `CurrentLocale`. */
    readonly post: (mail: NewMail) => Effect.Effect<string>
    /**
     * Writes a mail that the response reports on: `deliver`, run after the commit, makes the only attempt and answers its
     * outcome. A mail that a crash left unsent is sent by the next process.
     */
    readonly postReported: (mail: NewMail) => Effect.Effect<{ readonly deliver: Effect.Effect<MailReport> }>
    /** Whether a mail server is configured. */
    readonly configured: boolean
  }
>()("@fleet/server/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const work = yield* Work
      const deliveries = yield* Deliveries
      const { configured } = yield* Mailer

      const write = Effect.fnUntraced(function* ({ expiresAt, send, ...mail }: NewMail, notBefore?: Date) {
        return yield* work.enqueue(mailQueue, {
          payload: { ...mail, locale: yield* CurrentLocale },
          kind: mail.kind,
          orgId: mail.orgId,
          appId: mail.appId,
          expiresAt,
          inert: !send,
          ...(notBefore === undefined ? {} : { notBefore })
        })
      })

      return Outbox.of({
        configured,
        post: Effect.fn("Outbox.post")(function* (mail) {
          return yield* write(mail)
        }),
        postReported: Effect.fn("Outbox.postReported")(function* (mail) {
          const workersAt = DateTime.add(yield* DateTime.now, { milliseconds: reportedDelayMs })
          const id = yield* write(mail, DateTime.toDateUtc(workersAt))
          const unsent = Effect.succeed<MailReport>(configured ? "sent" : "not_configured")
          return { deliver: mail.send ? deliveries.report(id) : unsent }
        })
      })
    })
  )
}
