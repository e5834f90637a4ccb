import { RecordingId } from "@fleet/domain/Recordings"
import { Context, Effect, Layer } from "effect"
import { Sealing } from "../../platform/crypto/Sealing.ts"
import { type SignedIds, signedIds } from "../../platform/crypto/SignedIds.ts"

/** Bearers of uploads: the id of the recording, signed. They are worth as much as their recording, which ends. */
export class RecordingTokens extends Context.Service<RecordingTokens, SignedIds<RecordingId>>()(
  "@fleet/server/RecordingTokens"
) {
  static readonly layer = Layer.effect(
    RecordingTokens,
    Effect.map(Sealing, (sealing) =>
      RecordingTokens.of(signedIds(sealing, RecordingId, { prefix: "rut_", purpose: "recording upload token" }))
    )
  )
}
