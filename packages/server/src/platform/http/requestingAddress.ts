import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { Settings } from "../settings/Settings.ts"
import { requestAddress } from "./callerAddress.ts"

/** Where the request that is being answered comes from, as limits count it. Null for work that no request stands for. */
export const requestingAddress: Effect.Effect<string | null, never, Settings> = Effect.gen(function* () {
  const request = Option.getOrUndefined(yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest))
  return request === undefined ? null : requestAddress(request, (yield* Settings).trustedProxies)
})
