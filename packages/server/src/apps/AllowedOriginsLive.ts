import { Effect, Layer } from "effect"
import { AllowedOrigins } from "../platform/http/AllowedOrigins.ts"
import { OriginStore } from "./OriginStore.ts"

/** The origins that apps list in their settings. */
export const AllowedOriginsLive = Layer.effect(
  AllowedOrigins,
  Effect.map(OriginStore, (store) => ({
    listedBy: (appId, origin) => store.lists(appId, origin),
    listedByAny: (origin) => store.lists(null, origin),
    named: store.named
  }))
)
