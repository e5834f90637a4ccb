import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { nameOfPublished, nameOfVersion } from "../stored/slugNamesSql.ts"
import { textArray } from "../../platform/sql/values.ts"
import type { CameraKey } from "./Snapshot.ts"

const Key = Schema.Struct({ robotId: RobotId, slug: Schema.String })
const Camera = Schema.Struct({ ...Key.fields, version: Schema.Int })
const OfRobot = Schema.Struct({ orgId: OrgId, robotId: RobotId })
const Rename = Schema.Struct({ ...OfRobot.fields, from: Schema.String, to: Schema.String })
const Keep = Schema.Struct({ ...OfRobot.fields, slugs: Schema.Array(Schema.String) })
const Named = Schema.Struct({ file: Schema.String })

type Files = Effect.Effect<ReadonlyArray<string>>

/**
 * The camera_stills table: the name of the file that has the newest image of each camera. A row is committed before its file is
 * written, and no name is used again, so that a file without a row stays without an owner.
 */
export class SnapshotStore extends Context.Service<
  SnapshotStore,
  {
    /** By the published slug, or the name that it has now. */
    readonly find: (camera: CameraKey) => Effect.Effect<Option.Option<string>>
    /** That of a slug of a version, named now where there is none. None where the robot is gone, or the camera nameless. */
    readonly claim: (camera: typeof Camera.Type) => Effect.Effect<Option.Option<string>>
    readonly list: (robotId: RobotId) => Files
    /** Within a transaction; answers the files that lost their owner. */
    readonly rename: (rename: typeof Rename.Type) => Files
    /** Drops those of cameras that are not among the slugs, and answers them. */
    readonly keepOnly: (keep: typeof Keep.Type) => Files
    /** Drops those of a robot, and answers them. */
    readonly drop: (robot: typeof OfRobot.Type) => Files
    /** Those of the names that have no owner. Each is a UUID. */
    readonly unknown: (files: ReadonlyArray<string>) => Files
  }
>()("@fleet/server/SnapshotStore") {
  static readonly layer = Layer.effect(
    SnapshotStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Named,
        execute: ({ robotId, slug }) =>
          sql`SELECT file FROM camera_stills WHERE robot_id = ${robotId} AND slug = ${nameOfPublished(sql, robotId, slug)}`
      })
      const named = ({ robotId, slug, version }: typeof Camera.Encoded) => sql`
        (SELECT ${robotId}::uuid AS robot_id, ${slug}::text AS slug, ${String(version)}::text AS version) k
        JOIN robots r ON r.id = k.robot_id AND ${nameOfVersion(sql, "k")} <> ''`
      const findCamera = SqlSchema.findOneOption({
        Request: Camera,
        Result: Named,
        execute: (camera) => sql`
          SELECT file FROM ${named(camera)}
          JOIN camera_stills s ON s.robot_id = r.id AND s.slug = ${nameOfVersion(sql, "k")}`
      })
      const insert = SqlSchema.void({
        Request: Camera,
        execute: (camera) => sql`
          INSERT INTO camera_stills (robot_id, slug) SELECT r.id, ${nameOfVersion(sql, "k")} FROM ${named(camera)}
          FOR KEY SHARE OF r
          ON CONFLICT (robot_id, slug) DO NOTHING`
      })
      const list = SqlSchema.findAll({
        Request: RobotId,
        Result: Named,
        execute: (robotId) => sql`SELECT file FROM camera_stills WHERE robot_id = ${robotId}`
      })
      const dropReplaced = SqlSchema.findAll({
        Request: Rename,
        Result: Named,
        execute: ({ from, orgId, robotId, to }) => sql`
          DELETE FROM camera_stills s USING robots r
          WHERE r.id = ${robotId} AND r.org_id = ${orgId} AND s.robot_id = r.id AND s.slug = ${to}
            AND EXISTS (SELECT FROM camera_stills WHERE robot_id = r.id AND slug = ${from})
          RETURNING file`
      })
      const move = SqlSchema.void({
        Request: Rename,
        execute: ({ from, orgId, robotId, to }) => sql`
          UPDATE camera_stills s SET slug = ${to} FROM robots r
          WHERE r.id = ${robotId} AND r.org_id = ${orgId} AND s.robot_id = r.id AND s.slug = ${from}`
      })
      const keepOnly = SqlSchema.findAll({
        Request: Keep,
        Result: Named,
        execute: ({ orgId, robotId, slugs }) => sql`
          DELETE FROM camera_stills s USING robots r
          WHERE r.id = ${robotId} AND r.org_id = ${orgId} AND s.robot_id = r.id
            AND s.slug <> ALL (${textArray(slugs)}::text[])
          RETURNING file`
      })
      const unknown = SqlSchema.findAll({
        Request: Schema.Array(Schema.String),
        Result: Named,
        execute: (files) => sql`
          SELECT file FROM unnest(${textArray(files)}::uuid[]) AS listed (file)
          WHERE NOT EXISTS (SELECT FROM camera_stills WHERE camera_stills.file = listed.file)`
      })
      const found = <E>(rows: Effect.Effect<Option.Option<typeof Named.Type>, E>) =>
        Effect.map(
          Effect.orDie(rows),
          Option.map(({ file }) => file)
        )
      const all = <E>(rows: Effect.Effect<ReadonlyArray<typeof Named.Type>, E>) =>
        Effect.map(Effect.orDie(rows), (each) => each.map(({ file }) => file))
      return SnapshotStore.of({
        find: (camera) => found(find(camera)),
        claim: Effect.fnUntraced(function* (camera) {
          const before = yield* found(findCamera(camera))
          if (Option.isSome(before)) return before
          yield* Effect.orDie(insert(camera))
          return yield* found(findCamera(camera))
        }),
        list: (robotId) => all(list(robotId)),
        rename: (names) => Effect.tap(all(dropReplaced(names)), Effect.orDie(move(names))),
        keepOnly: (keep) => all(keepOnly(keep)),
        drop: (robot) => all(keepOnly({ ...robot, slugs: [] })),
        unknown: (files) => all(unknown(files))
      })
    })
  )
}
