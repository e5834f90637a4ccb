import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../../platform/sql/textArray.ts"

const described = {
  robot_id: RobotId,
  slug: Schema.String,
  mime: Schema.String,
  width: Schema.Finite,
  height: Schema.Finite,
  /** By the robot's clock. */
  timestamp_ms: Schema.Finite,
  /** By the cloud's clock. */
  received_at_ms: Schema.Finite
}
const Described = Schema.Struct(described)
export type DescribedSnapshot = typeof Described.Type
const Row = Schema.Struct({ ...described, image: Schema.Uint8Array })
export type Snapshot = typeof Row.Type

const Key = Schema.Struct({ robotId: RobotId, slug: Schema.String })
type Key = typeof Key.Type
const Rename = Schema.Struct({ orgId: OrgId, robotId: RobotId, from: Schema.String, to: Schema.String })
const Keep = Schema.Struct({ orgId: OrgId, robotId: RobotId, slugs: Schema.Array(Schema.String) })

/** The camera_snapshots table: the newest image of each camera. */
export class SnapshotStore extends Context.Service<
  SnapshotStore,
  {
    /** Replaces what stands. The robot exists. */
    readonly put: (snapshot: Snapshot) => Effect.Effect<void>
    readonly find: (key: Key) => Effect.Effect<Option.Option<Snapshot>>
    /** Without the image. */
    readonly describe: (key: Key) => Effect.Effect<Option.Option<DescribedSnapshot>>
    readonly rename: (rename: typeof Rename.Type) => Effect.Effect<void>
    /** Deletes those of cameras that are not among the slugs. */
    readonly keepOnly: (keep: typeof Keep.Type) => Effect.Effect<void>
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
            height = excluded.height, timestamp_ms = excluded.timestamp_ms,
            received_at_ms = excluded.received_at_ms, image = excluded.image`
      })
      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ robotId, slug }) =>
          sql`SELECT * FROM camera_snapshots WHERE robot_id = ${robotId} AND slug = ${slug}`
      })
      const describe = SqlSchema.findOneOption({
        Request: Key,
        Result: Described,
        execute: ({ robotId, slug }) => sql`
          SELECT robot_id, slug, mime, width, height, timestamp_ms, received_at_ms FROM camera_snapshots
          WHERE robot_id = ${robotId} AND slug = ${slug}`
      })
      const rename = SqlSchema.void({
        Request: Rename,
        execute: ({ from, orgId, robotId, to }) => sql`
          WITH old AS (
            DELETE FROM camera_snapshots s USING robots r
            WHERE r.id = ${robotId} AND r.org_id = ${orgId} AND s.robot_id = r.id AND s.slug = ${from}
            RETURNING s.*
          )
          INSERT INTO camera_snapshots (robot_id, slug, mime, width, height, timestamp_ms, received_at_ms, image)
          SELECT robot_id, ${to}::text, mime, width, height, timestamp_ms, received_at_ms, image FROM old
          ON CONFLICT (robot_id, slug) DO UPDATE SET mime = excluded.mime, width = excluded.width,
            height = excluded.height, timestamp_ms = excluded.timestamp_ms,
            received_at_ms = excluded.received_at_ms, image = excluded.image`
      })
      const keepOnly = SqlSchema.void({
        Request: Keep,
        execute: ({ orgId, robotId, slugs }) => sql`
          DELETE FROM camera_snapshots s USING robots r
          WHERE r.id = ${robotId} AND r.org_id = ${orgId} AND s.robot_id = r.id
            AND s.slug <> ALL (${textArray(slugs)}::text[])`
      })
      return SnapshotStore.of({
        put: (snapshot) => Effect.orDie(put(snapshot)),
        find: (key) => Effect.orDie(find(key)),
        describe: (key) => Effect.orDie(describe(key)),
        rename: (names) => Effect.orDie(rename(names)),
        keepOnly: (keep) => Effect.orDie(keepOnly(keep))
      })
    })
  )
}
