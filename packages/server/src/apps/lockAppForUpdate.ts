import type { App } from "@fleet/domain/Apps"
import { NotFound } from "@fleet/domain/Errors"
import { Effect } from "effect"
import type { AppStore } from "./AppStore.ts"

/**
 * Reads the app and locks it until the transaction ends, so that it is not deleted and changes within it are serialised.
 * The first step of every change: the app that the request read earlier may be gone.
 */
export const lockAppForUpdate = (
  store: AppStore["Service"],
  { id, org_id: orgId }: App
): Effect.Effect<App, NotFound> =>
  Effect.mapError(Effect.flatMap(store.lockForUpdate({ orgId, id }), Effect.fromOption), () => new NotFound())
