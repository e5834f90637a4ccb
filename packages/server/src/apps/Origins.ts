import type { AppId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option } from "effect"
import { OriginStore } from "./OriginStore.ts"

/** The origins that apps may be called from by browsers. */
export class Origins extends Context.Service<
  Origins,
  {
    readonly listedBy: (appId: AppId, origin: string) => Effect.Effect<boolean>
    readonly listedByAny: (origin: string) => Effect.Effect<boolean>
    /** The app that a request names by its identifier; none where there is none. */
    readonly named: (identifier: string) => Effect.Effect<Option.Option<AppId>>
  }
>()("@fleet/server/Origins") {
  static readonly layer = Layer.effect(
    Origins,
    Effect.map(OriginStore, (store) => ({
      listedBy: (appId, origin) => store.lists(appId, origin),
      listedByAny: (origin) => store.lists(null, origin),
      named: store.named
    }))
  )
}
