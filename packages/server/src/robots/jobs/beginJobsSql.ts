import type { AppId, JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import type { JobActor, JobError, JobKind, JobState } from "@fleet/domain/Jobs"
import type { SqlClient, Statement } from "effect/sql"
import { accessVersion } from "../../access/accessVersionSql.ts"
import { auditInsertOne, auditInsertWhere, type AuditRow } from "../../audit/auditInsertSql.ts"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"

/** A job as it begins. */
export interface Begun {
  readonly id: JobId
  readonly mint: number
  readonly org_id: OrgId
  readonly robot_id: RobotId
  readonly slug: string
  /** Of the configuration that has the slug. Absent where it is the name of now. */
  readonly config_version?: number
  readonly kind: JobKind
  readonly state: JobState
  readonly patience_ms: number
  readonly actor: JobActor
  readonly client_id: string | null
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly error: JobError | null
  /** Whose grants it was decided on, null for a developer's, and at which access version. */
  readonly app_id: AppId | null
  readonly access_version: number
}

/** The database, and the run of the server that holds what begins (see Nodes). */
export interface Holder {
  readonly sql: SqlClient.SqlClient
  readonly boot: string
}

/** The name that a slug of a version has now. The robot is locked: of a statement that waited for a renaming it is read anew. */
export const nameOfRun = (
  sql: SqlClient.SqlClient,
  robotId: Statement.Fragment,
  version: Statement.Fragment,
  slug: Statement.Fragment
): Statement.Fragment => sql`coalesce(
  (SELECT r.slug_names #>> ARRAY[${version}, ${slug}] FROM robots r WHERE r.id = ${robotId} FOR KEY SHARE), ${slug})`

const jsonOf = (value: unknown) => (value === null ? null : replaceUnstorableChars(JSON.stringify(value)))

/** From plain values, which cost the database less than JSON. */
const beginOne = ({ boot, sql }: Holder, job: Begun, audit: AuditRow) => sql`
  WITH begun AS (
    INSERT INTO job_runs (id, mint, org_id, robot_id, slug, kind, state, patience_ms, actor,
      client_id, started_at, updated_at, ended_at, error, boot)
    SELECT ${job.id}::uuid, ${String(job.mint)}::bigint, ${job.org_id}::uuid, ${job.robot_id}::uuid,
      ${nameOfRun(sql, sql`${job.robot_id}::uuid`, sql`${String(job.config_version ?? 0)}::text`, sql`${job.slug}::text`)},
      ${job.kind}::text, ${job.state}::text, ${job.patience_ms}::integer, ${jsonOf(job.actor)}::jsonb,
      ${job.client_id}::text, ${job.started_at}::timestamptz, ${job.started_at}::timestamptz,
      ${job.ended_at}::timestamptz, ${jsonOf(job.error)}::jsonb, ${boot}::uuid
    WHERE ${job.access_version}::float8
      = ${accessVersion(sql, sql`${job.org_id}::uuid`, sql`${job.app_id}::uuid`)}
    RETURNING id
  ) ${auditInsertOne(sql, audit, sql`begun`)}
  RETURNING ${job.id}::text AS id, seq::text`

const beginMany = ({ boot, sql }: Holder, jobs: ReadonlyArray<Begun>, audits: ReadonlyArray<AuditRow>) => sql`
  WITH begun AS (
    INSERT INTO job_runs (id, mint, org_id, robot_id, slug, kind, state, patience_ms, actor,
      client_id, started_at, updated_at, ended_at, error, boot)
    SELECT id, mint, org_id, robot_id, ${nameOfRun(sql, sql`job.robot_id`, sql`job.config_version::text`, sql`job.slug`)},
      kind, state, patience_ms, actor, client_id, started_at, started_at, ended_at, error, ${boot}::uuid
    FROM jsonb_to_recordset(${replaceUnstorableChars(JSON.stringify(jobs))}::jsonb) AS job (
      id uuid, mint bigint, org_id uuid, robot_id uuid, slug text, config_version integer, kind text, state text,
      patience_ms integer, actor jsonb, client_id text, started_at timestamptz, ended_at timestamptz, error jsonb,
      app_id uuid, access_version float8)
    WHERE access_version = ${accessVersion(sql, sql`job.org_id`, sql`job.app_id`)}
    RETURNING id::text
  ) ${auditInsertWhere(sql, audits, sql`event.details ->> 'job_id' = ANY (ARRAY(SELECT id FROM begun))`)}
  RETURNING details ->> 'job_id' AS id, seq::text`

/** Stores jobs whose access version is the present one, each with its audit row. Answers their ids and the rows' numbers. */
export const beginJobs = (
  holder: Holder,
  jobs: ReadonlyArray<Begun>,
  audits: ReadonlyArray<AuditRow>
): Statement.Statement<unknown> => {
  const [[job], [audit]] = [jobs, audits]
  const isOne = jobs.length === 1 && audits.length === 1
  return isOne && job !== undefined && audit !== undefined
    ? beginOne(holder, job, audit)
    : beginMany(holder, jobs, audits)
}
