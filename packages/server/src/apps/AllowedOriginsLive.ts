import { Effect, Layer } from "effect"
import { AllowedOrigins } from "../platform/http/AllowedOrigins.ts"
import { isLocalOrigin } from "../platform/http/localOrigin.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { OriginStore } from "./OriginStore.ts"

/** The origins that apps list in their settings; beside them, in the demo, every origin of this machine. */
export const AllowedOriginsLive = Layer.effect(
  AllowedOrigins,
  Effect.gen(function* () {
    const store = yield* OriginStore
    const { demo } = yield* Settings
    const lists: typeof store.lists = (appId, origin) =>
      demo && isLocalOrigin(origin) ? Effect.succeed(true) : store.lists(appId, origin)
    return {
      listedBy: (appId, origin) => lists(appId, origin),
      listedByAny: (origin) => lists(null, origin),
      named: store.named
    }
  })
)
