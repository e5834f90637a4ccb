import type { App } from "@fleet/domain/Apps"
import type { Developer } from "@fleet/domain/Caller"
import { NotFound, TargetStateConflict, TemplateInvalid } from "@fleet/domain/Errors"
import type {
  AppMailTemplate,
  MailTemplateKind,
  MailTemplatePreviewRequest,
  MailTemplatePreviewResponse,
  PutAppMailTemplateRequest
} from "@fleet/domain/MailTemplates"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { randomUUID } from "node:crypto"
import { Mailer } from "../mail/Mailer.ts"
import type { MailReport } from "../mail/Outbox.ts"
import { sampleValues } from "../mail/renderTemplate.ts"
import { Templates } from "../mail/Templates.ts"
import { AuditLog, auditTarget } from "../audit/AuditLog.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { AppStore } from "./AppStore.ts"
import { lockAppForUpdate } from "./lockAppForUpdate.ts"
import { MailTemplateStore } from "./MailTemplateStore.ts"

/** The mails an app sends, in its own words. A kind without a template is sent in the platform's. */
export class MailTemplates extends Context.Service<
  MailTemplates,
  {
    readonly list: (app: App) => Effect.Effect<ReadonlyArray<AppMailTemplate>>
    readonly get: (app: App, kind: MailTemplateKind) => Effect.Effect<AppMailTemplate, NotFound>
    readonly put: (
      developer: Developer,
      app: App,
      kind: MailTemplateKind,
      request: PutAppMailTemplateRequest
    ) => Effect.Effect<AppMailTemplate, NotFound | TemplateInvalid>
    /** Back to the platform's words. */
    readonly delete: (developer: Developer, app: App, kind: MailTemplateKind) => Effect.Effect<void, NotFound>
    /** Stores nothing. */
    readonly preview: (
      app: App,
      kind: MailTemplateKind,
      request: MailTemplatePreviewRequest
    ) => Effect.Effect<Omit<MailTemplatePreviewResponse, "html_url">, TemplateInvalid>
    /** Sends the preview to the developer, and reports the outcome. */
    readonly test: (
      developer: Developer,
      app: App,
      kind: MailTemplateKind,
      request: MailTemplatePreviewRequest
    ) => Effect.Effect<MailReport, TemplateInvalid | TargetStateConflict>
  }
>()("@fleet/server/MailTemplates") {
  static readonly layer = Layer.effect(
    MailTemplates,
    Effect.gen(function* () {
      const apps = yield* AppStore
      const store = yield* MailTemplateStore
      const templates = yield* Templates
      const mailer = yield* Mailer
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      /** Renders the template with the sample values. */
      const preview = Effect.fn("MailTemplates.preview")(function* (
        { org_id: orgId }: App,
        kind: MailTemplateKind,
        { html = null, subject, text }: MailTemplatePreviewRequest
      ) {
        return yield* Effect.mapError(
          templates.render(orgId, kind, { subject, text, html }, sampleValues),
          ({ message, part }) => new TemplateInvalid({ message: `${part}: ${message}`, details: { part, message } })
        )
      })

      const get = Effect.fn("MailTemplates.get")(function* (app: App, kind: MailTemplateKind) {
        const row = yield* store.find({ appId: app.id, kind })
        return yield* Effect.mapError(Effect.fromOption(row), () => new NotFound())
      })

      const write = Effect.fnUntraced(function* (
        developer: Developer,
        app: App,
        kind: MailTemplateKind,
        { html = null, subject, text }: PutAppMailTemplateRequest
      ) {
        const current = yield* lockAppForUpdate(apps, app)
        const now = yield* DateTime.now
        const row = yield* store.put({ app_id: app.id, kind, subject, text, html, updated_at: now })
        if (Option.isNone(row)) return yield* get(app, kind)
        yield* audit.recordBy(developer, "app.mail_template_changed", auditTarget("app", current), {
          app_id: app.id,
          kind
        })
        return row.value
      }, transaction.run)

      const put = Effect.fn("MailTemplates.put")(function* (
        developer: Developer,
        app: App,
        kind: MailTemplateKind,
        request: PutAppMailTemplateRequest
      ) {
        yield* preview(app, kind, request)
        return yield* write(developer, app, kind, request)
      })

      const remove = Effect.fn("MailTemplates.delete")(function* (
        developer: Developer,
        app: App,
        kind: MailTemplateKind
      ) {
        const current = yield* lockAppForUpdate(apps, app)
        const row = yield* store.delete({ appId: app.id, kind })
        if (Option.isNone(row)) return yield* new NotFound()
        yield* audit.recordBy(developer, "app.mail_template_removed", auditTarget("app", current), {
          app_id: app.id,
          kind
        })
      }, transaction.run)

      const test = Effect.fn("MailTemplates.test")(function* (
        { email }: Developer,
        app: App,
        kind: MailTemplateKind,
        request: MailTemplatePreviewRequest
      ) {
        const words = yield* preview(app, kind, request)
        if (!mailer.configured) {
          return yield* new TargetStateConflict({ details: { field: "mail", rule: "not_set" } })
        }
        return yield* mailer.send({ id: randomUUID(), to: email, ...words }).pipe(
          Effect.timeout("10 seconds"),
          Effect.as<MailReport>("sent"),
          Effect.catch((error) => Effect.as(Effect.logWarning("test mail was not sent", error), "failed" as const))
        )
      })

      return MailTemplates.of({
        list: Effect.fn("MailTemplates.list")(function* (app) {
          return yield* store.list(app.id)
        }),
        get,
        put,
        delete: remove,
        preview,
        test
      })
    })
  )
}
