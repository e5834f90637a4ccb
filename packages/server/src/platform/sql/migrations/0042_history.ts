import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Recorded samples by series: the newest as rows, in partitions of an hour, older ones in blocks, in partitions by the day
 * on which they may go. Rows of the table `samples` are moved in the background; `old_slug` names those of a series.
 * They are kept as long as any setting allows until the plan of their org is looked up.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE series (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      robot_id uuid REFERENCES robots ON DELETE SET NULL,
      org_id uuid NOT NULL,
      slug text NOT NULL,
      keep_days integer NOT NULL,
      samples bigint NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      newest_ms double precision,
      old_slug text,
      UNIQUE (robot_id, slug)
    ) WITH (fillfactor = 80)`
  yield* sql`CREATE INDEX series_released ON series (id) WHERE robot_id IS NULL`
  yield* sql`CREATE INDEX series_unmoved ON series (id) WHERE old_slug IS NOT NULL`
  yield* sql`
    CREATE TABLE samples_hot (
      series_id bigint NOT NULL,
      ts double precision NOT NULL,
      value jsonb NOT NULL,
      PRIMARY KEY (series_id, ts)
    ) PARTITION BY RANGE (ts)`
  yield* sql`CREATE TABLE samples_late PARTITION OF samples_hot DEFAULT`
  yield* sql`
    CREATE TABLE blocks (
      series_id bigint NOT NULL,
      from_ts double precision NOT NULL,
      to_ts double precision NOT NULL,
      sum double precision,
      min double precision,
      max double precision,
      drop_day integer NOT NULL,
      n integer NOT NULL,
      numbers integer NOT NULL,
      odd integer NOT NULL,
      chars integer NOT NULL,
      last text,
      body bytea NOT NULL,
      PRIMARY KEY (series_id, from_ts, drop_day)
    ) PARTITION BY RANGE (drop_day)`
  yield* sql`ALTER TABLE blocks ALTER COLUMN body SET STORAGE EXTERNAL`

  yield* sql`
    INSERT INTO series (robot_id, org_id, slug, old_slug, keep_days)
    WITH RECURSIVE found AS (
      (SELECT robot_id, org_id, slug FROM samples ORDER BY robot_id, slug LIMIT 1)
      UNION ALL
      SELECT next.* FROM found, LATERAL (
        SELECT robot_id, org_id, slug FROM samples
        WHERE (robot_id, slug) > (found.robot_id, found.slug) ORDER BY robot_id, slug LIMIT 1) AS next
    )
    SELECT robot_id, org_id, slug, slug, 3650 FROM found`
  yield* sql`
    CREATE VIEW unpacked_samples AS
    SELECT series_id, ts, value FROM samples_hot
    UNION ALL
    SELECT s.id, o.timestamp_ms, o.value
    FROM series s JOIN samples o ON o.robot_id = s.robot_id AND o.slug = s.old_slug`
})
