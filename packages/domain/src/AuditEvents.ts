import { Schema } from "effect"
import { OrgId } from "./Ids.ts"
import { AnyMap, closed, Int, QueryInt, Rule, Text, Timestamp, Uuid } from "./Wire.ts"

const Seq = Int(1, Number.MAX_SAFE_INTEGER)

/** One line of the trail. Readers accept actions they do not know. */
export const AuditEvent = Schema.Struct({
  id: Uuid,
  org_id: OrgId,
  at: Timestamp,
  seq: Seq,
  actor: Schema.Struct({
    kind: Schema.Literals(["developer", "app_user", "server_key", "bridge", "platform"]),
    id: Schema.String,
    label: Text(1, 200)
  }),
  action: Text(1, 80),
  target: Schema.NullOr(Schema.Struct({ kind: Text(1, 40), id: Schema.String, label: Text(1, 200) })),
  details: Schema.NullOr(AnyMap)
}).annotate({ identifier: "audit-event" })
export type AuditEvent = typeof AuditEvent.Type

/** Newest first; `next_cursor` goes into `before_seq`, null is the end. */
export const AuditPage = Schema.Struct({
  events: Schema.Array(AuditEvent),
  next_cursor: Schema.NullOr(Seq)
}).annotate({ identifier: "audit-list-response" })
export type AuditPage = typeof AuditPage.Type

export const auditPageSize = { default: 100, max: 500 }

const filters = {
  action: Schema.optionalKey(Text(1, 80)),
  action_prefix: Schema.optionalKey(Text(1, 80)),
  actor_id: Schema.optionalKey(Uuid),
  target_kind: Schema.optionalKey(Text(1, 40)),
  target_id: Schema.optionalKey(Text(1, 200)),
  from_ms: Schema.optionalKey(QueryInt(0, Number.MAX_SAFE_INTEGER)),
  to_ms: Schema.optionalKey(QueryInt(0, Number.MAX_SAFE_INTEGER))
}

const oneAction = Schema.makeFilter(
  ({ action, action_prefix }: { readonly action?: string; readonly action_prefix?: string }) =>
    action === undefined || action_prefix === undefined || { path: ["action_prefix"], issue: "beside action" },
  { rule: Rule.notAllowed }
)

/** What an event must be: all that is named. `from_ms` to `to_ms` is half-open. */
export const AuditFilter = closed(filters).check(oneAction)
export type AuditFilter = typeof AuditFilter.Type

export const AuditQuery = closed({
  before_seq: Schema.optionalKey(QueryInt(1, Number.MAX_SAFE_INTEGER)),
  limit: Schema.optionalKey(QueryInt(1, auditPageSize.max)),
  ...filters
}).check(oneAction)
export type AuditQuery = typeof AuditQuery.Type
