import { type Asset, type AssetKind, maxAssetBytes, maxUrdfBytes } from "@fleet/domain/Assets"
import { Unauthorized } from "@fleet/domain/Errors"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { isAssetName } from "@fleet/domain/assets/assetNames"
import { RecordingRecords } from "../recordings/records/RecordingRecords.ts"
import { RecordingStore } from "../recordings/records/RecordingStore.ts"
import { RecordingTokens } from "../recordings/records/RecordingTokens.ts"
import { AssetSyncStore } from "./AssetSyncStore.ts"
import { SyncTokens } from "./SyncTokens.ts"

/** What an upload token is for: a running sync, or a recording that has not ended. */
export interface UploadTarget {
  /** The sync's or the recording's. */
  readonly id: string
  readonly orgId: OrgId
  readonly robotId: RobotId
  readonly accepts: (kind: AssetKind, name: string) => boolean
  readonly maxBytes: (kind: AssetKind) => number
  /** Until the transaction ends it is what it was. */
  readonly lock: Effect.Effect<void, Unauthorized>
  /** In the transaction that stores a file of it, and has locked it. */
  readonly stored: (asset: Asset) => Effect.Effect<void>
}

const orUnauthorized = <A>(found: Option.Option<A>) =>
  Option.isNone(found) ? Effect.fail(new Unauthorized()) : Effect.succeed(found.value)

/** Finds what upload tokens are for. */
export class UploadTargets extends Context.Service<
  UploadTargets,
  {
    /** In a transaction: it is locked until that ends. */
    readonly of: (token: string) => Effect.Effect<UploadTarget, Unauthorized>
  }
>()("@fleet/server/UploadTargets") {
  static readonly layer = Layer.effect(
    UploadTargets,
    Effect.gen(function* () {
      const syncs = yield* AssetSyncStore
      const syncTokens = yield* SyncTokens
      const recordings = yield* RecordingStore
      const recordingTokens = yield* RecordingTokens
      const records = yield* RecordingRecords

      const ofSync = Effect.fnUntraced(function* (token: string) {
        const id = yield* orUnauthorized(syncTokens.read(token))
        const lock = Effect.flatMap(syncs.lockRunningForUpdate(id), orUnauthorized)
        const { org_id: orgId, robot_id: robotId } = yield* lock
        return {
          id,
          orgId,
          robotId,
          accepts: (kind, name) => kind !== "recording" && isAssetName(kind, name),
          maxBytes: (kind) => (kind === "urdf" ? maxUrdfBytes : maxAssetBytes),
          lock: Effect.asVoid(lock),
          stored: ({ created_at }) => syncs.countStored({ id, now: DateTime.toDateUtc(created_at) })
        } satisfies UploadTarget as UploadTarget
      })

      const ofRecording = Effect.fnUntraced(function* (token: string) {
        const id = yield* orUnauthorized(recordingTokens.read(token))
        const lock = Effect.flatMap(recordings.lockOpen(id), orUnauthorized)
        const { max_bytes, org_id: orgId, robot_id: robotId } = yield* lock
        return {
          id,
          orgId,
          robotId,
          accepts: (kind, name) => kind === "recording" && name === `${id}.mcap`,
          maxBytes: () => max_bytes,
          lock: Effect.asVoid(lock),
          // Read anew: what the bridge has said of it meanwhile stays.
          stored: (asset) => Effect.orDie(Effect.flatMap(lock, (row) => records.stored(row, asset)))
        } satisfies UploadTarget as UploadTarget
      })

      return UploadTargets.of({
        of: (token) => Effect.catchTag(ofSync(token), "unauthorized", () => ofRecording(token))
      })
    })
  )
}
