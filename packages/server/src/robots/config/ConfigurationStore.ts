import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const OfRobot = Schema.Struct({ orgId: OrgId, robotId: RobotId })
const Holdings = Schema.Struct({ bytes_freed: Schema.Finite, had_unpublished_draft: Schema.Boolean })

/** The draft and the versions of one robot, for its deletion. */
export class ConfigurationStore extends Context.Service<
  ConfigurationStore,
  {
    readonly holdings: (robot: typeof OfRobot.Type) => Effect.Effect<typeof Holdings.Type>
    readonly drop: (robot: typeof OfRobot.Type) => Effect.Effect<void>
  }
>()("@fleet/server/ConfigurationStore") {
  static readonly layer = Layer.effect(
    ConfigurationStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const holdings = SqlSchema.findOne({
        Request: OfRobot,
        Result: Holdings,
        execute: ({ orgId, robotId }) => sql`
          SELECT coalesce(sum(pg_column_size(v.*)), 0)::float8 AS bytes_freed,
            EXISTS (
              SELECT FROM config_drafts d
              WHERE d.robot_id = ${robotId} AND d.org_id = ${orgId} AND d.source IS DISTINCT FROM (
                SELECT source FROM config_versions WHERE robot_id = ${robotId} ORDER BY version DESC LIMIT 1)
            ) AS had_unpublished_draft
          FROM config_versions v WHERE v.robot_id = ${robotId} AND v.org_id = ${orgId}`
      })
      const drop = SqlSchema.void({
        Request: OfRobot,
        execute: ({ orgId, robotId }) => sql`
          WITH drafts AS (DELETE FROM config_drafts WHERE robot_id = ${robotId} AND org_id = ${orgId}),
            current AS (DELETE FROM current_versions WHERE robot_id = ${robotId} AND org_id = ${orgId})
          DELETE FROM config_versions WHERE robot_id = ${robotId} AND org_id = ${orgId}`
      })
      return ConfigurationStore.of({
        holdings: (robot) => Effect.orDie(holdings(robot)),
        drop: (robot) => Effect.orDie(drop(robot))
      })
    })
  )
}
