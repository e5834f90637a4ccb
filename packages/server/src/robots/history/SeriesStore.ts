import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { findRows } from "../../platform/sql/findRows.ts"
import { nameOfVersion } from "../stored/slugNamesSql.ts"
import { numberArray, textArray } from "../../platform/sql/values.ts"

/**
 * The series of a datapoint, by a slug of a version of the configuration, or by its name of now. `keepDays` counts where it
 * is made.
 */
export interface SeriesName {
  readonly robotId: RobotId
  readonly slug: string
  readonly version?: number
  readonly keepDays: number
}

const Found = Schema.Struct({
  /** Where in the list its name is. */
  place: Schema.Finite,
  id: Schema.Finite,
  newest_ms: Schema.NullOr(Schema.Finite)
})

/** How long the blocks of a series are kept. */
export const Kept = Schema.Struct({ id: Schema.Finite, keep_days: Schema.Int })
export type Kept = typeof Kept.Type
const OfRobot = Schema.Struct({ orgId: OrgId, robotId: RobotId })
const Named = Schema.Struct({ ...OfRobot.fields, slug: Schema.String })
const Holdings = Schema.Struct({ sample_rows: Schema.Int, bytes_freed: Schema.Finite })
const OrgBytes = Schema.Struct({ orgId: OrgId, bytes: Schema.Finite })

/** The series of recorded samples: which there are, and what they hold. */
export class SeriesStore extends Context.Service<
  SeriesStore,
  {
    /** Makes those that are missing. Answers those of robots that there are, each with the newest time it keeps. */
    readonly find: (names: ReadonlyArray<SeriesName>) => Effect.Effect<ReadonlyArray<typeof Found.Type>>
    /** What each org keeps in blocks. */
    readonly bytesByOrg: Effect.Effect<ReadonlyArray<typeof OrgBytes.Type>>
    /** Locks some series after an id that keep rows from before a time, for the compaction of those; others' are skipped. */
    readonly lockUncompacted: (afterId: number, beforeMs: number, limit: number) => Effect.Effect<ReadonlyArray<Kept>>
    readonly isRecorded: (datapoint: typeof Named.Type) => Effect.Effect<boolean>
    readonly holdings: (robot: typeof OfRobot.Type) => Effect.Effect<typeof Holdings.Type>
    /** Leaves the history of a robot without an owner. It is gone for readers, and deleted in the background. */
    readonly release: (robot: typeof OfRobot.Type) => Effect.Effect<void>
    /** Deletes one series that has no owner, with all that it holds; false where none is left. In a transaction. */
    readonly deleteReleased: Effect.Effect<boolean>
    /** Keeps the blocks of some series of these orgs as long as their plan says now; answers how many. In a transaction. */
    readonly adjustKeepDays: (
      orgs: ReadonlyArray<{ readonly orgId: OrgId; readonly days: number }>,
      apply: (series: Kept, days: number) => Effect.Effect<void>
    ) => Effect.Effect<number>
  }
>()("@fleet/server/SeriesStore") {
  static readonly layer = Layer.effect(
    SeriesStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const find = findRows(
        Found,
        (names: ReadonlyArray<SeriesName>) => sql`
          WITH named AS (
            SELECT n.robot_id::uuid AS robot_id, n.slug, n.version, n.keep_days::int AS keep_days, n.place FROM unnest(
              ${textArray(names.map(({ robotId }) => robotId))}::text[],
              ${textArray(names.map(({ slug }) => slug))}::text[],
              ${textArray(names.map(({ version = 0 }) => String(version)))}::text[],
              ${numberArray(names.map(({ keepDays }) => keepDays))}::float8[]
            ) WITH ORDINALITY AS n (robot_id, slug, version, keep_days, place)
          ), missing AS (
            SELECT r.id, r.org_id, ${nameOfVersion(sql, "n")} AS slug, n.keep_days, n.place
            FROM named n JOIN robots r ON r.id = n.robot_id AND ${nameOfVersion(sql, "n")} <> ''
            WHERE NOT EXISTS (SELECT FROM series s WHERE s.robot_id = r.id AND s.slug = ${nameOfVersion(sql, "n")})
            FOR KEY SHARE OF r
          ), made AS (
            INSERT INTO series (robot_id, org_id, slug, keep_days) SELECT id, org_id, slug, keep_days FROM missing
            ON CONFLICT DO NOTHING
            RETURNING id, robot_id, slug
          )
          SELECT m.place::float8 - 1 AS place, made.id::float8 AS id, NULL::float8 AS newest_ms
          FROM made JOIN missing m ON m.id = made.robot_id AND m.slug = made.slug
          UNION ALL
          SELECT n.place::float8 - 1, s.id::float8, greatest(
            s.newest_ms,
            (SELECT max(h.ts) FROM samples_hot h WHERE h.series_id = s.id),
            CASE WHEN s.old_slug IS NOT NULL THEN (
              SELECT max(o.timestamp_ms) FROM samples o WHERE o.robot_id = s.robot_id AND o.slug = s.old_slug) END
          )
          FROM named n JOIN robots r ON r.id = n.robot_id
          JOIN series s ON s.robot_id = r.id AND s.slug = ${nameOfVersion(sql, "n")}`
      )

      const bytesByOrg = SqlSchema.findAll({
        Request: Schema.Void,
        Result: OrgBytes,
        execute: () => sql`
          SELECT org_id AS "orgId", sum(bytes)::float8 AS bytes FROM series WHERE robot_id IS NOT NULL GROUP BY org_id`
      })

      const lockUncompacted = SqlSchema.findAll({
        Request: Schema.Struct({ afterId: Schema.Finite, beforeMs: Schema.Finite, limit: Schema.Int }),
        Result: Kept,
        execute: ({ afterId, beforeMs, limit }) => sql`
          SELECT s.id::float8 AS id, s.keep_days FROM series s
          WHERE s.id > ${afterId}::float8::bigint AND s.robot_id IS NOT NULL
            AND EXISTS (SELECT FROM samples_hot h WHERE h.series_id = s.id AND h.ts < ${beforeMs}::float8)
          ORDER BY s.id LIMIT ${limit}::int FOR NO KEY UPDATE OF s SKIP LOCKED`
      })

      const isRecorded = SqlSchema.findOne({
        Request: Named,
        Result: Schema.Struct({ is: Schema.Boolean }),
        execute: ({ orgId, robotId, slug }) => sql`
          SELECT EXISTS (
            SELECT FROM series s WHERE s.robot_id = ${robotId} AND s.org_id = ${orgId} AND s.slug = ${slug}
              AND (s.samples > 0 OR EXISTS (SELECT FROM unpacked_samples u WHERE u.series_id = s.id))
          ) AS is`
      })

      const holdings = SqlSchema.findOne({
        Request: OfRobot,
        Result: Holdings,
        execute: ({ orgId, robotId }) => sql`
          SELECT (coalesce(sum(t.samples), 0) + coalesce(sum(u.rows), 0))::int AS sample_rows,
            (coalesce(sum(t.bytes), 0) + coalesce(sum(u.bytes), 0))::float8 AS bytes_freed
          FROM series t, LATERAL (
            SELECT count(*) AS rows, coalesce(sum(pg_column_size(value)), 0) AS bytes
            FROM unpacked_samples WHERE series_id = t.id) u
          WHERE t.robot_id = ${robotId} AND t.org_id = ${orgId}`
      })

      const lockReleased = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Schema.Struct({ id: Schema.String }),
        execute: () => sql`
          SELECT id::text AS id FROM series WHERE robot_id IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`
      })

      const lockOtherwiseKept = findRows(
        Schema.Struct({ ...Kept.fields, days: Schema.Int }),
        (orgs: ReadonlyArray<{ readonly orgId: OrgId; readonly days: number }>) => sql`
          SELECT s.id::float8 AS id, s.keep_days, o.days::int AS days FROM unnest(
            ${textArray(orgs.map(({ orgId }) => orgId))}::text[], ${numberArray(orgs.map(({ days }) => days))}::float8[]
          ) AS o (org_id, days)
          JOIN series s ON s.org_id = o.org_id::uuid AND s.keep_days <> o.days::int
          WHERE s.robot_id IS NOT NULL ORDER BY s.id LIMIT 20 FOR NO KEY UPDATE OF s SKIP LOCKED`
      )

      return SeriesStore.of({
        find,
        bytesByOrg: Effect.orDie(Effect.suspend(() => bytesByOrg(undefined))),
        lockUncompacted: (afterId, beforeMs, limit) => Effect.orDie(lockUncompacted({ afterId, beforeMs, limit })),
        isRecorded: (datapoint) => Effect.map(Effect.orDie(isRecorded(datapoint)), ({ is }) => is),
        holdings: (robot) => Effect.orDie(holdings(robot)),
        release: ({ orgId, robotId }) =>
          sql`UPDATE series SET robot_id = NULL WHERE robot_id = ${robotId} AND org_id = ${orgId}`.pipe(
            Effect.andThen(sql`DELETE FROM samples WHERE robot_id = ${robotId} AND org_id = ${orgId}`),
            Effect.orDie,
            Effect.asVoid
          ),
        deleteReleased: Effect.gen(function* () {
          const [series] = yield* lockReleased(undefined)
          if (series === undefined) return false
          yield* sql`DELETE FROM blocks WHERE series_id = ${series.id}::bigint`
          yield* sql`DELETE FROM samples_hot WHERE series_id = ${series.id}::bigint`
          yield* sql`DELETE FROM series WHERE id = ${series.id}::bigint`
          return true
        }).pipe(Effect.orDie),
        adjustKeepDays: Effect.fnUntraced(function* (orgs, apply) {
          const found = yield* lockOtherwiseKept(orgs)
          for (const { days, ...series } of found) yield* apply(series, days)
          return found.length
        })
      })
    })
  )
}
