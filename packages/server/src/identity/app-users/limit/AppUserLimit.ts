import { NotFound, type OrgLocked, type PlanLimit, QuotaExceeded } from "@fleet/domain/Errors"
import type { OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import { Plans } from "../../../plans/Plans.ts"
import { Quotas } from "../../../plans/Quotas.ts"
import { AppUserLimitStore, type OfApp } from "./AppUserLimitStore.ts"

/**
 * How many app users an org may have, kept also by writers at the same time. Its quota counts accounts; its plan counts
 * accounts and outstanding invitations.
 */
export class AppUserLimit extends Context.Service<
  AppUserLimit,
  {
    /**
     * Locks the org and the app until the transaction ends: no other transaction adds an app user to the org or deletes
     * the app or one of its roles. Lock before any other row of the app, and read what decides afterwards.
     */
    readonly lockForUpdate: (app: OfApp) => Effect.Effect<void, NotFound | OrgLocked>
    /** Whether one more account fits. Only final under `lockForUpdate`. */
    readonly check: (orgId: OrgId) => Effect.Effect<void, OrgLocked | QuotaExceeded | PlanLimit>
    /** The same for an account that takes the place of its invitation, which the plan counts already. */
    readonly checkInvited: (orgId: OrgId) => Effect.Effect<void, OrgLocked | QuotaExceeded>
    /** The same for one more invitation. */
    readonly checkInvitation: (orgId: OrgId) => Effect.Effect<void, PlanLimit>
  }
>()("@fleet/server/AppUserLimit") {
  static readonly layer = Layer.effect(
    AppUserLimit,
    Effect.gen(function* () {
      const store = yield* AppUserLimitStore
      const plans = yield* Plans
      const quotas = yield* Quotas

      const checkInvited = Effect.fn("AppUserLimit.checkInvited")(function* (orgId: OrgId) {
        const { max_end_users: limit } = quotas(orgId)
        const { locked, users } = yield* store.look(orgId)
        yield* refuseLocked(locked)
        if (users >= limit) return yield* new QuotaExceeded({ details: { quota: "max_end_users", limit } })
      })
      const checkInvitation = (orgId: OrgId) => plans.admit(orgId, "app_users")

      return AppUserLimit.of({
        lockForUpdate: Effect.fn("AppUserLimit.lockForUpdate")(function* (app) {
          const { found, locked } = yield* store.lockForUpdate(app)
          if (!found) return yield* new NotFound()
          yield* refuseLocked(locked)
        }),
        check: (orgId) => Effect.andThen(checkInvited(orgId), checkInvitation(orgId)),
        checkInvited,
        checkInvitation
      })
    })
  )
}
