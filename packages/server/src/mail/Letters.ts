import { MailTemplateKind, type MailTemplatePart } from "@fleet/domain/MailTemplates"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { AuditLog } from "../audit/AuditLog.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { defaultLetter, validity } from "./DefaultLetters.ts"
import { asHtml, asText } from "./Letter.ts"
import type { MailContents } from "./MailContents.ts"
import { MailNameStore, type Names } from "./MailNameStore.ts"
import type { Message } from "./Message.ts"
import type { TemplateValues } from "./renderTemplate.ts"
import { Templates } from "./Templates.ts"

const platform = { name: "Robot Fleet Cloud", actor: { kind: "platform", id: "mail", label: "Mail" } } as const

const isTemplateKind = Schema.is(MailTemplateKind)

type Words = Omit<Message, "id" | "to">

const defaultWords = (mail: MailContents, names: Names): Words => {
  const letter = defaultLetter(mail.kind, mail.locale, {
    sender: names.app_name ?? platform.name,
    org: names.org_name ?? platform.name,
    name: mail.displayName,
    role: names.role_name,
    link: mail.link,
    code: mail.code,
    notice: mail.notice ?? null,
    plan: mail.plan ?? null
  })
  return { subject: letter.subject, text: asText(letter), html: asHtml(letter, names.accent) }
}

const valuesOf = (mail: MailContents, names: Names): TemplateValues => ({
  "app.name": names.app_name ?? "",
  "org.name": names.org_name ?? "",
  "user.email": mail.to,
  "user.display_name": mail.displayName,
  "role.name": names.role_name,
  link: mail.link,
  expires_in_hours: validity[mail.kind].hours,
  code: mail.code,
  expires_in_minutes: validity[mail.kind].minutes
})

/** Renders mails: from the app's own template where it has one that renders, else from the platform's. */
export class Letters extends Context.Service<
  Letters,
  {
    /** With `recordFailure`, a template that does not render is recorded in the audit log. */
    readonly write: (id: string, mail: MailContents, recordFailure: boolean) => Effect.Effect<Message>
  }
>()("@fleet/server/Letters") {
  static readonly layer = Layer.effect(
    Letters,
    Effect.gen(function* () {
      const store = yield* MailNameStore
      const templates = yield* Templates
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const recordBroken = Effect.fnUntraced(function* (mail: MailContents, names: Names, part: MailTemplatePart) {
        if (mail.orgId === null || mail.appId === null) return
        const entry = {
          orgId: mail.orgId,
          actor: platform.actor,
          action: "app.mail_template_failed",
          target: { kind: "app", id: mail.appId, label: names.app_name ?? mail.appId },
          details: { app_id: mail.appId, kind: mail.kind, part }
        }
        yield* transaction.run(audit.record(entry))
      })

      return Letters.of({
        write: Effect.fn("Letters.write")(function* (id, mail, recordFailure) {
          const names = yield* store.find(mail)
          const { html, subject, text } = names
          const addressed = { id, to: mail.to }
          if (subject === null || text === null || mail.orgId === null || !isTemplateKind(mail.kind)) {
            return { ...addressed, ...defaultWords(mail, names) }
          }
          const values = valuesOf(mail, names)
          const own = Effect.result(templates.render(mail.orgId, mail.kind, { subject, text, html }, values))
          // When the renderer itself fails the template is not at fault; the mail is sent in the platform's words.
          const result = yield* Effect.catchDefect(own, (defect) =>
            Effect.as(Effect.logError("a mail template could not be rendered", defect), null)
          )
          if (result !== null && Result.isSuccess(result)) return { ...addressed, ...result.success }
          if (result !== null && recordFailure) yield* recordBroken(mail, names, result.failure.part)
          return { ...addressed, ...defaultWords(mail, names) }
        })
      })
    })
  )
}
