import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { StoredNames } from "../access/slugNames.ts"

const OfRobot = Schema.Struct({ orgId: OrgId, robotId: RobotId })
const Names = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String))
const Row = Schema.Struct({ names: Names, version: Schema.Int })
const Put = Schema.Struct({ ...OfRobot.fields, names: Schema.fromJsonString(Names) })

/** What the slugs of a robot's versions are called now: a column of its row. */
export class SlugNameStore extends Context.Service<
  SlugNameStore,
  {
    /** With the number of the published version, 0 before the first. In a transaction that has locked the robot. */
    readonly read: (robot: typeof OfRobot.Type) => Effect.Effect<typeof Row.Type>
    readonly put: (robot: typeof OfRobot.Type, names: StoredNames) => Effect.Effect<void>
  }
>()("@fleet/server/SlugNameStore") {
  static readonly layer = Layer.effect(
    SlugNameStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = SqlSchema.findOne({
        Request: OfRobot,
        Result: Row,
        execute: ({ orgId, robotId }) => sql`
          SELECT r.slug_names AS names, coalesce(v.version, 0)::int AS version
          FROM robots r LEFT JOIN current_versions v ON v.robot_id = r.id
          WHERE r.id = ${robotId} AND r.org_id = ${orgId}`
      })
      const put = SqlSchema.void({
        Request: Put,
        execute: ({ names, orgId, robotId }) => sql`
          UPDATE robots SET slug_names = ${names}::jsonb WHERE id = ${robotId} AND org_id = ${orgId}`
      })
      return SlugNameStore.of({
        read: (robot) => Effect.orDie(read(robot)),
        put: (robot, names) => Effect.orDie(put({ ...robot, names }))
      })
    })
  )
}
