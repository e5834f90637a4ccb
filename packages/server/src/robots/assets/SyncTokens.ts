import { AssetSyncId } from "@fleet/domain/Assets"
import { Context, Effect, Layer } from "effect"
import { Sealing } from "../../platform/crypto/Sealing.ts"
import { type SignedIds, signedIds } from "../../platform/crypto/SignedIds.ts"

/** Bearers of uploads: the id of the sync, signed. They are worth as much as their sync, which ends. */
export class SyncTokens extends Context.Service<SyncTokens, SignedIds<AssetSyncId>>()("@fleet/server/SyncTokens") {
  static readonly layer = Layer.effect(
    SyncTokens,
    Effect.map(Sealing, (sealing) =>
      SyncTokens.of(signedIds(sealing, AssetSyncId, { prefix: "aut_", purpose: "asset upload token" }))
    )
  )
}
