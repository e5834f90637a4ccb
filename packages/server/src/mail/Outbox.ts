import type { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { Sealing } from "../platform/crypto/Sealing.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { Deliveries, type MailReport } from "./Deliveries.ts"
import { CurrentLocale } from "../platform/i18n/Locale.ts"
import { type MailKind, sealContents } from "./MailContents.ts"
import { Mailer } from "./Mailer.ts"
import { OutboxStore } from "./OutboxStore.ts"

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
  /** No attempt after this: the link or code would be dead. */
  readonly expiresAt: Date
  /** False writes a row that nobody is sent, so that an unknown address costs what a known one does. */
  readonly send: boolean
}

/** How long the worker leaves a mail to the answer that reports on it. */
const reportersMs = 60_000

/** The mail outbox: rows written in the transaction of the change they tell of, and sent after its commit. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Writes the mail; it goes out after the commit, with retries. Takes the language from `CurrentLocale`. */
    readonly post: (mail: NewMail) => Effect.Effect<string>
    /**
     * Writes the mail for an answer that reports on it: `deliver`, run after the commit, makes the one attempt and says
     * how it went. What a crash leaves behind is sent by the next process.
     */
    readonly postReported: (mail: NewMail) => Effect.Effect<{ readonly deliver: Effect.Effect<MailReport> }>
    /** Whether a mail server is configured. */
    readonly configured: boolean
  }
>()("@fleet/server/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const store = yield* OutboxStore
      const sealing = yield* Sealing
      const transaction = yield* Transaction
      const deliveries = yield* Deliveries
      const { configured } = yield* Mailer

      const insert = Effect.fnUntraced(function* ({ expiresAt, send, ...mail }: NewMail, waitMs: number) {
        const id = randomUUID()
        const now = DateTime.toDateUtc(yield* DateTime.now)
        const contents = sealContents(sealing, id, { ...mail, locale: yield* CurrentLocale })
        yield* store.insert({
          id,
          org_id: mail.orgId,
          app_id: mail.appId,
          kind: mail.kind,
          state: send ? "pending" : "void",
          contents: send ? contents : null,
          due_at: new Date(now.getTime() + waitMs),
          expires_at: expiresAt,
          created_at: now
        })
        return id
      })

      return Outbox.of({
        configured,
        post: Effect.fn("Outbox.post")(function* (mail) {
          const id = yield* insert(mail, 0)
          yield* transaction.afterCommit(deliveries.wake)
          return id
        }),
        postReported: Effect.fn("Outbox.postReported")(function* (mail) {
          const id = yield* insert(mail, reportersMs)
          const unsent = Effect.succeed<MailReport>(configured ? "sent" : "not_configured")
          return { deliver: mail.send ? deliveries.report(id) : unsent }
        })
      })
    })
  )
}
