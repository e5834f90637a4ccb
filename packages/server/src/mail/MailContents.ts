import { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Effect, Schema } from "effect"
import type { Sealing } from "../platform/crypto/Sealing.ts"
import { Locale } from "../platform/i18n/Locale.ts"

/** What a mail is for. The first four an app may word itself; the others are the platform's own. */
export const MailKind = Schema.Literals([
  "invite",
  "verify",
  "reset",
  "login_code",
  "password_lost",
  "team_invitation",
  "portal_code"
])
export type MailKind = typeof MailKind.Type

/** What the outbox keeps of a mail until it was sent. */
export const MailContents = Schema.Struct({
  kind: MailKind,
  to: Schema.String,
  orgId: Schema.NullOr(OrgId),
  appId: Schema.NullOr(AppId),
  displayName: Schema.NullOr(Schema.String),
  roleId: Schema.NullOr(RoleId),
  link: Schema.NullOr(Schema.String),
  code: Schema.NullOr(Schema.String),
  locale: Locale
})
export type MailContents = typeof MailContents.Type

const Json = Schema.fromJsonString(MailContents)
const encode = Schema.encodeSync(Json)
const decode = Schema.decodeEffect(Json)

const contextOf = (id: string) => `mail ${id}`

/** Contents under the server's key: they open for the row of this id alone. */
export const sealContents = (sealing: Sealing["Service"], id: string, contents: MailContents): Uint8Array =>
  sealing.seal(encode(contents), contextOf(id))

/** What was sealed for the row of this id; fails where another key sealed it. */
export const openContents = (sealing: Sealing["Service"], id: string, sealed: Uint8Array) =>
  Effect.flatMap(sealing.open(sealed, contextOf(id)), decode)
