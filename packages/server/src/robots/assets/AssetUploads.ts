import {
  type Asset,
  AssetId,
  type AssetKind,
  type AssetSyncId,
  maxAssetBytes,
  maxUrdfBytes,
  type UrdfFile
} from "@fleet/domain/Assets"
import { BadRequest, FileTooLarge, type PlanLimit, type RateLimited, Unauthorized } from "@fleet/domain/Errors"
import { Context, DateTime, Effect, Layer, Option, type Stream } from "effect"
import { randomUUID } from "node:crypto"
import { Plans } from "../../plans/Plans.ts"
import { BlobStorage, type ReceivedBlob } from "../../platform/blobs/BlobStorage.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { isAssetName } from "@fleet/domain/assets/assetNames"
import { AssetStore } from "./AssetStore.ts"
import { AssetSyncStore, type SyncRow } from "./AssetSyncStore.ts"
import { BlobRowStore } from "./BlobRowStore.ts"
import { beginsAs, mediaTypeOf } from "./mediaTypes.ts"
import { SyncTokens } from "./SyncTokens.ts"
import { makeUploadPlaces } from "./UploadPlaces.ts"
import { readUrdf } from "./urdf/readUrdf.ts"

/** What a bridge says of a file before its bytes. `size` is null where it does not say. */
export interface Announced {
  readonly syncId: AssetSyncId
  readonly kind: AssetKind
  readonly name: string
  readonly size: number | null
}

type Refusal = BadRequest | FileTooLarge | PlanLimit

/** Takes files of running syncs in. What is refused, or breaks off, leaves nothing. */
export class AssetUploads extends Context.Service<
  AssetUploads,
  {
    /** The running sync that a token is for, with this upload counted. */
    readonly admit: (token: string) => Effect.Effect<SyncRow, Unauthorized | RateLimited>
    readonly upload: <E>(
      sync: SyncRow,
      announced: Announced,
      body: Stream.Stream<Uint8Array, E>
    ) => Effect.Effect<Asset, Refusal | Unauthorized | RateLimited>
  }
>()("@fleet/server/AssetUploads") {
  static readonly layer = Layer.effect(
    AssetUploads,
    Effect.gen(function* () {
      const store = yield* AssetStore
      const syncs = yield* AssetSyncStore
      const rows = yield* BlobRowStore
      const blobs = yield* BlobStorage
      const plans = yield* Plans
      const limits = yield* RateLimits
      const tokens = yield* SyncTokens
      const transaction = yield* Transaction
      const places = yield* makeUploadPlaces

      const running = Effect.fnUntraced(function* (id: AssetSyncId) {
        const sync = yield* syncs.lockRunningForUpdate(id)
        return Option.isNone(sync) ? yield* new Unauthorized() : sync.value
      })

      /** Refuses what the org's plan has no room for. A URDF always has room: without it nothing else is of use. */
      const admitSize = Effect.fnUntraced(function* ({ org_id, robot_id }: SyncRow, file: Announced, size: number) {
        if (file.kind === "urdf") return
        yield* store.lockOrgForUpdate(org_id)
        const replaced = yield* store.sizeOf({ orgId: org_id, robotId: robot_id, name: file.name })
        yield* plans.admitAsset(org_id, size, replaced)
      })

      const keep = Effect.fnUntraced(function* (
        { id, org_id, robot_id }: SyncRow,
        file: Announced,
        received: ReceivedBlob,
        uris: ReadonlyArray<UrdfFile> | null
      ) {
        if (!(yield* store.lockRobotForShare({ orgId: org_id, robotId: robot_id }))) return yield* new Unauthorized()
        const sync = yield* running(id)
        yield* admitSize(sync, file, received.size)
        const created_at = yield* DateTime.now
        const at = DateTime.toDateUtc(created_at)
        yield* rows.hold({ sha256: received.sha256, size: received.size, at })
        const asset = {
          id: AssetId.make(randomUUID()),
          robot_id,
          kind: file.kind,
          name: file.name,
          media_type: mediaTypeOf(file.kind, file.name),
          size_bytes: received.size,
          sha256: received.sha256,
          created_at
        }
        const stored = yield* store.put(asset, org_id, uris)
        yield* syncs.countStored({ id, now: at })
        // Last, and while the blob's row is locked: whoever deletes the same bytes waits, or has done it before.
        yield* received.keep
        return stored
      }, transaction.run)

      return AssetUploads.of({
        admit: Effect.fn("AssetUploads.admit")(function* (token) {
          const id = Option.getOrNull(tokens.read(token))
          if (id === null) return yield* new Unauthorized()
          const sync = yield* transaction.run(running(id))
          yield* limits.take("asset_upload", sync.robot_id)
          return sync
        }),
        upload: Effect.fn("AssetUploads.upload")(function* (sync, file, body) {
          if (file.syncId !== sync.id) return yield* new Unauthorized()
          if (!isAssetName(file.kind, file.name)) return yield* new BadRequest()
          const max_bytes = file.kind === "urdf" ? maxUrdfBytes : maxAssetBytes
          const tooLarge = () => new FileTooLarge({ details: { max_bytes, size_bytes: file.size } })
          if (file.size !== null && file.size > max_bytes) return yield* tooLarge()
          yield* places.take(sync.robot_id)
          yield* transaction.run(admitSize(sync, file, file.size ?? 0))

          const atMost = Math.min(file.size ?? max_bytes, max_bytes)
          const received = yield* Effect.mapError(blobs.receive(body, atMost), ({ why }) =>
            why === "too_large" && file.size === null ? tooLarge() : new BadRequest()
          )
          if (file.size !== null && received.size !== file.size) return yield* new BadRequest()
          if (!beginsAs(mediaTypeOf(file.kind, file.name), received.head)) return yield* new BadRequest()
          const uris = file.kind === "urdf" ? readUrdf(yield* received.bytes) : null
          if (file.kind === "urdf" && uris === null) return yield* new BadRequest()
          return yield* places.inTurn(sync.robot_id, keep(sync, file, received, uris))
        }, Effect.scoped)
      })
    })
  )
}
