import { type Asset, AssetId, type AssetKind, type UrdfFile } from "@fleet/domain/Assets"
import {
  type AtCapacity,
  BadRequest,
  FileTooLarge,
  type PlanLimit,
  type RateLimited,
  Unauthorized
} from "@fleet/domain/Errors"
import { foldedUri } from "@fleet/domain/assets/assetNames"
import { Context, DateTime, Effect, Layer, type Stream } from "effect"
import { randomUUID } from "node:crypto"
import { Plans } from "../../plans/Plans.ts"
import { BlobStorage, type ReceivedBlob } from "../../platform/blobs/BlobStorage.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { AssetStore } from "./AssetStore.ts"
import { BlobRowStore } from "./BlobRowStore.ts"
import { looksLike, mediaTypeOf } from "./mediaTypes.ts"
import { makeUploadPlaces } from "./UploadPlaces.ts"
import { type UploadTarget, UploadTargets } from "./UploadTargets.ts"
import { UrdfTexts } from "./urdf/UrdfTexts.ts"

/** What a bridge says of a file before its bytes. `size` is null where it does not say. */
export interface Announced {
  /** Of its sync, or of its recording. */
  readonly targetId: string
  readonly kind: AssetKind
  readonly name: string
  readonly size: number | null
}

/** Spellings of one file are one file. */
const storedName = ({ kind, name }: Announced): string =>
  kind === "mesh" || kind === "texture" ? (foldedUri(name) ?? name) : name

/** Well below the hour for which bytes without an asset are kept. */
const longestKeep = "30 minutes"

type Refusal = BadRequest | FileTooLarge | PlanLimit

/** Takes files of running syncs, and recordings, in. What is refused, or breaks off, leaves nothing. */
export class AssetUploads extends Context.Service<
  AssetUploads,
  {
    /** What a token is for, with this upload counted. */
    readonly admit: (token: string) => Effect.Effect<UploadTarget, Unauthorized | RateLimited>
    readonly upload: <E>(
      target: UploadTarget,
      announced: Announced,
      body: Stream.Stream<Uint8Array, E>
    ) => Effect.Effect<Asset, Refusal | Unauthorized | RateLimited | AtCapacity>
  }
>()("@fleet/server/AssetUploads") {
  static readonly layer = Layer.effect(
    AssetUploads,
    Effect.gen(function* () {
      const store = yield* AssetStore
      const rows = yield* BlobRowStore
      const blobs = yield* BlobStorage
      const plans = yield* Plans
      const limits = yield* RateLimits
      const targets = yield* UploadTargets
      const transaction = yield* Transaction
      const places = yield* makeUploadPlaces
      const texts = yield* UrdfTexts

      /** Refuses what the org's plan has no room for. A URDF always has room: without it nothing else is of use. */
      const admitSize = Effect.fnUntraced(function* ({ orgId, robotId }: UploadTarget, file: Announced, size: number) {
        if (file.kind === "urdf") return
        yield* store.lockOrgForUpdate(orgId)
        const replaced = yield* store.sizeOf({ orgId, robotId, name: file.name })
        yield* plans.admitAsset(orgId, size, replaced)
      })

      /** What may still refuse a file once it is here. Until the transaction ends its robot and its target remain. */
      const admitReceived = Effect.fnUntraced(function* (
        target: UploadTarget,
        file: Announced,
        { sha256, size }: ReceivedBlob
      ) {
        const { orgId, robotId } = target
        if (!(yield* store.lockRobotForShare({ orgId, robotId }))) return yield* new Unauthorized()
        yield* target.lock
        yield* admitSize(target, file, size)
        const created_at = yield* DateTime.now
        const isNew = yield* rows.hold({ sha256, size, at: DateTime.toDateUtc(created_at) })
        return { created_at, isNew }
      })

      const record = Effect.fnUntraced(function* (
        target: UploadTarget,
        file: Announced,
        received: ReceivedBlob,
        uris: ReadonlyArray<UrdfFile> | null
      ) {
        const { created_at, isNew } = yield* admitReceived(target, file, received)
        if (isNew) return yield* Effect.die(new Error("a file was deleted before it was kept"))
        const asset = {
          id: AssetId.make(randomUUID()),
          robot_id: target.robotId,
          kind: file.kind,
          name: file.name,
          media_type: mediaTypeOf(file.kind, file.name),
          size_bytes: received.size,
          sha256: received.sha256,
          created_at
        }
        const stored = yield* store.put(asset, target.orgId, uris)
        yield* target.stored(stored)
        return stored
      }, transaction.run)

      /**
       * Gives the bytes their name between two transactions, neither of which waits for the store. The first one makes them
       * used ones, so that they are not deleted for an hour; a store that takes longer than that to name them has failed.
       */
      const keep = Effect.fnUntraced(function* (
        target: UploadTarget,
        file: Announced,
        received: ReceivedBlob,
        uris: ReadonlyArray<UrdfFile> | null
      ) {
        const oneAtATime = <A, E, R>(work: Effect.Effect<A, E, R>) => places.oneAtATime(target.robotId, work)
        yield* oneAtATime(transaction.run(admitReceived(target, file, received)))
        yield* Effect.timeoutOrElse(received.keep, {
          duration: longestKeep,
          orElse: () => Effect.die(new Error("the store takes too long to keep a file"))
        })
        return yield* oneAtATime(record(target, file, received, uris))
      })

      const read = Effect.fnUntraced(function* (target: UploadTarget, { bytes, size }: ReceivedBlob) {
        const urdf = yield* texts.read(target.orgId, size, bytes)
        if ("files" in urdf) return urdf.files
        const message = `The URDF cannot be read. ${urdf.refused}.`
        yield* target.refused(message)
        return yield* new BadRequest({ message })
      })

      return AssetUploads.of({
        admit: Effect.fn("AssetUploads.admit")(function* (token) {
          const target = yield* transaction.run(targets.of(token))
          yield* limits.take("asset_upload", target.robotId)
          return target
        }),
        upload: Effect.fn("AssetUploads.upload")(function* (target, announced, body) {
          if (announced.targetId !== target.id) return yield* new Unauthorized()
          const file = { ...announced, name: storedName(announced) }
          if (!target.accepts(file.kind, file.name)) return yield* new BadRequest()
          const max_bytes = target.maxBytes(file.kind)
          const tooLarge = () => new FileTooLarge({ details: { max_bytes, size_bytes: file.size } })
          if (file.size !== null && file.size > max_bytes) return yield* tooLarge()
          yield* places.take(target.robotId)
          yield* transaction.run(admitSize(target, file, file.size ?? 0))

          const atMost = Math.min(file.size ?? max_bytes, max_bytes)
          const received = yield* Effect.mapError(
            blobs.receive(body, atMost, file.size === null ? "unknown" : "announced"),
            ({ why }) => (why === "too_large" && file.size === null ? tooLarge() : new BadRequest())
          )
          if (file.size !== null && received.size !== file.size) return yield* new BadRequest()
          if (!looksLike(file.kind, file.name, received)) return yield* new BadRequest()
          const uris = file.kind === "urdf" ? yield* read(target, received) : null
          return yield* keep(target, file, received, uris)
        }, Effect.scoped)
      })
    })
  )
}
