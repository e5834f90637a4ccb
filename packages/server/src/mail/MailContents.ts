import { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import { PlanNotice } from "@fleet/domain/PlanNotices"
import { Schema } from "effect"
import { Locale } from "../platform/i18n/Locale.ts"

/** What a mail is for. The first four an app may word itself; the others are the platform's own. */
export const MailKind = Schema.Literals([
  "invite",
  "verify",
  "reset",
  "login_code",
  "password_lost",
  "team_invitation",
  "portal_code",
  "plan_notice"
])
export type MailKind = typeof MailKind.Type

/** What is kept of a mail until it was sent. */
export const MailContents = Schema.Struct({
  kind: MailKind,
  to: Schema.String,
  orgId: Schema.NullOr(OrgId),
  appId: Schema.NullOr(AppId),
  displayName: Schema.NullOr(Schema.String),
  roleId: Schema.NullOr(RoleId),
  link: Schema.NullOr(Schema.String),
  code: Schema.NullOr(Schema.String),
  /** What a plan_notice is about. */
  notice: Schema.optionalKey(PlanNotice),
  locale: Locale
})
export type MailContents = typeof MailContents.Type
