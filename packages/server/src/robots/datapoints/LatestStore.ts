import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { nameOfPublished, nameOfVersion } from "../stored/slugNamesSql.ts"
import { inBatches } from "../../platform/sql/inBatches.ts"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"

const Key = Schema.Struct({ robotId: RobotId, slug: Schema.String })
const Value = Schema.Struct({ json: Schema.String, timestampMs: Schema.Finite })
/** A slug of a version of the configuration, or without one a name of now. */
const VersionedKey = Schema.Struct({ ...Key.fields, version: Schema.optionalKey(Schema.Int) })
/** A value as it is kept: its JSON text, and its capture time. */
const Row = Schema.Struct({ ...VersionedKey.fields, ...Value.fields })
const OfRobot = Schema.Struct({ orgId: OrgId, robotId: RobotId })
const Rename = Schema.Struct({ ...OfRobot.fields, from: Schema.String, to: Schema.String })
export type LatestRow = typeof Row.Type

/** A value to be kept, and when it came to the process that writes it; without that it counts as the newest. */
interface NewRow extends LatestRow {
  readonly arrivedMs?: number
}

/** A value that came so much later than the one to be written is of a clock that was set back since. */
const clockSetBackMs = 300_000

/** The latest_values table. */
export class LatestStore extends Context.Service<
  LatestStore,
  {
    /** By the published slug, or the name that it has now. */
    readonly find: (key: typeof Key.Type) => Effect.Effect<Option.Option<typeof Value.Type>>
    readonly list: (keys: ReadonlyArray<typeof VersionedKey.Type>) => Effect.Effect<ReadonlyArray<LatestRow>>
    /**
     * Replaces what came earlier; what came later stays. Values of robots that are gone are dropped. Dies where the
     * database refuses a value; what was written before it is written again without harm.
     */
    readonly write: (rows: ReadonlyArray<NewRow>) => Effect.Effect<void>
    /** Replaces what the new slug has. */
    readonly rename: (rename: typeof Rename.Type) => Effect.Effect<void>
    readonly bytesOf: (robot: typeof OfRobot.Type) => Effect.Effect<number>
    readonly drop: (robot: typeof OfRobot.Type) => Effect.Effect<void>
  }
>()("@fleet/server/LatestStore") {
  static readonly layer = Layer.effect(
    LatestStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(`value::text AS json, timestamp_ms AS "timestampMs"`)
      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Value,
        execute: ({ robotId, slug }) =>
          sql`SELECT ${columns} FROM latest_values WHERE robot_id = ${robotId} AND slug = ${nameOfPublished(sql, robotId, slug)}`
      })
      const list = SqlSchema.findAll({
        Request: Schema.Array(VersionedKey),
        Result: Row,
        execute: (keys) => sql`
          SELECT r.id AS "robotId", k.slug, ${columns}
          FROM unnest(
            ${keys.map((key) => key.robotId)}::text[],
            ${keys.map((key) => key.slug)}::text[],
            ${keys.map(({ version = 0 }) => String(version))}::text[]
          ) AS k (robot_id, slug, version)
          JOIN robots r ON r.id = k.robot_id::uuid
          JOIN latest_values l ON l.robot_id = r.id AND l.slug = ${nameOfVersion(sql, "k")}`
      })
      // In key order, so that two processes that write the same keys cannot deadlock. The lock keeps a robot from being
      // deleted in between.
      const write = (rows: ReadonlyArray<NewRow>) => sql`
          INSERT INTO latest_values AS l (robot_id, slug, value, timestamp_ms, arrived_ms)
          SELECT r.id, ${nameOfVersion(sql, "s")}, s.value::jsonb, s.timestamp_ms::float8,
            nullif(s.arrived_ms, '')::float8
          FROM unnest(
            ${rows.map((row) => row.robotId)}::text[],
            ${rows.map((row) => row.slug)}::text[],
            ${rows.map(({ version = 0 }) => String(version))}::text[],
            ${rows.map((row) => replaceUnstorableChars(row.json))}::text[],
            ${rows.map((row) => String(row.timestampMs))}::text[],
            ${rows.map(({ arrivedMs }) => String(arrivedMs ?? ""))}::text[]
          ) AS s (robot_id, slug, version, value, timestamp_ms, arrived_ms)
          JOIN robots r ON r.id = s.robot_id::uuid AND ${nameOfVersion(sql, "s")} <> ''
          ORDER BY 1, 2
          FOR KEY SHARE OF r
          ON CONFLICT (robot_id, slug) DO UPDATE
          SET value = excluded.value, timestamp_ms = excluded.timestamp_ms, arrived_ms = excluded.arrived_ms
          WHERE (l.arrived_ms BETWEEN excluded.arrived_ms AND excluded.arrived_ms + ${clockSetBackMs}::float8
            AND l.arrived_ms <> excluded.arrived_ms) IS NOT TRUE`
      const rename = SqlSchema.void({
        Request: Rename,
        execute: ({ from, orgId, robotId, to }) => sql`
          WITH old AS (
            DELETE FROM latest_values l USING robots r
            WHERE r.id = ${robotId} AND r.org_id = ${orgId} AND l.robot_id = r.id AND l.slug = ${from}
            RETURNING l.robot_id, l.value, l.timestamp_ms, l.arrived_ms
          )
          INSERT INTO latest_values (robot_id, slug, value, timestamp_ms, arrived_ms)
          SELECT robot_id, ${to}::text, value, timestamp_ms, arrived_ms FROM old
          ON CONFLICT (robot_id, slug) DO UPDATE
          SET value = excluded.value, timestamp_ms = excluded.timestamp_ms, arrived_ms = excluded.arrived_ms`
      })
      const bytesOf = SqlSchema.findOne({
        Request: OfRobot,
        Result: Schema.Struct({ bytes: Schema.Finite }),
        execute: ({ orgId, robotId }) => sql`
          SELECT coalesce(sum(pg_column_size(l.*)), 0)::float8 AS bytes
          FROM latest_values l JOIN robots r ON r.id = l.robot_id WHERE r.id = ${robotId} AND r.org_id = ${orgId}`
      })
      const drop = SqlSchema.void({
        Request: OfRobot,
        execute: ({ orgId, robotId }) => sql`
          DELETE FROM latest_values l USING robots r
          WHERE r.id = ${robotId} AND r.org_id = ${orgId} AND l.robot_id = r.id`
      })
      return LatestStore.of({
        find: (key) => Effect.orDie(find(key)),
        list: (keys) => Effect.orDie(list(keys)),
        write: (rows) =>
          Effect.orDie(
            Effect.forEach(
              inBatches(rows, ({ json }) => json),
              write,
              { discard: true }
            )
          ),
        rename: (names) => Effect.orDie(rename(names)),
        bytesOf: (robot) => Effect.map(Effect.orDie(bytesOf(robot)), ({ bytes }) => bytes),
        drop: (robot) => Effect.orDie(drop(robot))
      })
    })
  )
}
