import { AppId, OrgId, RobotId } from "@fleet/domain/Ids"
import { deletionSteps } from "@fleet/domain/Robots"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { detachRobot } from "../apps/robotGrantsSql.ts"
import { deleteConfiguration } from "./config/deleteConfigurationSql.ts"
import { deleteJobs } from "./jobs/deleteJobsSql.ts"

const InOrg = Schema.Struct({ orgId: OrgId, id: RobotId })
export type InOrg = typeof InOrg.Type

const Holdings = Schema.Struct({
  sample_rows: Schema.Int,
  bytes: Schema.Finite,
  job_run_count: Schema.Int,
  asset_count: Schema.Int,
  asset_bytes_freed: Schema.Finite,
  had_unpublished_draft: Schema.Boolean
})
export type Holdings = typeof Holdings.Type

const Step = Schema.Literals(deletionSteps)
const Progress = Schema.Struct({ deletion_done: Schema.Array(Step) })
const Marked = Schema.Struct({ ...InOrg.fields, step: Step })

/** Everything that hangs on a robot, table by table, for its deletion. */
export class DeletionStore extends Context.Service<
  DeletionStore,
  {
    /** `bytes` is without files and images of cameras. */
    readonly holdings: (robot: InOrg) => Effect.Effect<Holdings>
    /** The steps that are done; none where the robot is gone. No other transaction changes the robot meanwhile. */
    readonly lockForUpdate: (robot: InOrg) => Effect.Effect<Option.Option<typeof Progress.Type>>
    readonly mark: (step: typeof Marked.Type) => Effect.Effect<void>
    readonly dropToken: (robot: InOrg) => Effect.Effect<void>
    readonly dropJobs: (robot: InOrg) => Effect.Effect<void>
    readonly dropHistory: (robot: InOrg) => Effect.Effect<void>
    readonly dropConfiguration: (robot: InOrg) => Effect.Effect<void>
    /** The apps that could reach the robot. */
    readonly dropGrants: (robot: InOrg) => Effect.Effect<ReadonlyArray<AppId>>
    readonly dropRobot: (robot: InOrg) => Effect.Effect<void>
  }
>()("@fleet/server/DeletionStore") {
  static readonly layer = Layer.effect(
    DeletionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const holdings = SqlSchema.findOne({
        Request: InOrg,
        Result: Holdings,
        execute: ({ id, orgId }) => sql`
          SELECT s.rows AS sample_rows, j.rows AS job_run_count, a.rows AS asset_count, a.bytes AS asset_bytes_freed,
            (s.bytes + j.bytes + l.bytes + v.bytes)::float8 AS bytes,
            EXISTS (
              SELECT FROM config_drafts d WHERE d.robot_id = r.id AND d.source IS DISTINCT FROM (
                SELECT source FROM config_versions WHERE robot_id = r.id ORDER BY version DESC LIMIT 1)
            ) AS had_unpublished_draft
          FROM robots r,
            LATERAL (SELECT (coalesce(sum(t.samples), 0) + coalesce(sum(u.rows), 0))::int AS rows,
                coalesce(sum(t.bytes), 0) + coalesce(sum(u.bytes), 0) AS bytes
              FROM series t, LATERAL (
                SELECT count(*) AS rows, coalesce(sum(pg_column_size(value)), 0) AS bytes
                FROM unpacked_samples WHERE series_id = t.id) u
              WHERE t.robot_id = r.id) s,
            LATERAL (SELECT count(*)::int AS rows, coalesce(sum(pg_column_size(t.*)), 0) AS bytes
              FROM job_runs t WHERE t.robot_id = r.id) j,
            LATERAL (SELECT count(*)::int AS rows, coalesce(sum(size_bytes), 0)::float8 AS bytes
              FROM assets t WHERE t.robot_id = r.id) a,
            LATERAL (SELECT coalesce(sum(pg_column_size(t.*)), 0) AS bytes
              FROM latest_values t WHERE t.robot_id = r.id) l,
            LATERAL (SELECT coalesce(sum(pg_column_size(t.*)), 0) AS bytes
              FROM config_versions t WHERE t.robot_id = r.id) v
          WHERE r.id = ${id} AND r.org_id = ${orgId}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: InOrg,
        Result: Progress,
        execute: ({ id, orgId }) => sql`
          SELECT deletion_done FROM robots WHERE id = ${id} AND org_id = ${orgId} FOR UPDATE`
      })
      const mark = SqlSchema.void({
        Request: Marked,
        execute: ({ id, orgId, step }) => sql`
          UPDATE robots SET deletion_done = array_append(deletion_done, ${step}::text)
          WHERE id = ${id} AND org_id = ${orgId}`
      })
      const dropGrants = SqlSchema.findAll({
        Request: InOrg,
        Result: Schema.Struct({ app_id: AppId }),
        execute: (robot) => detachRobot(sql, robot)
      })
      const drop = (execute: (robot: InOrg) => Effect.Effect<unknown, unknown>) => (robot: InOrg) =>
        Effect.orDie(Effect.asVoid(execute(robot)))

      return DeletionStore.of({
        holdings: (robot) => Effect.orDie(holdings(robot)),
        lockForUpdate: (robot) => Effect.orDie(lockForUpdate(robot)),
        mark: (step) => Effect.orDie(mark(step)),
        // No token has this hash, so no bridge can connect as the robot again.
        dropToken: drop(
          ({ id, orgId }) =>
            sql`UPDATE robots SET token_hash = uuid_send(gen_random_uuid()) WHERE id = ${id} AND org_id = ${orgId}`
        ),
        dropJobs: drop((robot) => deleteJobs(sql, robot)),
        dropHistory: drop(
          ({ id, orgId }) => sql`
            WITH robot AS (SELECT id FROM robots WHERE id = ${id} AND org_id = ${orgId}),
              latest AS (DELETE FROM latest_values WHERE robot_id IN (SELECT id FROM robot))
            DELETE FROM samples WHERE robot_id IN (SELECT id FROM robot)`
        ),
        dropConfiguration: drop((robot) => deleteConfiguration(sql, robot)),
        dropGrants: (robot) => Effect.map(Effect.orDie(dropGrants(robot)), (rows) => rows.map(({ app_id }) => app_id)),
        dropRobot: drop(({ id, orgId }) => sql`DELETE FROM robots WHERE id = ${id} AND org_id = ${orgId}`)
      })
    })
  )
}
