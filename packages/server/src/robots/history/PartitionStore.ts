import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { hourMs, hourOf } from "./calendar.ts"

/** Any fixed number: processes that add or drop partitions wait for each other here. */
const advisoryLock = 721_465_042

/** Partitions of samples_hot are `samples_hot_<hour>`, those of blocks `blocks_<drop_day>`, both counted since 1970. */
type Parent = "samples_hot" | "blocks"

const Partition = Schema.Struct({ number: Schema.Int })
const Empty = Schema.Struct({ empty: Schema.Boolean })

/** The partitions of recorded samples. */
export class PartitionStore extends Context.Service<
  PartitionStore,
  {
    /** Adds those for rows of this hour and the next. Where late rows of an hour are there already, it gets none. */
    readonly addHours: (nowMs: number) => Effect.Effect<void>
    /** The given drop days whose partition is not known here to be there. */
    readonly missing: (dropDays: Iterable<number>) => ReadonlyArray<number>
    /** In the caller's transaction, or at once outside of one. */
    readonly addDropDays: (dropDays: ReadonlyArray<number>) => Effect.Effect<void>
    /** Drops partitions of hours before a time, as far as they are empty. */
    readonly dropHours: (beforeMs: number) => Effect.Effect<void>
    /** Drops the blocks that are not needed from this day on, and takes them off the counts of their series. */
    readonly dropDays: (day: number) => Effect.Effect<void>
  }
>()("@fleet/server/PartitionStore") {
  static readonly layer = Layer.effect(
    PartitionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* Transaction
      const known: Record<Parent, Set<number>> = { samples_hot: new Set(), blocks: new Set() }
      const nameOf = (parent: Parent, number: number) =>
        sql.literal(`${parent}_${number < 0 ? "m" : ""}${Math.abs(number)}`)

      const list = SqlSchema.findAll({
        Request: Schema.Struct({ parent: Schema.String }),
        Result: Partition,
        execute: ({ parent }) => sql`
          SELECT replace(substring(c.relname FROM '_(m?[0-9]+)$'), 'm', '-')::int AS number
          FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = ${parent}::text::regclass AND c.relname ~ '_m?[0-9]+$' ORDER BY 1`
      })
      const listed = (parent: Parent) =>
        Effect.map(Effect.orDie(list({ parent })), (rows) => rows.map(({ number }) => number))

      /** Attaching needs no lock that keeps readers or writers of the other partitions waiting. */
      const add = (parent: Parent, number: number, [from, to]: readonly [number, number]) =>
        Effect.gen(function* () {
          yield* sql`SELECT pg_advisory_xact_lock(${advisoryLock})`
          if ((yield* listed(parent)).includes(number)) return
          const name = nameOf(parent, number)
          yield* sql`CREATE TABLE ${name} (LIKE ${sql.literal(parent)} INCLUDING ALL)`
          yield* sql`
            ALTER TABLE ${sql.literal(parent)} ATTACH PARTITION ${name}
            FOR VALUES FROM (${sql.literal(String(from))}) TO (${sql.literal(String(to))})`
        }).pipe(Effect.orDie, transaction.run)

      const isLate = SqlSchema.findOne({
        Request: Schema.Struct({ fromMs: Schema.Finite, toMs: Schema.Finite }),
        Result: Empty,
        execute: ({ fromMs, toMs }) => sql`
          SELECT NOT EXISTS (
            SELECT FROM samples_late WHERE ts >= ${fromMs}::float8 AND ts < ${toMs}::float8) AS empty`
      })
      const addHour = Effect.fnUntraced(function* (hour: number) {
        if (known.samples_hot.has(hour)) return
        const bounds = [hour * hourMs, (hour + 1) * hourMs] as const
        const { empty } = yield* Effect.orDie(isLate({ fromMs: bounds[0], toMs: bounds[1] }))
        if (empty) yield* add("samples_hot", hour, bounds)
        known.samples_hot.add(hour)
      })

      /** Gives up where others use the partition for long: the next run drops it. */
      const drop = (work: Effect.Effect<void>) =>
        transaction
          .run(
            Effect.gen(function* () {
              yield* sql`SELECT pg_advisory_xact_lock(${advisoryLock})`
              yield* sql`SELECT set_config('lock_timeout', '2s', true)`
              yield* work
            }).pipe(Effect.orDie)
          )
          .pipe(Effect.catchDefect((defect) => Effect.logWarning("a partition could not be dropped yet", defect)))

      const dropHour = (hour: number) =>
        Effect.gen(function* () {
          const name = nameOf("samples_hot", hour)
          yield* sql`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`
          const [row] = yield* sql<{ readonly empty: boolean }>`SELECT NOT EXISTS (SELECT FROM ${name}) AS empty`
          if (!row!.empty) return
          yield* sql`DROP TABLE ${name}`
          known.samples_hot.delete(hour)
        }).pipe(Effect.orDie)

      const dropDay = (day: number) =>
        Effect.gen(function* () {
          const name = nameOf("blocks", day)
          yield* sql`
            UPDATE series s SET samples = s.samples - b.samples, bytes = s.bytes - b.bytes
            FROM (
              SELECT series_id, sum(n) AS samples, sum(octet_length(body)) AS bytes FROM ${name} GROUP BY 1
            ) AS b
            WHERE s.id = b.series_id`
          yield* sql`DROP TABLE ${name}`
          known.blocks.delete(day)
        }).pipe(Effect.orDie)

      return PartitionStore.of({
        addHours: (nowMs) => Effect.andThen(addHour(hourOf(nowMs)), addHour(hourOf(nowMs) + 1)),
        missing: (dropDays) => [...new Set(dropDays)].filter((day) => !known.blocks.has(day)),
        addDropDays: Effect.fnUntraced(function* (dropDays) {
          for (const day of dropDays) {
            yield* add("blocks", day, [day, day + 1])
            yield* transaction.afterCommit(Effect.sync(() => void known.blocks.add(day)))
          }
        }),
        dropHours: Effect.fnUntraced(function* (beforeMs) {
          for (const hour of yield* listed("samples_hot")) if (hour < hourOf(beforeMs)) yield* drop(dropHour(hour))
        }),
        dropDays: Effect.fnUntraced(function* (day) {
          for (const dropOn of yield* listed("blocks")) if (dropOn <= day) yield* drop(dropDay(dropOn))
        })
      })
    })
  )
}
