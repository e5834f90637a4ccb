import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { BlockStore } from "./BlockStore.ts"
import { dayOf } from "./calendar.ts"

/** One transaction moves so many rows, and so many characters unless it is one row. */
const most = { rows: 4000, characters: 4_000_000 }

const Unmoved = Schema.Struct({
  id: Schema.Finite,
  robot_id: Schema.String,
  old_slug: Schema.String,
  keep_days: Schema.Int
})
type Unmoved = typeof Unmoved.Type
const Row = Schema.Struct({ ts: Schema.Finite, json: Schema.String })

/** The table `samples`, in which samples were kept a row each before there were blocks. */
export class OldSampleStore extends Context.Service<
  OldSampleStore,
  {
    /**
     * Moves everything into blocks, a bit at a time. Says in the log how far it is. Once all is moved, the table is
     * emptied and left out by reads.
     */
    readonly moveAll: Effect.Effect<void>
    /** Moves some of one series, in the caller's transaction, which has locked it; answers whether there may be more. */
    readonly moveSome: (seriesId: number) => Effect.Effect<boolean>
  }
>()("@fleet/server/OldSampleStore") {
  static readonly layer = Layer.effect(
    OldSampleStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const blocks = yield* BlockStore
      const transaction = yield* Transaction

      const columns = sql.literal("id::float8 AS id, robot_id, old_slug, keep_days")
      const lockSome = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Unmoved,
        execute: () => sql`
          SELECT ${columns} FROM series WHERE old_slug IS NOT NULL AND robot_id IS NOT NULL
          ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`
      })
      const find = SqlSchema.findAll({
        Request: Schema.Finite,
        Result: Unmoved,
        execute: (id) => sql`
          SELECT ${columns} FROM series WHERE id = ${id}::float8::bigint AND old_slug IS NOT NULL AND robot_id IS NOT NULL`
      })

      const first = SqlSchema.findAll({
        Request: Unmoved,
        Result: Schema.Struct({ ts: Schema.Finite, chars: Schema.Int }),
        execute: ({ old_slug, robot_id }) => sql`
          SELECT timestamp_ms AS ts, octet_length(value::text) AS chars FROM samples
          WHERE robot_id = ${robot_id}::uuid AND slug = ${old_slug} ORDER BY timestamp_ms LIMIT ${most.rows}::int`
      })

      const takeTo = SqlSchema.findAll({
        Request: Schema.Struct({ ...Unmoved.fields, toMs: Schema.Finite }),
        Result: Row,
        execute: ({ old_slug, robot_id, toMs }) => sql`
          DELETE FROM samples
          WHERE robot_id = ${robot_id}::uuid AND slug = ${old_slug} AND timestamp_ms <= ${toMs}::float8
          RETURNING floor(timestamp_ms) AS ts, value::text AS json`
      })

      const take = Effect.fnUntraced(function* (series: Unmoved) {
        let characters = 0
        let toMs: number | null = null
        for (const { chars, ts } of yield* first(series)) {
          characters += chars
          if (toMs !== null && characters > most.characters) break
          toMs = ts
        }
        return toMs === null ? [] : yield* takeTo({ ...series, toMs })
      })

      /** Moves some rows; answers how many. */
      const moveSome = Effect.fnUntraced(function* (series: Unmoved) {
        const rows = yield* Effect.orDie(take(series))
        const byTime = new Map(rows.map(({ json, ts }) => [ts, { timestampMs: ts, json }]))
        const samples = [...byTime.values()].sort((a, b) => a.timestampMs - b.timestampMs)
        const today = dayOf(yield* Clock.currentTimeMillis)
        yield* blocks.addAnywhere({ seriesId: series.id, keepDays: series.keep_days, samples }, "kept", today)
        if (rows.length === 0)
          yield* Effect.orDie(sql`UPDATE series SET old_slug = NULL WHERE id = ${series.id}::float8::bigint`)
        return rows.length
      })

      /** Null where nothing is left to others or to this process. */
      const step = transaction.run(
        Effect.gen(function* () {
          const [series] = yield* Effect.orDie(lockSome(undefined))
          return series === undefined ? null : yield* moveSome(series)
        })
      )

      const isRead = Effect.map(
        sql<{ readonly old: boolean }>`
          SELECT pg_get_viewdef('unpacked_samples'::regclass) LIKE '%old_slug%' AS old`,
        ([view]) => view!.old
      )
      // Readers lock the view before the table. One that lasts must not hold up others behind this.
      const close = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SET LOCAL lock_timeout = '1s'`
          yield* sql`
            CREATE OR REPLACE VIEW unpacked_samples AS SELECT series_id, ts, value FROM samples_hot`
          yield* sql`TRUNCATE samples`
        })
      )
      /** A vacuum may come much later, and until then every read passes over the rows that were moved. */
      const closeOnceMoved = Effect.gen(function* () {
        if (!(yield* isRead)) return
        const unmoved = yield* sql`
          SELECT FROM series WHERE old_slug IS NOT NULL AND robot_id IS NOT NULL LIMIT 1`
        if (unmoved.length === 0) yield* close
      }).pipe(
        Effect.catchIf(
          ({ reason }) => reason._tag === "LockTimeoutError",
          () => Effect.logInfo("The table of samples of earlier versions is in use. It is emptied later.")
        ),
        Effect.orDie
      )

      return OldSampleStore.of({
        moveAll: Effect.gen(function* () {
          let moved = 0
          for (let logged = 0; ;) {
            const count = yield* step
            if (count === null) break
            moved += count
            if (moved - logged < 1_000_000) continue
            logged = moved
            yield* Effect.logInfo(`${moved} recorded samples were moved into blocks so far.`)
          }
          if (moved > 0) yield* Effect.logInfo(`All recorded samples are in blocks: ${moved} were moved.`)
          yield* closeOnceMoved
        }),
        moveSome: Effect.fnUntraced(function* (seriesId) {
          const [series] = yield* Effect.orDie(find(seriesId))
          return series !== undefined && (yield* moveSome(series)) > 0
        })
      })
    })
  )
}
