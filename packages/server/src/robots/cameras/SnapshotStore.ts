import { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  robot_id: RobotId,
  slug: Schema.String,
  mime: Schema.String,
  width: Schema.Finite,
  height: Schema.Finite,
  timestamp_ms: Schema.Finite,
  image: Schema.Uint8Array
})
export type Snapshot = typeof Row.Type

const Key = Schema.Struct({ robotId: RobotId, slug: Schema.String })

/** The camera_snapshots table: the newest image of each camera. */
export class SnapshotStore extends Context.Service<
  SnapshotStore,
  {
    /** Replaces what stands. The robot exists. */
    readonly put: (snapshot: Snapshot) => Effect.Effect<void>
    readonly find: (key: typeof Key.Type) => Effect.Effect<Option.Option<Snapshot>>
  }
>()("@fleet/server/SnapshotStore") {
  static readonly layer = Layer.effect(
    SnapshotStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const put = SqlSchema.void({
        Request: Row,
        execute: (row) => sql`
          INSERT INTO camera_snapshots ${sql.insert({ ...row })}
          ON CONFLICT (robot_id, slug) DO UPDATE SET mime = excluded.mime, width = excluded.width,
            height = excluded.height, timestamp_ms = excluded.timestamp_ms, image = excluded.image`
      })
      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ robotId, slug }) =>
          sql`SELECT * FROM camera_snapshots WHERE robot_id = ${robotId} AND slug = ${slug}`
      })
      return SnapshotStore.of({
        put: (snapshot) => Effect.orDie(put(snapshot)),
        find: (key) => Effect.orDie(find(key))
      })
    })
  )
}
