import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const OfRobot = Schema.Struct({ orgId: OrgId, robotId: RobotId })
const Rename = Schema.Struct({ ...OfRobot.fields, from: Schema.String, to: Schema.String })
const Holdings = Schema.Struct({ job_run_count: Schema.Int, bytes_freed: Schema.Finite })

/** All job runs of one robot: rows of job_runs. */
export class RobotRunStore extends Context.Service<
  RobotRunStore,
  {
    readonly rename: (rename: typeof Rename.Type) => Effect.Effect<void>
    readonly holdings: (robot: typeof OfRobot.Type) => Effect.Effect<typeof Holdings.Type>
    /** Of a robot that is deleted. */
    readonly drop: (robot: typeof OfRobot.Type) => Effect.Effect<void>
  }
>()("@fleet/server/RobotRunStore") {
  static readonly layer = Layer.effect(
    RobotRunStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rename = SqlSchema.void({
        Request: Rename,
        execute: ({ from, orgId, robotId, to }) => sql`
          UPDATE job_runs SET slug = ${to} WHERE robot_id = ${robotId} AND org_id = ${orgId} AND slug = ${from}`
      })
      const holdings = SqlSchema.findOne({
        Request: OfRobot,
        Result: Holdings,
        execute: ({ orgId, robotId }) => sql`
          SELECT count(*)::int AS job_run_count, coalesce(sum(pg_column_size(j.*)), 0)::float8 AS bytes_freed
          FROM job_runs j WHERE j.robot_id = ${robotId} AND j.org_id = ${orgId}`
      })
      return RobotRunStore.of({
        rename: (names) => Effect.orDie(rename(names)),
        holdings: (robot) => Effect.orDie(holdings(robot)),
        drop: ({ orgId, robotId }) =>
          Effect.orDie(Effect.asVoid(sql`DELETE FROM job_runs WHERE robot_id = ${robotId} AND org_id = ${orgId}`))
      })
    })
  )
}
