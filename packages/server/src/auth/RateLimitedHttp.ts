import { RateBucket, RateLimited } from "@fleet/domain/api/RateLimited"
import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/unstable/http"
import { RateLimits } from "./RateLimits.ts"

/** Counts the calls of one address on an annotated route, before anything else of the request is looked at. */
export const RateLimitedLive = Layer.effect(
  RateLimited,
  Effect.gen(function* () {
    const limits = yield* RateLimits
    return RateLimited.of((handled, { endpoint }) => {
      const bucket = Context.getUnsafe(endpoint.annotations, RateBucket)
      return Effect.gen(function* () {
        const { remoteAddress } = yield* HttpServerRequest.HttpServerRequest
        yield* limits.take(
          bucket,
          Option.getOrElse(remoteAddress, () => "unknown")
        )
        return yield* handled
      })
    })
  })
)
