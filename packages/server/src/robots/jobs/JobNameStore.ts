import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../platform/sql/textArray.ts"

const robot = { orgId: OrgId, robotId: RobotId }
const OfRobot = Schema.Struct(robot)
const Holdings = Schema.Struct({ job_run_count: Schema.Int, bytes_freed: Schema.Finite })
const Rename = Schema.Struct({ ...robot, from: Schema.String, to: Schema.String })
const Publish = Schema.Struct({ ...robot, slugs: Schema.Array(Schema.String) })

/** All job runs of a robot, under the slugs that their commands have now. */
export class JobNameStore extends Context.Service<
  JobNameStore,
  {
    /**
     * In the transaction of a renaming: the runs that ended. The robot goes on under the former name until the next publish,
     * which moves what ran meanwhile.
     */
    readonly rename: (rename: typeof Rename.Type) => Effect.Effect<void>
    /** In the transaction of a publish, with all slugs of its document. */
    readonly publish: (publish: typeof Publish.Type) => Effect.Effect<void>
    readonly holdings: (robot: typeof OfRobot.Type) => Effect.Effect<typeof Holdings.Type>
    /** Of a robot that is deleted. */
    readonly drop: (robot: typeof OfRobot.Type) => Effect.Effect<void>
  }
>()("@fleet/server/JobNameStore") {
  static readonly layer = Layer.effect(
    JobNameStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const moveEnded = SqlSchema.void({
        Request: Rename,
        execute: ({ from, orgId, robotId, to }) => sql`
          UPDATE job_runs SET slug = ${to}
          WHERE robot_id = ${robotId} AND org_id = ${orgId} AND slug = ${from} AND state NOT IN ('running', 'unknown')`
      })
      const follow = SqlSchema.void({
        Request: Rename,
        execute: ({ from, orgId, robotId, to }) => sql`
          UPDATE job_names n SET slug = ${to} FROM robots r
          WHERE r.id = ${robotId} AND r.org_id = ${orgId} AND n.robot_id = r.id AND n.slug = ${from}`
      })
      const keep = SqlSchema.void({
        Request: Rename,
        execute: ({ from, orgId, robotId, to }) => sql`
          INSERT INTO job_names (robot_id, former, slug)
          SELECT id, ${from}::text, ${to}::text FROM robots WHERE id = ${robotId} AND org_id = ${orgId}
          ON CONFLICT (robot_id, former) DO UPDATE SET slug = excluded.slug`
      })
      const moveLate = SqlSchema.void({
        Request: Publish,
        execute: ({ orgId, robotId, slugs }) => sql`
          WITH given AS (
            DELETE FROM job_names n USING robots r
            WHERE r.id = ${robotId} AND r.org_id = ${orgId} AND n.robot_id = r.id RETURNING n.former, n.slug
          )
          UPDATE job_runs j SET slug = given.slug FROM given
          WHERE j.robot_id = ${robotId} AND j.org_id = ${orgId} AND j.slug = given.former
            AND given.slug <> given.former AND given.slug = ANY (${textArray(slugs)}::text[])`
      })

      const holdings = SqlSchema.findOne({
        Request: OfRobot,
        Result: Holdings,
        execute: ({ orgId, robotId }) => sql`
          SELECT count(*)::int AS job_run_count, coalesce(sum(pg_column_size(j.*)), 0)::float8 AS bytes_freed
          FROM job_runs j WHERE j.robot_id = ${robotId} AND j.org_id = ${orgId}`
      })

      return JobNameStore.of({
        rename: Effect.fn("JobNameStore.rename")(function* (rename) {
          yield* moveEnded(rename)
          yield* follow(rename)
          yield* keep(rename)
        }, Effect.orDie),
        publish: (publish) => Effect.orDie(moveLate(publish)),
        holdings: (robot) => Effect.orDie(holdings(robot)),
        drop: ({ orgId, robotId }) =>
          Effect.orDie(Effect.asVoid(sql`DELETE FROM job_runs WHERE robot_id = ${robotId} AND org_id = ${orgId}`))
      })
    })
  )
}
