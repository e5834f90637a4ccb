import { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({ robotId: RobotId, slug: Schema.String })

/** The joint_states table: which datapoint has the positions of a robot's joints. */
export class JointStateStore extends Context.Service<
  JointStateStore,
  {
    readonly find: (robotId: RobotId) => Effect.Effect<string | null>
    readonly put: (row: typeof Row.Type) => Effect.Effect<void>
    readonly clear: (robotId: RobotId) => Effect.Effect<void>
  }
>()("@fleet/server/JointStateStore") {
  static readonly layer = Layer.effect(
    JointStateStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: RobotId,
        Result: Schema.Struct({ slug: Schema.String }),
        execute: (robotId) => sql`SELECT slug FROM joint_states WHERE robot_id = ${robotId}`
      })
      const put = SqlSchema.void({
        Request: Row,
        execute: ({ robotId, slug }) => sql`
          INSERT INTO joint_states (robot_id, slug) SELECT id, ${slug} FROM robots WHERE id = ${robotId}
          ON CONFLICT (robot_id) DO UPDATE SET slug = excluded.slug`
      })
      const clear = SqlSchema.void({
        Request: RobotId,
        execute: (robotId) => sql`DELETE FROM joint_states WHERE robot_id = ${robotId}`
      })
      return JointStateStore.of({
        find: (robotId) => Effect.map(Effect.orDie(find(robotId)), (row) => Option.getOrNull(row)?.slug ?? null),
        put: (row) => Effect.orDie(put(row)),
        clear: (robotId) => Effect.orDie(clear(robotId))
      })
    })
  )
}
