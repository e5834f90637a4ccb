import { Effect, Fiber } from "effect"
import type { SqlClient } from "effect/sql"

/** What the database is kept busy with. */
export type Work = "inserts" | "aggregates"

const rows = 1000

/** A table of its own, so that the service's rules do not thin out what is written. */
export const prepareBusy = (sql: SqlClient.SqlClient) =>
  Effect.andThen(
    sql`CREATE TABLE IF NOT EXISTS bench_rows (series int, timestamp_ms double precision, value jsonb)`,
    sql`INSERT INTO bench_rows SELECT n % 8, n * 100, to_jsonb(n) FROM generate_series(1, 50000) AS n`
  )

const work = (sql: SqlClient.SqlClient): Readonly<Record<Work, Effect.Effect<unknown, unknown>>> => ({
  inserts: sql`
    INSERT INTO bench_rows SELECT * FROM unnest(
      ${Array.from({ length: rows }, (_, n) => n % 8)}::int[],
      ${Array.from({ length: rows }, () => Date.now())}::float8[],
      ${Array.from({ length: rows }, (_, n) => `{"x":${n},"y":${n * 2},"frame":"map"}`)}::jsonb[])`,
  aggregates: sql`
    SELECT date_bin('10 seconds', to_timestamp(timestamp_ms / 1000), 'epoch') AS bucket, avg(value::float8), count(*)
    FROM (SELECT * FROM bench_rows WHERE jsonb_typeof(value) = 'number' LIMIT 50000) AS kept GROUP BY 1`
})

/** Keeps the database busy for so long; answers how many statements it ran. */
export const busyWith =
  (sql: SqlClient.SqlClient) =>
  ({ kind, ms }: { readonly kind: Work; readonly ms: number }): Promise<number> =>
    Effect.runPromise(
      Effect.gen(function* () {
        let done = 0
        const one = Effect.andThen(
          Effect.suspend(() => work(sql)[kind]),
          Effect.sync(() => done++)
        )
        const running = yield* Effect.forkChild(Effect.forever(one))
        yield* Effect.sleep(ms)
        yield* Fiber.interrupt(running)
        return done
      })
    )
