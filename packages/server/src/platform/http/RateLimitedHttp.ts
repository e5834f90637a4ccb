import { RateBucket, RateLimited } from "@fleet/domain/api/RateLimited"
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { Settings } from "../settings/Settings.ts"
import { requestAddress } from "./callerAddress.ts"
import { RateLimits } from "../limits/RateLimits.ts"

/** Counts the calls of one address on an annotated route, before anything else of the request is looked at. */
export const RateLimitedLive = Layer.effect(
  RateLimited,
  Effect.gen(function* () {
    const limits = yield* RateLimits
    const { trustedProxies } = yield* Settings
    return RateLimited.of((handled, { endpoint }) => {
      const bucket = Context.getUnsafe(endpoint.annotations, RateBucket)
      return Effect.gen(function* () {
        yield* limits.take(bucket, requestAddress(yield* HttpServerRequest.HttpServerRequest, trustedProxies))
        return yield* handled
      })
    })
  })
)
