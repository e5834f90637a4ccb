import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { ListedBlob } from "../../platform/blobs/BlobStorage.ts"
import { numberArray, textArray } from "../../platform/sql/values.ts"

const Blob = Schema.Struct({ sha256: Schema.String, size: Schema.Finite, at: Schema.Date })
const Adopted = Schema.Struct({
  names: Schema.Array(Schema.String),
  sizes: Schema.Array(Schema.Finite),
  at: Schema.Date
})
const Named = Schema.Struct({ sha256: Schema.String })
const Unused = Schema.Struct({ before: Schema.Date, limit: Schema.Int })

/** The blobs table: which bytes the blob store holds. The bytes of a blob are written and deleted under the lock of its row. */
export class BlobRowStore extends Context.Service<
  BlobRowStore,
  {
    /**
     * Makes the blob a used one, and keeps others from its bytes until the transaction ends. Without an asset it is no
     * more deleted for an hour. Whether its row is a new one.
     */
    readonly hold: (blob: typeof Blob.Type) => Effect.Effect<boolean>
    /** Gives bytes that no row knows a row, as unused since now. */
    readonly adopt: (blobs: ReadonlyArray<ListedBlob>, at: Date) => Effect.Effect<void>
    /** Notes since when blobs are without an asset, and forgets it of those that have one again. */
    readonly noteUnused: (now: Date) => Effect.Effect<void>
    /** Some that have been without an asset since before. */
    readonly unused: (asked: typeof Unused.Type) => Effect.Effect<ReadonlyArray<string>>
    /** Deletes the row of a blob that is still without an asset; its bytes are the caller's until the transaction ends. */
    readonly drop: (sha256: string, before: Date) => Effect.Effect<boolean>
  }
>()("@fleet/server/BlobRowStore") {
  static readonly layer = Layer.effect(
    BlobRowStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hold = SqlSchema.findOne({
        Request: Blob,
        Result: Schema.Struct({ is_new: Schema.Boolean }),
        execute: ({ at, sha256, size }) => sql`
          INSERT INTO blobs (sha256, size_bytes, created_at) VALUES (${sha256}, ${size}::float8::bigint, ${at})
          ON CONFLICT (sha256) DO UPDATE SET unused_since = NULL
          RETURNING xmax = 0 AS is_new`
      })
      const adopt = SqlSchema.void({
        Request: Adopted,
        execute: ({ at, names, sizes }) => sql`
          INSERT INTO blobs (sha256, size_bytes, created_at, unused_since)
          SELECT sha256, size::bigint, ${at}::timestamptz, ${at}::timestamptz
          FROM unnest(${textArray(names)}, ${numberArray(sizes)}) AS listed (sha256, size) ORDER BY sha256
          ON CONFLICT (sha256) DO NOTHING`
      })
      const mark = SqlSchema.void({
        Request: Schema.Date,
        execute: (now) => sql`
          UPDATE blobs SET unused_since = ${now}
          WHERE unused_since IS NULL AND NOT EXISTS (SELECT FROM assets WHERE assets.sha256 = blobs.sha256)`
      })
      const unmark = sql`
        UPDATE blobs SET unused_since = NULL
        WHERE unused_since IS NOT NULL AND EXISTS (SELECT FROM assets WHERE assets.sha256 = blobs.sha256)`
      const unused = SqlSchema.findAll({
        Request: Unused,
        Result: Named,
        execute: ({ before, limit }) => sql`
          SELECT sha256 FROM blobs WHERE unused_since < ${before} ORDER BY unused_since LIMIT ${limit}::int`
      })
      const lock = SqlSchema.findOneOption({
        Request: Schema.Struct({ sha256: Schema.String, before: Schema.Date }),
        Result: Named,
        execute: ({ before, sha256 }) =>
          sql`SELECT sha256 FROM blobs WHERE sha256 = ${sha256} AND unused_since < ${before} FOR UPDATE`
      })
      const drop = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Named,
        execute: (sha256) => sql`
          DELETE FROM blobs WHERE sha256 = ${sha256}
            AND NOT EXISTS (SELECT FROM assets WHERE assets.sha256 = blobs.sha256)
          RETURNING sha256`
      })
      return BlobRowStore.of({
        hold: (blob) => Effect.map(Effect.orDie(hold(blob)), ({ is_new }) => is_new),
        adopt: (blobs, at) =>
          Effect.orDie(adopt({ names: blobs.map(({ sha256 }) => sha256), sizes: blobs.map(({ size }) => size), at })),
        noteUnused: (now) => Effect.orDie(Effect.andThen(unmark, mark(now))),
        unused: (asked) => Effect.map(Effect.orDie(unused(asked)), (rows) => rows.map(({ sha256 }) => sha256)),
        drop: Effect.fnUntraced(function* (sha256, before) {
          // Locked first: what another transaction has added meanwhile is seen by the next statement only.
          if (Option.isNone(yield* Effect.orDie(lock({ sha256, before })))) return false
          return Option.isSome(yield* Effect.orDie(drop(sha256)))
        })
      })
    })
  )
}
