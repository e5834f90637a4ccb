import type { App } from "@fleet/domain/Apps"
import type { NotFound } from "@fleet/domain/Errors"
import { Context, Effect, Layer, type Option } from "effect"
import { AppStore } from "./AppStore.ts"
import { lockAppForUpdate } from "./lockAppForUpdate.ts"

/** Reads and locks an app, for changes of what belongs to it, in other folders too. */
export class AppLock extends Context.Service<
  AppLock,
  {
    /** The app as it is now; none where it is gone. */
    readonly current: (app: App) => Effect.Effect<Option.Option<App>>
    /**
     * The app as it is, locked until the transaction ends: what is under it changes one at a time, and the app stays.
     * The first step of every change, since what a request read of the app before may be gone.
     */
    readonly lockForUpdate: (app: App) => Effect.Effect<App, NotFound>
  }
>()("@fleet/server/AppLock") {
  static readonly layer = Layer.effect(
    AppLock,
    Effect.map(AppStore, (store) => ({
      current: ({ id, org_id: orgId }) => store.find({ orgId, id }),
      lockForUpdate: (app) => lockAppForUpdate(store, app)
    }))
  )
}
