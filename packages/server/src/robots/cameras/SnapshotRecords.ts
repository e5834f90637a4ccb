import { Context, Effect, FiberSet, Layer, Option } from "effect"
import { BlobStorage } from "../../platform/blobs/BlobStorage.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { RobotRecords } from "../stored/RobotRecords.ts"
import type { CameraKey, DescribedSnapshot, Snapshot } from "./Snapshot.ts"
import { decodeFile, decodeHeadOf, encodeFile, longestHead } from "./snapshotFile.ts"
import { SnapshotStore } from "./SnapshotStore.ts"

/** Files that are read or removed at once, of one request. */
const atOnce = 8

/** The newest image of each camera, as it is stored: a file of the blob store, and a row that has its name. */
export class SnapshotRecords extends Context.Service<
  SnapshotRecords,
  {
    /** Replaces what stands; nothing where the robot is gone. Two of one camera at a time have no order. */
    readonly put: (snapshot: Snapshot) => Effect.Effect<void>
    readonly find: (camera: CameraKey) => Effect.Effect<Option.Option<Snapshot>>
    /** The description of an image, read without it. */
    readonly describe: (camera: CameraKey) => Effect.Effect<Option.Option<DescribedSnapshot>>
  }
>()("@fleet/server/SnapshotRecords") {
  static readonly layer = Layer.effect(
    SnapshotRecords,
    Effect.gen(function* () {
      const store = yield* SnapshotStore
      const { named } = yield* BlobStorage
      const transaction = yield* Transaction
      const stored = yield* RobotRecords
      const run = yield* FiberSet.makeRuntime()

      const remove = (files: ReadonlyArray<string>) =>
        Effect.ignoreCause(Effect.forEach(files, named.remove, { concurrency: atOnce, discard: true }), { log: true })

      /** No caller waits for it, and the next sweep removes what a kill leaves. */
      const released = (files: ReadonlyArray<string>) =>
        files.length === 0 ? Effect.void : transaction.afterCommit(Effect.sync(() => void run(remove(files))))

      yield* stored.register({
        publish: ({ doc, orgId, robotId }) =>
          Effect.flatMap(store.keepOnly({ orgId, robotId, slugs: Object.keys(doc.cameras ?? {}) }), released),
        // What the new slug had before is dropped.
        rename: (names) => Effect.flatMap(store.rename(names), released),
        holdings: Effect.fnUntraced(function* ({ robotId }) {
          const sizes = yield* Effect.forEach(yield* store.list(robotId), named.size, { concurrency: atOnce })
          return { bytes_freed: sizes.reduce((sum, size) => sum + size, 0) }
        }),
        drop: { step: "history", run: (robot) => Effect.flatMap(store.drop(robot), released) }
      })

      return SnapshotRecords.of({
        put: Effect.fn("SnapshotRecords.put")(function* (snapshot) {
          const file = yield* store.claim({
            robotId: snapshot.robot_id,
            slug: snapshot.slug,
            version: snapshot.version ?? 0
          })
          if (Option.isSome(file)) yield* named.put(file.value, encodeFile(snapshot))
        }),
        find: Effect.fn("SnapshotRecords.find")(function* ({ robotId, slug }) {
          const file = yield* store.find({ robotId, slug })
          const bytes = Option.isNone(file) ? Option.none() : yield* named.read(file.value)
          return Option.map(Option.flatMap(bytes, decodeFile), (image) => ({ ...image, robot_id: robotId, slug }))
        }),
        describe: Effect.fn("SnapshotRecords.describe")(function* (camera) {
          const file = yield* store.find(camera)
          const head = Option.isNone(file) ? Option.none() : yield* named.head(file.value, longestHead)
          return Option.flatMap(head, ({ bytes, size }) => decodeHeadOf(bytes, size))
        })
      })
    })
  )
}
