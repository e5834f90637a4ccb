import { Clock, Effect, Layer, Stream } from "effect"
import { BlobStore } from "../../platform/blobs/BlobStore.ts"
import { every } from "../../platform/schedule/sweep.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { BlobRowStore } from "./BlobRowStore.ts"

const hourMs = 3_600_000

/** How long bytes without an asset are kept, and what an upload that broke off with its process has left. */
const graceMs = hourMs
const droppedAtOnce = 100

/** One round: what is unused is noted, and what has been unused for the grace period is deleted. */
export const sweepBlobs = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const rows = yield* BlobRowStore
  const transaction = yield* Transaction
  const nowMs = yield* Clock.currentTimeMillis
  const [now, before] = [new Date(nowMs), new Date(nowMs - graceMs)]

  yield* blobs.removeUnfinished(before)
  yield* Stream.runForEach(blobs.list, (listed) => rows.adopt(listed, now))
  yield* rows.noteUnused(now)
  for (;;) {
    const unused = yield* rows.unused({ before, limit: droppedAtOnce })
    let dropped = 0
    for (const sha256 of unused) {
      // The row is locked until the bytes are gone: an upload of the same bytes waits, and writes them anew.
      const gone = yield* transaction.run(
        Effect.tap(rows.drop(sha256, before), (was) => (was ? blobs.remove(sha256) : Effect.void))
      )
      if (gone) dropped++
    }
    if (dropped < droppedAtOnce) return
  }
})

export const BlobSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const services = yield* Effect.context<BlobStore | BlobRowStore | Transaction>()
    yield* every("10 minutes", "unused files could not be deleted", Effect.provideContext(sweepBlobs, services))
  })
)
