import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { randomUUID } from "node:crypto"

/** One minute of one robot. */
export interface Minute {
  readonly robotId: RobotId
  readonly at: Date
  readonly min: number | null
  readonly max: number | null
  readonly sum: number
  readonly samples: number
  readonly onlineMs: number
}

const Row = Schema.Struct({
  robot_id: RobotId,
  bucket_at: Schema.DateTimeUtcFromDate,
  min_ms: Schema.NullOr(Schema.Finite),
  avg_ms: Schema.NullOr(Schema.Finite),
  max_ms: Schema.NullOr(Schema.Finite),
  samples: Schema.Int,
  online_ms: Schema.Int
})
export type Row = typeof Row.Type

const Window = Schema.Struct({
  orgId: OrgId,
  from: Schema.Date,
  to: Schema.Date,
  robotId: Schema.NullOr(RobotId),
  limit: Schema.Int
})

/** The latency_buckets table. */
export class LatencyStore extends Context.Service<
  LatencyStore,
  {
    /**
     * Adds to what a minute has already. Robots that are gone are left out. The same minute again, because the answer to
     * it was lost, is not added twice, in whichever array it comes. An array has each minute of a robot once.
     */
    readonly add: (minutes: ReadonlyArray<Minute>) => Effect.Effect<void>
    /** Oldest first. */
    readonly list: (window: typeof Window.Type) => Effect.Effect<ReadonlyArray<Row>>
    readonly deleteBefore: (time: Date) => Effect.Effect<void>
  }
>()("@fleet/server/LatencyStore") {
  static readonly layer = Layer.effect(
    LatencyStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const list = SqlSchema.findAll({
        Request: Window,
        Result: Row,
        execute: ({ from, limit, orgId, robotId, to }) => sql`
          SELECT b.robot_id, b.bucket_at, b.min_ms, b.max_ms, b.samples, b.online_ms,
            b.sum_ms / nullif(b.samples, 0) AS avg_ms
          FROM latency_buckets b JOIN robots r ON r.id = b.robot_id
          WHERE r.org_id = ${orgId} AND b.bucket_at >= ${from} AND b.bucket_at < ${to}
            AND (${robotId}::uuid IS NULL OR b.robot_id = ${robotId}::uuid)
          ORDER BY b.bucket_at, b.robot_id LIMIT ${limit}`
      })
      const writes = new WeakMap<Minute, string>()
      const writeOf = (minute: Minute): string => {
        const write = writes.get(minute) ?? randomUUID()
        writes.set(minute, write)
        return write
      }
      return LatencyStore.of({
        add: (minutes) =>
          sql`
            INSERT INTO latency_buckets AS kept
              (robot_id, bucket_at, min_ms, max_ms, sum_ms, samples, online_ms, last_write)
            SELECT r.id, m.bucket_at, m.min_ms, m.max_ms, m.sum_ms, m.samples, m.online_ms, m.write
            FROM jsonb_to_recordset(${JSON.stringify(
              minutes.map((minute) => ({
                robot_id: minute.robotId,
                bucket_at: minute.at.toISOString(),
                min_ms: minute.min,
                max_ms: minute.max,
                sum_ms: minute.sum,
                samples: minute.samples,
                online_ms: minute.onlineMs,
                write: writeOf(minute)
              }))
            )}::jsonb) AS m (robot_id uuid, bucket_at timestamptz, min_ms float8, max_ms float8, sum_ms float8,
              samples int, online_ms int, write uuid)
            JOIN robots r ON r.id = m.robot_id
            ORDER BY 1, 2
            FOR KEY SHARE OF r
            ON CONFLICT (robot_id, bucket_at) DO UPDATE SET
              min_ms = least(kept.min_ms, excluded.min_ms),
              max_ms = greatest(kept.max_ms, excluded.max_ms),
              sum_ms = kept.sum_ms + excluded.sum_ms,
              samples = kept.samples + excluded.samples,
              online_ms = least(60000, kept.online_ms + excluded.online_ms),
              last_write = excluded.last_write
            WHERE kept.last_write IS DISTINCT FROM excluded.last_write`.pipe(Effect.orDie, Effect.asVoid),
        list: (window) => Effect.orDie(list(window)),
        deleteBefore: (time) =>
          sql`DELETE FROM latency_buckets WHERE bucket_at < ${time}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
