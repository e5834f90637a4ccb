import { type Asset, type AssetKind, maxAssetBytes, maxUrdfBytes } from "@fleet/domain/Assets"
import { Unauthorized } from "@fleet/domain/Errors"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option, Result, type Scope } from "effect"
import { isAssetName } from "@fleet/domain/assets/assetNames"
import { AssetSyncStore } from "./AssetSyncStore.ts"
import { SyncTokens } from "./SyncTokens.ts"

/** What an upload token is for: a running sync, or what another feature takes files of. */
export interface UploadTarget {
  /** The sync's, or of what else it is for. */
  readonly id: string
  readonly orgId: OrgId
  readonly robotId: RobotId
  readonly accepts: (kind: AssetKind, name: string) => boolean
  readonly maxBytes: (kind: AssetKind) => number
  /** Until the transaction ends it is what it was. */
  readonly lock: Effect.Effect<void, Unauthorized>
  /** Its URDF was refused. */
  readonly refused: (why: string) => Effect.Effect<void>
  /** In the transaction that stores a file of it, and has locked it. */
  readonly stored: (asset: Asset) => Effect.Effect<void>
}

/** Finds what a token is for, in a transaction: it is locked until that ends. */
export type FindTarget = (token: string) => Effect.Effect<UploadTarget, Unauthorized>

const orUnauthorized = <A>(found: Option.Option<A>) =>
  Option.isNone(found) ? Effect.fail(new Unauthorized()) : Effect.succeed(found.value)

/** Finds what upload tokens are for. */
export class UploadTargets extends Context.Service<
  UploadTargets,
  {
    readonly of: FindTarget
    /** Adds another kind of target until the scope closes. */
    readonly register: (find: FindTarget) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@fleet/server/UploadTargets") {
  static readonly layer = Layer.effect(
    UploadTargets,
    Effect.gen(function* () {
      const syncs = yield* AssetSyncStore
      const syncTokens = yield* SyncTokens

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
          refused: (why) => Effect.flatMap(DateTime.nowAsDate, (now) => syncs.noteRefusal({ id, why, now })),
          stored: ({ created_at, kind }) =>
            syncs.countStored({ id, isUrdf: kind === "urdf", now: DateTime.toDateUtc(created_at) })
        } satisfies UploadTarget as UploadTarget
      })

      const finders = new Set<FindTarget>([ofSync])

      return UploadTargets.of({
        of: Effect.fnUntraced(function* (token) {
          for (const find of finders) {
            const found = yield* Effect.result(find(token))
            if (Result.isSuccess(found)) return found.success
          }
          return yield* new Unauthorized()
        }),
        register: (find) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.sync(() => finders.add(find)),
              () => Effect.sync(() => finders.delete(find))
            )
          )
      })
    })
  )
}
