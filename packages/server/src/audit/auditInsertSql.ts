import type { OrgId } from "@fleet/domain/Ids"
import type { SqlClient, Statement } from "effect/sql"
import { replaceUnstorableChars } from "../platform/sql/replaceUnstorableChars.ts"

/** One row of audit_events; `at` is ISO 8601, `details` any JSON object. */
export interface AuditRow {
  readonly org_id: OrgId
  readonly at: string
  readonly actor_kind: string
  readonly actor_id: string
  readonly actor_label: string
  readonly action: string
  readonly target_kind: string | null
  readonly target_id: string | null
  readonly target_label: string | null
  readonly details: Readonly<Record<string, unknown>> | null
}

const columns = "org_id, at, actor_kind, actor_id, actor_label, action, target_kind, target_id, target_label, details"

/**
 * The key of the advisory lock that a writer of an org's audit log shares from before it takes a number until its commit.
 * Writers do not wait for each other.
 */
export const auditLock = (sql: SqlClient.SqlClient, orgId: Statement.Fragment): Statement.Fragment =>
  sql`hashtextextended('audit_events ' || ${orgId}, 0)`

/**
 * Writes audit rows and answers their numbers in order. A fragment, so that a change and the record of it can be one
 * statement where a transaction of several would cost a hot path its round trips.
 */
export const auditInsert = (sql: SqlClient.SqlClient, rows: ReadonlyArray<AuditRow>): Statement.Fragment =>
  sql`${auditInsertWhere(sql, rows, sql`true`)} RETURNING seq::text`

/** The same for the rows, aliased `event`, that match `fits`; without RETURNING. */
export const auditInsertWhere = (
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<AuditRow>,
  fits: Statement.Fragment
): Statement.Fragment => sql`
  INSERT INTO audit_events
    (${sql.literal(columns)})
  SELECT ${sql.literal(columns)}
  FROM (
    SELECT *, pg_advisory_xact_lock_shared(${auditLock(sql, sql`org_id`)}) AS held
    FROM jsonb_to_recordset(${replaceUnstorableChars(JSON.stringify(rows))}::jsonb) AS event (
      org_id uuid, at timestamptz, actor_kind text, actor_id text, actor_label text, action text,
      target_kind text, target_id text, target_label text, details jsonb)
  ) AS event
  WHERE ${fits}`

/** The same for one row, for each row of a table that may be empty. From plain values, which cost the database less. */
export const auditInsertOne = (
  sql: SqlClient.SqlClient,
  row: AuditRow,
  from: Statement.Fragment
): Statement.Fragment => sql`
  INSERT INTO audit_events (${sql.literal(columns)})
  SELECT ${row.org_id}::uuid, ${row.at}::timestamptz, ${row.actor_kind}::text, ${row.actor_id}::text,
    ${row.actor_label.replaceAll("\0", "\ufffd")}::text, ${row.action}::text, ${row.target_kind}::text, ${row.target_id}::text,
    ${row.target_label}::text, ${row.details === null ? null : replaceUnstorableChars(JSON.stringify(row.details))}::jsonb
  FROM (SELECT pg_advisory_xact_lock_shared(${auditLock(sql, sql`${row.org_id}::text`)}) AS held FROM ${from}) AS event`
