import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Cutoff } from "../../plans/Retention.ts"
import { writeSkippingRejectedRows } from "../../platform/sql/writeSkippingRejectedRows.ts"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"

/** A sample to be kept unless another of its datapoint lies nearer than `gapMs`. */
export interface Candidate {
  readonly robotId: RobotId
  readonly orgId: OrgId
  readonly slug: string
  readonly timestampMs: number
  readonly gapMs: number
  readonly json: string
}

/** A candidate that was not kept, and the kept sample that is too near to it; null where its value is at fault. */
const Refused = Schema.Struct({
  robotId: RobotId,
  orgId: OrgId,
  slug: Schema.String,
  timestampMs: Schema.Finite,
  nearMs: Schema.NullOr(Schema.Finite)
})
export type Refused = typeof Refused.Type

const OrgBytes = Schema.Struct({ orgId: OrgId, bytes: Schema.Finite })

/** The samples table, as it is written. */
export class RecordingStore extends Context.Service<
  RecordingStore,
  {
    /** Candidates of robots that are gone are dropped. Those of one call must not be too near to each other. */
    readonly write: (candidates: ReadonlyArray<Candidate>) => Effect.Effect<ReadonlyArray<Refused>>
    /** Deletes what was captured before an org's cutoff. */
    readonly deleteOld: (cutoffs: ReadonlyArray<Cutoff>) => Effect.Effect<void>
    /** An estimate of what each org keeps. */
    readonly bytesByOrg: Effect.Effect<ReadonlyArray<typeof OrgBytes.Type>>
  }
>()("@fleet/server/RecordingStore") {
  static readonly layer = Layer.effect(
    RecordingStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const write = writeSkippingRejectedRows(
        (rows: ReadonlyArray<Candidate>) => sql`
          WITH candidates AS (
            SELECT r.id AS robot_id, r.org_id, s.slug, s.value::jsonb, s.at::float8 AS at, (
              SELECT max(kept.timestamp_ms) FROM samples kept
              WHERE kept.robot_id = r.id AND kept.slug = s.slug
                AND kept.timestamp_ms > s.at::float8 - s.gap::float8
                AND kept.timestamp_ms < s.at::float8 + s.gap::float8
            ) AS near
            FROM unnest(
              ${rows.map((row) => row.robotId)}::text[],
              ${rows.map((row) => row.slug)}::text[],
              ${rows.map((row) => replaceUnstorableChars(row.json))}::text[],
              ${rows.map((row) => String(row.timestampMs))}::text[],
              ${rows.map((row) => String(row.gapMs))}::text[]
            ) AS s (robot_id, slug, value, at, gap)
            JOIN robots r ON r.id = s.robot_id::uuid
            FOR KEY SHARE OF r
          ), kept AS (
            INSERT INTO samples (robot_id, org_id, slug, timestamp_ms, value)
            SELECT robot_id, org_id, slug, at, value FROM candidates WHERE near IS NULL
            ON CONFLICT DO NOTHING
          )
          SELECT robot_id AS "robotId", org_id AS "orgId", slug, at AS "timestampMs", near AS "nearMs"
          FROM candidates WHERE near IS NOT NULL`,
        ({ orgId, robotId, slug, timestampMs }) => [{ robotId, orgId, slug, timestampMs, nearMs: null }]
      )
      const refused = Schema.decodeUnknownEffect(Schema.Array(Refused))
      const bytesByOrg = SqlSchema.findAll({
        Request: Schema.Void,
        Result: OrgBytes,
        execute: () => sql`
          SELECT org_id AS "orgId", sum(pg_column_size(samples.*))::float8 AS bytes FROM samples GROUP BY org_id`
      })
      return RecordingStore.of({
        write: (candidates) => Effect.orDie(Effect.flatMap(write(candidates), refused)),
        // No index leads to old samples: one pass over the table does for every org.
        deleteOld: (cutoffs) =>
          sql`
            DELETE FROM samples s
            USING unnest(
              ${cutoffs.map(({ orgId }) => orgId)}::uuid[],
              ${cutoffs.map(({ before }) => before.getTime())}::float8[]
            ) AS o (org_id, before_ms)
            WHERE s.org_id = o.org_id AND s.timestamp_ms < o.before_ms`.pipe(Effect.orDie, Effect.asVoid),
        bytesByOrg: Effect.orDie(bytesByOrg())
      })
    })
  )
}
