import { Context, Effect, Layer, Stream } from "effect"
import { BlobStorage } from "../../platform/blobs/BlobStorage.ts"
import { every } from "../../platform/schedule/every.ts"
import { SnapshotStore } from "./SnapshotStore.ts"

const removedAtOnce = 8
const fileName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Deletes images whose camera or robot is gone, where that did not happen at once: the process was killed, or wrote one late. */
export class SnapshotSweep extends Context.Service<SnapshotSweep, { readonly round: Effect.Effect<void> }>()(
  "@fleet/server/SnapshotSweep"
) {
  static readonly layer = Layer.effect(
    SnapshotSweep,
    Effect.gen(function* () {
      const { named } = yield* BlobStorage
      const store = yield* SnapshotStore
      const round = Stream.runForEach(named.list, (names) =>
        Effect.flatMap(store.unknown(names.filter((name) => fileName.test(name))), (files) =>
          Effect.forEach(files, named.remove, { concurrency: removedAtOnce, discard: true })
        )
      )
      return SnapshotSweep.of({ round })
    })
  )
}

export const SweptSnapshots = Layer.effectDiscard(
  Effect.flatMap(SnapshotSweep, ({ round }) => every("10 minutes", "images of no camera could not be deleted", round))
)
