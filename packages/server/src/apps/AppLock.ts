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
     * Reads the app and locks it until the transaction ends, so that it is not deleted and changes within it are
     * serialised. The first step of every change: the app that the request read earlier may be gone.
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
