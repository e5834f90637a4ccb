import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE latency_buckets (
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      bucket_at timestamptz NOT NULL,
      min_ms double precision,
      max_ms double precision,
      sum_ms double precision NOT NULL,
      samples integer NOT NULL,
      online_ms integer NOT NULL,
      PRIMARY KEY (robot_id, bucket_at)
    )`
  yield* sql`CREATE INDEX latency_buckets_by_time ON latency_buckets (bucket_at)`
})
