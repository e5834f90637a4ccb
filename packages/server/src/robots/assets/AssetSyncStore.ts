import { AssetFailure, AssetSyncId } from "@fleet/domain/Assets"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"

const FirstEnd = Schema.Struct({
  done: Schema.Finite,
  total: Schema.Finite,
  failed: Schema.Array(AssetFailure),
  stored: Schema.Int
})

const Row = Schema.Struct({
  id: AssetSyncId,
  robot_id: RobotId,
  org_id: OrgId,
  state: Schema.Literals(["running", "succeeded", "failed"]),
  /** Files that the bridge was asked for. */
  requested: Schema.Int,
  /** Those of them that were meshes and textures, as they were named. */
  meshes: Schema.Array(Schema.String),
  round: Schema.Int,
  done: Schema.Finite,
  total: Schema.Finite,
  stored: Schema.Int,
  failed: Schema.Array(AssetFailure),
  reason: Schema.NullOr(Schema.String),
  /** Why the last URDF that was uploaded for it was refused. */
  urdf_refusal: Schema.NullOr(Schema.String),
  /** The report that ended the first of two rounds. */
  first_end: Schema.NullOr(FirstEnd),
  started_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})
export type SyncRow = typeof Row.Type

const { failed: _failed, first_end: _firstEnd, meshes: _meshes, urdf_refusal: _refusal, ...plain } = Row.fields
const Written = Schema.Struct({
  ...plain,
  failed: Schema.String,
  first_end: Schema.NullOr(Schema.String),
  meshes: Schema.String
})
const OfRobot = Schema.Struct({ robotId: RobotId, id: AssetSyncId })
const Silent = Schema.Struct({ before: Schema.Date, now: Schema.Date })
const Stored = Schema.Struct({ id: AssetSyncId, isUrdf: Schema.Boolean, now: Schema.Date })
const Refused = Schema.Struct({ id: AssetSyncId, why: Schema.String, now: Schema.Date })

/** How many ended syncs of a robot are kept. */
const kept = 20

/** The asset_syncs table. At most one sync of a robot is running; `updated_at` is its lease. */
export class AssetSyncStore extends Context.Service<
  AssetSyncStore,
  {
    readonly find: (sync: typeof OfRobot.Type) => Effect.Effect<Option.Option<SyncRow>>
    readonly running: (robotId: RobotId) => Effect.Effect<Option.Option<SyncRow>>
    /** The running sync of that id, locked until the transaction ends. */
    readonly lockRunningForUpdate: (id: AssetSyncId) => Effect.Effect<Option.Option<SyncRow>>
    /** Replaces the row, which is locked, or is new. */
    readonly put: (row: SyncRow) => Effect.Effect<void>
    /** Counts a file that arrived. */
    readonly countStored: (stored: typeof Stored.Type) => Effect.Effect<void>
    /** Keeps why the URDF of a running sync was refused. */
    readonly noteRefusal: (refused: typeof Refused.Type) => Effect.Effect<void>
    /** Running syncs without a report since `before` end as failed. */
    readonly endSilent: (silent: typeof Silent.Type) => Effect.Effect<void>
    /** Drops what is more than is kept of a robot. */
    readonly trim: (robotId: RobotId) => Effect.Effect<void>
  }
>()("@fleet/server/AssetSyncStore") {
  static readonly layer = Layer.effect(
    AssetSyncStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: OfRobot,
        Result: Row,
        execute: ({ id, robotId }) => sql`SELECT * FROM asset_syncs WHERE id = ${id} AND robot_id = ${robotId}`
      })
      const running = SqlSchema.findOneOption({
        Request: RobotId,
        Result: Row,
        execute: (robotId) => sql`SELECT * FROM asset_syncs WHERE robot_id = ${robotId} AND state = 'running'`
      })
      const lockRunning = SqlSchema.findOneOption({
        Request: AssetSyncId,
        Result: Row,
        execute: (id) => sql`SELECT * FROM asset_syncs WHERE id = ${id} AND state = 'running' FOR UPDATE`
      })
      const put = SqlSchema.void({
        Request: Written,
        execute: (row) => sql`
          INSERT INTO asset_syncs (id, robot_id, org_id, state, requested, meshes, round, done, total, stored, failed,
            reason, first_end, started_at, updated_at)
          VALUES (${row.id}, ${row.robot_id}, ${row.org_id}, ${row.state}, ${row.requested}, ${row.meshes}::jsonb,
            ${row.round}, ${row.done}, ${row.total}, ${row.stored}, ${row.failed}::jsonb, ${row.reason},
            ${row.first_end}::jsonb, ${row.started_at}, ${row.updated_at})
          ON CONFLICT (id) DO UPDATE SET state = excluded.state, requested = excluded.requested,
            meshes = excluded.meshes, round = excluded.round, done = excluded.done, total = excluded.total,
            stored = excluded.stored, failed = excluded.failed, reason = excluded.reason,
            first_end = excluded.first_end, updated_at = excluded.updated_at`
      })
      const countStored = SqlSchema.void({
        Request: Stored,
        execute: ({ id, isUrdf, now }) => sql`
          UPDATE asset_syncs SET stored = stored + 1, updated_at = ${now},
            urdf_refusal = CASE WHEN ${isUrdf} THEN NULL ELSE urdf_refusal END
          WHERE id = ${id}`
      })
      const noteRefusal = SqlSchema.void({
        Request: Refused,
        execute: ({ id, now, why }) => sql`
          UPDATE asset_syncs SET urdf_refusal = ${why}, updated_at = ${now} WHERE id = ${id} AND state = 'running'`
      })
      const endSilent = SqlSchema.void({
        Request: Silent,
        execute: ({ before, now }) => sql`
          UPDATE asset_syncs SET state = 'failed', reason = 'timeout', updated_at = ${now}
          WHERE id IN (
            SELECT id FROM asset_syncs WHERE state = 'running' AND updated_at <= ${before} FOR UPDATE SKIP LOCKED)`
      })
      const trim = SqlSchema.void({
        Request: RobotId,
        execute: (robotId) => sql`
          DELETE FROM asset_syncs WHERE id IN (
            SELECT id FROM asset_syncs WHERE robot_id = ${robotId} AND state <> 'running'
            ORDER BY started_at DESC OFFSET ${kept}::int)`
      })
      return AssetSyncStore.of({
        find: (sync) => Effect.orDie(find(sync)),
        running: (robotId) => Effect.orDie(running(robotId)),
        lockRunningForUpdate: (id) => Effect.orDie(lockRunning(id)),
        put: (row) =>
          Effect.orDie(
            put({
              ...row,
              failed: replaceUnstorableChars(JSON.stringify(row.failed)),
              first_end: row.first_end === null ? null : replaceUnstorableChars(JSON.stringify(row.first_end)),
              meshes: JSON.stringify(row.meshes)
            })
          ),
        countStored: (stored) => Effect.orDie(countStored(stored)),
        noteRefusal: (refused) => Effect.orDie(noteRefusal(refused)),
        endSilent: (silent) => Effect.orDie(endSilent(silent)),
        trim: (robotId) => Effect.orDie(trim(robotId))
      })
    })
  )
}
