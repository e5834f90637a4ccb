import type { App } from "@fleet/domain/Apps"
import { NotFound } from "@fleet/domain/Errors"
import { Effect } from "effect"
import type { AppStore } from "./AppStore.ts"

/**
 * The app as it is, held until the transaction ends: what is under it changes one at a time, and the app stays. The
 * first step of every change, since what a request read of the app before may be gone.
 */
export const lockAppForUpdate = (
  store: AppStore["Service"],
  { id, org_id: orgId }: App
): Effect.Effect<App, NotFound> =>
  Effect.mapError(Effect.flatMap(store.lock({ orgId, id }), Effect.fromOption), () => new NotFound())
