import { Clock, Context, Effect, Layer, Stream } from "effect"
import { BlobStorage } from "../../platform/blobs/BlobStorage.ts"
import { every } from "../../platform/schedule/every.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { BlobRowStore } from "./BlobRowStore.ts"

/** How long bytes without an asset are kept, and what an upload has left whose process was killed. */
const graceMs = 3_600_000
const droppedAtOnce = 100

/** Deletes the bytes that no asset has any more. */
export class BlobSweep extends Context.Service<
  BlobSweep,
  {
    /** Notes what is unused, and deletes what has been unused for an hour. */
    readonly round: Effect.Effect<void>
  }
>()("@fleet/server/BlobSweep") {
  static readonly layer = Layer.effect(
    BlobSweep,
    Effect.gen(function* () {
      const blobs = yield* BlobStorage
      const rows = yield* BlobRowStore
      const transaction = yield* Transaction

      // The row is locked until the bytes are gone: an upload of the same bytes waits, and writes them anew.
      const drop = (sha256: string, before: Date) =>
        transaction.run(Effect.tap(rows.drop(sha256, before), (was) => (was ? blobs.remove(sha256) : Effect.void)))

      const round = Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        const [now, before] = [new Date(nowMs), new Date(nowMs - graceMs)]
        yield* blobs.removeUnfinished(before)
        yield* Stream.runForEach(blobs.list, (listed) => rows.adopt(listed, now))
        yield* rows.noteUnused(now)
        for (let dropped = droppedAtOnce; dropped === droppedAtOnce;) {
          const unused = yield* rows.unused({ before, limit: droppedAtOnce })
          dropped = (yield* Effect.filter(unused, (sha256) => drop(sha256, before))).length
        }
      })
      return BlobSweep.of({ round })
    })
  )
}

export const SweptBlobs = Layer.effectDiscard(
  Effect.flatMap(BlobSweep, ({ round }) => every("10 minutes", "unused files could not be deleted", round))
)
