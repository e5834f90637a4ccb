import { Schema } from "effect"
import { closed, Text, Timestamp } from "./Wire.ts"

/** The mails of an app that its developers may put in their own words. */
export const MailTemplateKind = Schema.Literals(["invite", "verify", "reset", "login_code"])
export type MailTemplateKind = typeof MailTemplateKind.Type

/** The parts of a template; each is Liquid, and its output at most 200000 characters. */
export const MailTemplatePart = Schema.Literals(["subject", "text", "html"])
export type MailTemplatePart = typeof MailTemplatePart.Type

/** An app's own words for a kind of mail. Without HTML the mail is plain text. */
export const AppMailTemplate = Schema.Struct({
  kind: MailTemplateKind,
  subject: Text(1, 200),
  text: Text(1, 20_000),
  html: Schema.NullOr(Text(1, 100_000)),
  updated_at: Timestamp
}).annotate({ identifier: "app-mail-template" })
export type AppMailTemplate = typeof AppMailTemplate.Type

/** Only kinds that have a template of the app's own. */
export const AppMailTemplateListResponse = Schema.Struct({ templates: Schema.Array(AppMailTemplate) }).annotate({
  identifier: "app-mail-template-list-response"
})

const written = {
  subject: Text(1, 200),
  text: Text(1, 20_000),
  html: Schema.optionalKey(Schema.NullOr(Text(1, 100_000)))
}

/**
 * Variables: app.name, org.name, user.email, user.display_name, role.name, link and expires_in_hours; in login_code also
 * code and expires_in_minutes.
 */
export const PutAppMailTemplateRequest = closed(written).annotate({ identifier: "put-app-mail-template-request" })
export type PutAppMailTemplateRequest = typeof PutAppMailTemplateRequest.Type

export const MailTemplatePreviewRequest = closed(written).annotate({ identifier: "mail-template-preview-request" })
export type MailTemplatePreviewRequest = typeof MailTemplatePreviewRequest.Type

/** A template with the sample values filled in; its output may be longer than a template. */
export const MailTemplatePreviewResponse = Schema.Struct({
  subject: Schema.String,
  text: Schema.String,
  html: Schema.NullOr(Schema.String),
  html_url: Schema.NullOr(Schema.String).annotate({
    description:
      "Shows html as a document without script that only the console's origin may frame, for 5 minutes. Null without html. " +
      "Of an html too long for an address, the last 20 of an app are shown."
  })
}).annotate({ identifier: "mail-template-preview-response" })
export type MailTemplatePreviewResponse = typeof MailTemplatePreviewResponse.Type

/** The outcome of a mail: `sent` is accepted by the mail server, not delivered. */
export const MailTemplateTestResponse = Schema.Struct({
  mail: Schema.Literals(["sent", "not_configured", "failed"])
}).annotate({ identifier: "mail-template-test-response" })
