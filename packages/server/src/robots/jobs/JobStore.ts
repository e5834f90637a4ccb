import { JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import { JobActor, JobError, JobKind, type JobRunQuery, JobState } from "@fleet/domain/Jobs"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import type { AuditRow } from "../../audit/auditInsertSql.ts"
import { Nodes } from "../../platform/nodes/Nodes.ts"
import { dateOf, textArray } from "../../platform/sql/values.ts"
import { makeBatcher } from "../../platform/sql/makeBatcher.ts"
import { writeSkippingRejectedRows } from "../../platform/sql/writeSkippingRejectedRows.ts"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"
import { nameOfPublished } from "../stored/slugNamesSql.ts"
import { type Begun, beginJobs, nameOfRun } from "./beginJobsSql.ts"

const Row = Schema.Struct({
  id: JobId,
  seq: Schema.FiniteFromString,
  mint: Schema.FiniteFromString,
  org_id: OrgId,
  robot_id: RobotId,
  slug: Schema.String,
  kind: JobKind,
  state: JobState,
  patience_ms: Schema.Finite,
  /** Null for a job that was adopted from its bridge. */
  actor: Schema.NullOr(JobActor),
  /** The MCP client that began it for the actor, where one did. */
  client_id: Schema.NullOr(Schema.String),
  started_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate,
  ended_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  result: Schema.Unknown,
  error: Schema.NullOr(JobError),
  /** The run of the server that holds the job (see Nodes); null for one of an earlier version. */
  boot: Schema.NullOr(Schema.String)
})
export type Row = typeof Row.Type

const Known = Schema.Struct({ id: JobId, robot_id: RobotId, state: JobState })

/** A job that a bridge reports and no caller began. */
export type Adopted = Omit<
  Begun,
  "access_version" | "actor" | "app_id" | "client_id" | "ended_at" | "error" | "kind" | "state"
>

/** A state to be stored. */
export interface Kept {
  readonly id: JobId
  readonly robot_id: RobotId
  readonly state: JobState
  readonly updated_at: Date
  readonly ended_at: Date | null
  readonly result: unknown
  readonly error: JobError | null
}

const decodeBegun = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: JobId, seq: Schema.FiniteFromString })))

const columns = `id, seq::text, mint::text, org_id, robot_id, slug, kind, state, patience_ms, actor, client_id, started_at,
  updated_at, ended_at, result, error, boot`

const RobotOf = Schema.Struct({ orgId: OrgId, robotId: RobotId })
type RobotOf = typeof RobotOf.Type

/** Robots whose unfinished jobs one statement reads, at most. */
const robotsAtOnce = 200

const Summary = Schema.Struct({ running: Schema.Finite, started: Schema.Finite, failed: Schema.Finite })

/** What of a job is written, also as JSON. */
interface KeptRow {
  readonly kept: Kept
  readonly json: string
}

const jsonOf = (value: unknown) => (value === null ? null : replaceUnstorableChars(JSON.stringify(value)))

/** The job_runs table: jobs that this platform started. */
export class JobStore extends Context.Service<
  JobStore,
  {
    /**
     * Begins many jobs, and writes the audit rows of them, in one statement; answers the rows' numbers by job. Those whose
     * access version is not the present one are left out. An audit row names its job as `job_id` in its details.
     */
    readonly begin: (
      jobs: ReadonlyArray<Begun>,
      audits: ReadonlyArray<AuditRow>
    ) => Effect.Effect<ReadonlyMap<JobId, number>>
    /** Those of the ids that any robot's history holds. */
    readonly known: (ids: ReadonlyArray<JobId>) => Effect.Effect<ReadonlyArray<typeof Known.Type>>
    /** Begins jobs without an actor, as running actions; answers those that no robot's history held before. */
    readonly adopt: (jobs: ReadonlyArray<Adopted>) => Effect.Effect<ReadonlySet<JobId>>
    /**
     * Stores many states in one statement; a final state is never overwritten. Characters that the database cannot
     * store are replaced.
     */
    readonly keep: (states: ReadonlyArray<Kept>) => Effect.Effect<void>
    /** The same within a transaction; answers the jobs that were unfinished until now. */
    readonly move: (states: ReadonlyArray<Kept>) => Effect.Effect<ReadonlyArray<Row>>
    readonly find: (ids: ReadonlyArray<JobId>) => Effect.Effect<ReadonlyArray<Row>>
    /** Oldest first. Those of the robots that many fibres ask for are read by one statement. */
    readonly unfinished: (robot: RobotOf) => Effect.Effect<ReadonlyArray<Row>>
    /** The same; this process holds them from now on. */
    readonly take: (robot: RobotOf) => Effect.Effect<ReadonlyArray<Row>>
    /** The newest run of each slug of the robot. */
    readonly newest: (robotId: RobotId) => Effect.Effect<ReadonlyArray<Row>>
    /** By the published slug, or the name that it has now. */
    readonly newestOf: (key: { readonly robotId: RobotId; readonly slug: string }) => Effect.Effect<Option.Option<Row>>
    /** Newest first, one more than asked so that the reader knows whether there is a next page. */
    readonly runs: (orgId: OrgId, query: JobRunQuery, limit: number) => Effect.Effect<ReadonlyArray<Row>>
    readonly summary: (orgId: OrgId, sinceMs: number) => Effect.Effect<typeof Summary.Type>
    /** Running jobs that none of these runs of the server holds become unknown. */
    readonly recover: (alive: ReadonlyArray<string>, at: Date, error: JobError) => Effect.Effect<void>
  }
>()("@fleet/server/JobStore") {
  static readonly layer = Layer.effect(
    JobStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { boot } = yield* Nodes
      const fields = sql.literal(columns)

      const adopt = (jobs: ReadonlyArray<Adopted>) =>
        sql`
          INSERT INTO job_runs (id, mint, org_id, robot_id, slug, kind, state, patience_ms, started_at, updated_at, boot)
          SELECT id, mint, org_id, robot_id,
            ${nameOfRun(sql, sql`job.robot_id`, sql`job.config_version::text`, sql`job.slug`)},
            'action', 'running', patience_ms, started_at, started_at, ${boot}::uuid
          FROM jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) AS job (
            id uuid, mint bigint, org_id uuid, robot_id uuid, slug text, config_version integer, patience_ms integer,
            started_at timestamptz)
          ON CONFLICT (id) DO NOTHING
          RETURNING id`
      // By their ids, and without the words of the index of unfinished jobs: it keeps what has ended until the next vacuum,
      // so that a look through it takes the longer the more jobs there were. The robot is compared in a way that no index
      // serves, or a plan that was made while the table was small would read all jobs of the robot.
      const updateOne = ({ kept }: KeptRow) => sql`
        UPDATE job_runs SET
          state = ${kept.state}, updated_at = ${kept.updated_at}, ended_at = ${kept.ended_at},
          result = ${jsonOf(kept.result)}::jsonb, error = ${jsonOf(kept.error)}::jsonb
        WHERE id = ${kept.id}::uuid AND robot_id IS NOT DISTINCT FROM ${kept.robot_id}::uuid
          AND state NOT IN ('succeeded', 'failed', 'cancelled', 'lost')`
      const updateMany = (rows: ReadonlyArray<KeptRow>) => sql`
        UPDATE job_runs SET
          state = kept.state, updated_at = kept.updated_at, ended_at = kept.ended_at,
          result = kept.result, error = kept.error
        FROM jsonb_to_recordset(${`[${rows.map(({ json }) => json).join(",")}]`}::jsonb)
          AS kept (id uuid, robot_id uuid, state text, updated_at timestamptz, ended_at timestamptz, result jsonb,
            error jsonb)
        WHERE job_runs.id = ANY (${textArray(rows.map(({ kept }) => kept.id))}::uuid[])
          AND job_runs.id = kept.id AND job_runs.robot_id = kept.robot_id
          AND job_runs.state NOT IN ('succeeded', 'failed', 'cancelled', 'lost')`
      /** A plan that is kept for many rows would read the whole table if that was small when it was made. */
      const update = <A extends object>(rows: ReadonlyArray<KeptRow>, returning: Statement.Fragment) =>
        rows.length === 1
          ? sql<A>`${updateOne(rows[0]!)}${returning}`
          : sql<A>`${updateMany(rows)}${returning}`.unprepared
      const toRows = (states: ReadonlyArray<Kept>) =>
        states.map((kept): KeptRow => ({ kept, json: replaceUnstorableChars(JSON.stringify(kept)) }))
      const keep = writeSkippingRejectedRows((rows: ReadonlyArray<KeptRow>) => Effect.as(update(rows, sql``), []))
      // A savepoint for each statement: one that is refused must not end the transaction that it is in.
      const move = writeSkippingRejectedRows((rows: ReadonlyArray<KeptRow>) =>
        sql.withTransaction(update<{ readonly id: JobId }>(rows, sql` RETURNING job_runs.id`))
      )
      /** One after the other by the key, also by a plan that was made while the table was empty. */
      const byId = (ids: ReadonlyArray<string>, fields: Statement.Fragment) => sql`
        SELECT found.* FROM unnest(${textArray(ids)}) AS asked (id), LATERAL (
          SELECT ${fields} FROM job_runs WHERE id = asked.id::uuid LIMIT 1
        ) AS found`
      const find = SqlSchema.findAll({
        Request: Schema.Array(JobId),
        Result: Row,
        execute: (ids) => byId(ids, fields)
      })
      const unfinishedOf = SqlSchema.findAll({
        Request: Schema.Array(RobotOf),
        Result: Row,
        execute: (robots) => sql`
          SELECT unfinished.* FROM unnest(
            ${textArray(robots.map(({ orgId }) => orgId))}, ${textArray(robots.map(({ robotId }) => robotId))}
          ) AS asked (org_id, robot_id), LATERAL (
            SELECT ${fields} FROM job_runs
            WHERE org_id = asked.org_id::uuid AND robot_id = asked.robot_id::uuid AND state IN ('running', 'unknown') ORDER BY job_runs.seq
          ) AS unfinished`
      })
      /** By the key: an index of unfinished jobs keeps those that ended until the next vacuum. */
      const hold = (ids: ReadonlyArray<JobId>) => sql`
        UPDATE job_runs SET boot = ${boot}::uuid FROM unnest(${textArray(ids)}) AS held (id)
        WHERE job_runs.id = held.id::uuid`
      const holdUnfinished = Effect.fnUntraced(function* (robots: ReadonlyArray<RobotOf>) {
        const rows = yield* unfinishedOf(robots)
        const others = rows.filter((row) => row.boot !== boot).map(({ id }) => id)
        if (others.length === 0) return rows
        yield* hold(others)
        // Until then they may have been set to unknown with those of a run that ended.
        return yield* unfinishedOf(robots)
      })
      const byRobot = (read: typeof holdUnfinished) =>
        makeBatcher(robotsAtOnce, (robots: ReadonlyArray<RobotOf>) => {
          const each = new Map(robots.map((robot) => [robot.robotId, robot]))
          return Effect.map(Effect.orDie(read([...each.values()])), (rows) => {
            const found = Map.groupBy(rows, (row) => row.robot_id)
            return robots.map(({ robotId }) => found.get(robotId) ?? [])
          })
        })
      const unfinished = yield* byRobot(unfinishedOf)
      const take = yield* byRobot(holdUnfinished)
      const newest = SqlSchema.findAll({
        Request: RobotId,
        Result: Row,
        execute: (robotId) =>
          sql`SELECT DISTINCT ON (slug) ${fields} FROM job_runs WHERE robot_id = ${robotId} ORDER BY slug, job_runs.seq DESC`
      })
      const newestOf = SqlSchema.findOneOption({
        Request: Schema.Struct({ robotId: RobotId, slug: Schema.String }),
        Result: Row,
        execute: ({ robotId, slug }) =>
          sql`SELECT ${fields} FROM job_runs 
              WHERE robot_id = ${robotId} AND slug = ${nameOfPublished(sql, robotId, slug)}
              ORDER BY job_runs.seq DESC LIMIT 1`
      })
      /** Of one robot also by the published slug of a run's own. */
      const slugIs = (robotId: RobotId | undefined, slug: string) =>
        sql`slug = ${robotId === undefined ? sql`${slug}` : nameOfPublished(sql, robotId, slug)}`
      const conditions = (orgId: OrgId, query: JobRunQuery): ReadonlyArray<Statement.Fragment> => [
        sql`org_id = ${orgId}`,
        ...(query.before_seq === undefined ? [] : [sql`job_runs.seq < ${query.before_seq}`]),
        ...(query.robot_id === undefined ? [] : [sql`robot_id = ${query.robot_id}`]),
        ...(query.slug === undefined ? [] : [slugIs(query.robot_id, query.slug)]),
        ...(query.state === undefined ? [] : [sql`state = ${query.state}`]),
        ...(query.kind === undefined ? [] : [sql`kind = ${query.kind}`]),
        ...(query.from_ms === undefined ? [] : [sql`started_at >= ${dateOf(query.from_ms)}`]),
        ...(query.to_ms === undefined ? [] : [sql`started_at < ${dateOf(query.to_ms)}`])
      ]
      const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: JobId })))
      const decodeKnown = Schema.decodeUnknownEffect(Schema.Array(Known))
      const decodeRuns = Schema.decodeUnknownEffect(Schema.Array(Row))
      const decodeSummary = Schema.decodeUnknownEffect(Schema.Tuple([Summary]))

      return JobStore.of({
        begin: (jobs, audits) =>
          beginJobs({ boot, sql }, jobs, audits).pipe(
            Effect.flatMap(decodeBegun),
            Effect.map((rows) => new Map(rows.map(({ id, seq }) => [id, seq]))),
            Effect.orDie
          ),
        known: (ids) => byId(ids, sql`id, robot_id, state`).pipe(Effect.flatMap(decodeKnown), Effect.orDie),
        adopt: (jobs) =>
          adopt(jobs).pipe(
            Effect.flatMap(decodeIds),
            Effect.map((rows) => new Set(rows.map(({ id }) => id))),
            Effect.orDie
          ),
        keep: (states) => Effect.orDie(Effect.asVoid(keep(toRows(states)))),
        move: (states) =>
          Effect.flatMap(Effect.orDie(move(toRows(states))), (moved) => Effect.orDie(find(moved.map(({ id }) => id)))),
        find: (ids) => Effect.orDie(find(ids)),
        unfinished,
        take,
        newest: (robotId) => Effect.orDie(newest(robotId)),
        newestOf: (key) => Effect.orDie(newestOf(key)),
        runs: (orgId, query, limit) =>
          sql`SELECT ${fields} FROM job_runs WHERE ${sql.and(conditions(orgId, query))}
              ORDER BY job_runs.seq DESC LIMIT ${limit}`.pipe(Effect.flatMap(decodeRuns), Effect.orDie),
        summary: (orgId, sinceMs) =>
          sql`
            SELECT
              (SELECT count(*) FROM job_runs WHERE org_id = ${orgId} AND state IN ('running', 'unknown'))::int AS running,
              (SELECT count(*) FROM job_runs WHERE org_id = ${orgId} AND started_at >= ${dateOf(sinceMs)})::int AS started,
              (SELECT count(*) FROM job_runs WHERE org_id = ${orgId} AND state IN ('failed', 'lost')
                AND ended_at >= ${dateOf(sinceMs)})::int AS failed`.pipe(
            Effect.flatMap(decodeSummary),
            Effect.map(([summary]) => summary),
            Effect.orDie
          ),
        recover: (alive, at, error) =>
          sql`UPDATE job_runs SET state = 'unknown', updated_at = ${at}, error = ${JSON.stringify(error)}::jsonb
              WHERE state = 'running' AND (boot = ANY (${textArray(alive)}::uuid[])) IS NOT TRUE`.pipe(
            Effect.asVoid,
            Effect.orDie
          )
      })
    })
  )
}
