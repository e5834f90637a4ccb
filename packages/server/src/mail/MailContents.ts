import { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import { PlanNotice } from "@fleet/domain/PlanNotices"
import { Schema } from "effect"
import { Locale } from "../platform/i18n/Locale.ts"
import { PlanMail } from "./planChangeWords.ts"

/** What a mail is for. The first four an app may word itself; the others are the platform's own. */
export const MailKind = Schema.Literals([
  "invite",
  "verify",
  "reset",
  "login_code",
  "password_lost",
  "team_invitation",
  "portal_code",
  "plan_notice",
  "plan_change_chosen",
  "plan_change_withdrawn",
  "plan_change_applied",
  "plan_change_over"
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
  /** What a mail about a change of plan says. */
  plan: Schema.optionalKey(PlanMail),
  locale: Locale
})
export type MailContents = typeof MailContents.Type
