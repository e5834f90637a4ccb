import { Asset, AssetId, UrdfFile } from "@fleet/domain/Assets"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { lockOrgForUpdate } from "../../org/lockOrgForUpdateSql.ts"
import { textArray } from "../../platform/sql/values.ts"

const Row = Schema.Struct({ ...Asset.fields, created_at: Schema.DateTimeUtcFromDate })
const Put = Schema.Struct({ ...Row.fields, org_id: OrgId, uris: Schema.NullOr(Schema.String) })
const OfRobot = Schema.Struct({ orgId: OrgId, robotId: RobotId })
export type OfRobot = typeof OfRobot.Type
const OfAsset = Schema.Struct({ robotId: RobotId, id: AssetId })
const OfRecording = Schema.Struct({ robotId: RobotId, name: Schema.String })
const Named = Schema.Struct({ ...OfRobot.fields, name: Schema.String })

const Urdf = Schema.Struct({ ...Row.fields, uris: Schema.Array(UrdfFile) })
export type Urdf = typeof Urdf.Type

const Holdings = Schema.Struct({ asset_count: Schema.Int, asset_bytes_freed: Schema.Finite })
const Cleared = Schema.Struct({ deleted: Schema.Int, bytes_freed: Schema.Finite })
const Bytes = Schema.Struct({ bytes: Schema.Finite })

/** The assets table. A robot that is gone keeps nothing. */
export class AssetStore extends Context.Service<
  AssetStore,
  {
    /** By name, without recordings. */
    readonly list: (robotId: RobotId) => Effect.Effect<ReadonlyArray<Asset>>
    readonly find: (asset: typeof OfAsset.Type) => Effect.Effect<Option.Option<Asset>>
    /** The file of a recording, by its name. */
    readonly findRecording: (named: typeof OfRecording.Type) => Effect.Effect<Option.Option<Asset>>
    /** The organisation whose robot it is. */
    readonly orgOf: (robotId: RobotId) => Effect.Effect<Option.Option<OrgId>>
    readonly urdf: (robotId: RobotId) => Effect.Effect<Option.Option<Urdf>>
    /** The files that a URDF names, as JSON; none where another URDF has taken its place. */
    readonly uris: (urdf: Asset) => Effect.Effect<Option.Option<string>>
    /** Until the transaction ends the robot is not deleted and its files are not cleared. False if it is gone. */
    readonly lockRobotForUpdate: (robot: OfRobot) => Effect.Effect<boolean>
    /** The same, and others may do so as well. */
    readonly lockRobotForShare: (robot: OfRobot) => Effect.Effect<boolean>
    /** Until the transaction ends no other file is counted against the org's plan. */
    readonly lockOrgForUpdate: (orgId: OrgId) => Effect.Effect<void>
    /** How many bytes a robot's file of that name has; 0 where it has no such file. */
    readonly sizeOf: (named: typeof Named.Type) => Effect.Effect<number>
    /** Under its name, in place of what stood there. The answer has the id of what was there first. */
    readonly put: (asset: Asset, orgId: OrgId, uris: ReadonlyArray<UrdfFile> | null) => Effect.Effect<Asset>
    /** Deletes all but the recordings. */
    readonly clear: (robot: OfRobot) => Effect.Effect<typeof Cleared.Type>
    readonly delete: (ids: ReadonlyArray<AssetId>) => Effect.Effect<void>
    readonly holdings: (robot: OfRobot) => Effect.Effect<typeof Holdings.Type>
    /** Deletes all, of a robot that is deleted. */
    readonly drop: (robot: OfRobot) => Effect.Effect<void>
  }
>()("@fleet/server/AssetStore") {
  static readonly layer = Layer.effect(
    AssetStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`id, robot_id, kind, name, media_type, size_bytes::float8 AS size_bytes, sha256, created_at`
      const list = SqlSchema.findAll({
        Request: RobotId,
        Result: Row,
        execute: (robotId) => sql`
          SELECT ${columns} FROM assets WHERE robot_id = ${robotId} AND kind <> 'recording' ORDER BY name COLLATE "C"`
      })
      const find = SqlSchema.findOneOption({
        Request: OfAsset,
        Result: Row,
        execute: ({ id, robotId }) => sql`SELECT ${columns} FROM assets WHERE id = ${id} AND robot_id = ${robotId}`
      })
      const findRecording = SqlSchema.findOneOption({
        Request: OfRecording,
        Result: Row,
        execute: ({ name, robotId }) =>
          sql`SELECT ${columns} FROM assets WHERE robot_id = ${robotId} AND name = ${name} AND kind = 'recording'`
      })
      const orgOf = SqlSchema.findOneOption({
        Request: RobotId,
        Result: Schema.Struct({ org_id: OrgId }),
        execute: (robotId) => sql`SELECT org_id FROM robots WHERE id = ${robotId}`
      })
      const urdf = SqlSchema.findOneOption({
        Request: RobotId,
        Result: Urdf,
        execute: (robotId) =>
          sql`SELECT ${columns}, coalesce(uris, '[]') AS uris FROM assets WHERE robot_id = ${robotId} AND kind = 'urdf'`
      })
      const uris = SqlSchema.findOneOption({
        Request: Schema.Struct({ robot_id: RobotId, sha256: Schema.String }),
        Result: Schema.Struct({ uris: Schema.String }),
        execute: ({ robot_id, sha256 }) => sql`
          SELECT coalesce(uris, '[]')::text AS uris FROM assets
          WHERE robot_id = ${robot_id} AND kind = 'urdf' AND sha256 = ${sha256}`
      })
      const Found = Schema.Struct({ id: RobotId })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: OfRobot,
        Result: Found,
        execute: ({ orgId, robotId }) =>
          sql`SELECT id FROM robots WHERE id = ${robotId} AND org_id = ${orgId} FOR NO KEY UPDATE`
      })
      const lockForShare = SqlSchema.findOneOption({
        Request: OfRobot,
        Result: Found,
        execute: ({ orgId, robotId }) =>
          sql`SELECT id FROM robots WHERE id = ${robotId} AND org_id = ${orgId} FOR SHARE`
      })
      const sizeOf = SqlSchema.findOne({
        Request: Named,
        Result: Bytes,
        execute: ({ name, orgId, robotId }) => sql`
          SELECT coalesce(sum(size_bytes), 0)::float8 AS bytes FROM assets
          WHERE robot_id = ${robotId} AND org_id = ${orgId} AND name = ${name}`
      })
      const put = SqlSchema.findOne({
        Request: Put,
        Result: Row,
        execute: ({ uris, ...row }) => sql`
          INSERT INTO assets (id, robot_id, org_id, kind, name, media_type, size_bytes, sha256, created_at, uris)
          VALUES (${row.id}, ${row.robot_id}, ${row.org_id}, ${row.kind}, ${row.name}, ${row.media_type},
            ${row.size_bytes}::float8::bigint, ${row.sha256}, ${row.created_at}, ${uris}::jsonb)
          ON CONFLICT (robot_id, name) DO UPDATE SET kind = excluded.kind, media_type = excluded.media_type,
            size_bytes = excluded.size_bytes, sha256 = excluded.sha256, created_at = excluded.created_at,
            uris = excluded.uris
          RETURNING ${columns}`
      })
      const clear = SqlSchema.findOne({
        Request: OfRobot,
        Result: Cleared,
        execute: ({ orgId, robotId }) => sql`
          WITH gone AS (
            DELETE FROM assets WHERE robot_id = ${robotId} AND org_id = ${orgId} AND kind <> 'recording'
            RETURNING size_bytes)
          SELECT count(*)::int AS deleted, coalesce(sum(size_bytes), 0)::float8 AS bytes_freed FROM gone`
      })
      const holdings = SqlSchema.findOne({
        Request: OfRobot,
        Result: Holdings,
        execute: ({ orgId, robotId }) => sql`
          SELECT count(*)::int AS asset_count, coalesce(sum(size_bytes), 0)::float8 AS asset_bytes_freed
          FROM assets WHERE robot_id = ${robotId} AND org_id = ${orgId}`
      })
      return AssetStore.of({
        list: (robotId) => Effect.orDie(list(robotId)),
        find: (asset) => Effect.orDie(find(asset)),
        findRecording: (named) => Effect.orDie(findRecording(named)),
        orgOf: (robotId) =>
          Effect.map(
            Effect.orDie(orgOf(robotId)),
            Option.map(({ org_id }) => org_id)
          ),
        urdf: (robotId) => Effect.orDie(urdf(robotId)),
        uris: (urdf) =>
          Effect.map(
            Effect.orDie(uris(urdf)),
            Option.map(({ uris }) => uris)
          ),
        lockRobotForUpdate: (robot) => Effect.map(Effect.orDie(lockForUpdate(robot)), Option.isSome),
        lockRobotForShare: (robot) => Effect.map(Effect.orDie(lockForShare(robot)), Option.isSome),
        lockOrgForUpdate: (orgId) => Effect.asVoid(lockOrgForUpdate(sql, orgId)),
        sizeOf: (named) => Effect.map(Effect.orDie(sizeOf(named)), ({ bytes }) => bytes),
        put: (asset, org_id, uris) =>
          Effect.orDie(put({ ...asset, org_id, uris: uris === null ? null : JSON.stringify(uris) })),
        clear: (robot) => Effect.orDie(clear(robot)),
        delete: (ids) =>
          Effect.orDie(Effect.asVoid(sql`DELETE FROM assets WHERE id = ANY (${textArray(ids)}::uuid[])`)),
        holdings: (robot) => Effect.orDie(holdings(robot)),
        drop: ({ orgId, robotId }) =>
          Effect.orDie(Effect.asVoid(sql`DELETE FROM assets WHERE robot_id = ${robotId} AND org_id = ${orgId}`))
      })
    })
  )
}
