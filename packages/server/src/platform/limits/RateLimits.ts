import { RateLimited } from "@fleet/domain/Errors"
import { Clock, Context, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { Settings } from "../settings/Settings.ts"
import { type Bucket, defaultWindows } from "../settings/RateWindows.ts"
import { RateLimitStore } from "./RateLimitStore.ts"

export type { Bucket } from "../settings/RateWindows.ts"

/** A hash: keys have one length, and no e-mail or IP address is stored. */
const keyHash = (bucket: Bucket, key: string) => createHash("sha256").update(`${bucket}\n${key}`).digest("base64url")

/** Sliding windows. A refused call is not counted, so a client that waits for `retry_after_ms` gets through. */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Counts a call, or refuses it when the window is full. Not for use within a transaction. */
    readonly take: (bucket: Bucket, key: string) => Effect.Effect<void, RateLimited>
  }
>()("@fleet/server/RateLimits") {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const store = yield* RateLimitStore
      const windows = { ...defaultWindows, ...(yield* Settings).rateLimits }

      return RateLimits.of({
        take: Effect.fnUntraced(function* (bucket, key) {
          const waitMs = yield* store.take(keyHash(bucket, key), windows[bucket], yield* Clock.currentTimeMillis)
          if (waitMs > 0) return yield* new RateLimited({ details: { retry_after_ms: waitMs } })
        })
      })
    })
  )
}
