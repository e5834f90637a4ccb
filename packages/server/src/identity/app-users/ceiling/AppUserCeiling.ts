import { NotFound, type OrgLocked, QuotaExceeded } from "@fleet/domain/Errors"
import type { OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { AppUserCeilingStore, type OfApp } from "./AppUserCeilingStore.ts"
import { Quotas } from "../../../plans/Quotas.ts"
import { refuseLocked } from "../../../org/refuseLocked.ts"

/** How many app users an org may have, kept also by writers at the same time. */
export class AppUserCeiling extends Context.Service<
  AppUserCeiling,
  {
    /**
     * Until the transaction ends nobody else adds an app user to the org, and neither the app nor one of its roles goes.
     * Take it before any other row of the app, and look at whatever decides after it. A locked org adds nobody.
     */
    readonly hold: (app: OfApp) => Effect.Effect<void, NotFound | OrgLocked>
    /** Whether there is room for one more. It holds for what is written under `hold`, and is a first look without. */
    readonly check: (orgId: OrgId) => Effect.Effect<void, OrgLocked | QuotaExceeded>
  }
>()("@fleet/server/AppUserCeiling") {
  static readonly layer = Layer.effect(
    AppUserCeiling,
    Effect.gen(function* () {
      const store = yield* AppUserCeilingStore
      const { max_end_users: limit } = yield* Quotas
      return AppUserCeiling.of({
        hold: Effect.fn("AppUserCeiling.hold")(function* (app) {
          const { found, locked } = yield* store.hold(app)
          if (!found) return yield* new NotFound()
          yield* refuseLocked(locked)
        }),
        check: Effect.fn("AppUserCeiling.check")(function* (orgId) {
          const { locked, users } = yield* store.look(orgId)
          yield* refuseLocked(locked)
          if (users < limit) return
          return yield* new QuotaExceeded({ details: { quota: "max_end_users", limit } })
        })
      })
    })
  )
}
