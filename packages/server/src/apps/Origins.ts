import type { AppId } from "@fleet/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { OriginStore } from "./OriginStore.ts"

/** The origins that apps may be called from by browsers. */
export class Origins extends Context.Service<
  Origins,
  {
    readonly listedBy: (appId: AppId, origin: string) => Effect.Effect<boolean>
    readonly listedByAny: (origin: string) => Effect.Effect<boolean>
  }
>()("@fleet/server/Origins") {
  static readonly layer = Layer.effect(
    Origins,
    Effect.map(OriginStore, (store) => ({
      listedBy: (appId, origin) => store.lists(appId, origin),
      listedByAny: (origin) => store.lists(null, origin)
    }))
  )
}
