import type { OrgId } from "@fleet/domain/Ids"
import { type Addons, type PlanName, planNames } from "@fleet/domain/Plans"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { type Actor, AuditLog, auditTarget } from "../audit/AuditLog.ts"
import type { PlanTerms } from "../plans/PlanTerms.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { type Change, OrgPlanStore } from "./OrgPlanStore.ts"
import { OrgStore } from "./OrgStore.ts"

export type { Change } from "./OrgPlanStore.ts"

/** The platform itself, in the audit log. */
export const platformActor: Actor = { kind: "platform", label: "Platform" }

export const noAddons: Addons = { seats: 0, robots: 0, apps: 0, app_user_packs: 0, live_video_packs: 0 }

/** What an org has: `periodEndsAt` is the exclusive end of the paid period, null where none is paid. */
export interface Standing {
  readonly plan: PlanName
  readonly addons: Addons
  readonly currency: "eur" | "usd"
  readonly periodEndsAt: DateTime.Utc | null
}

/** A change to a lower plan that was made. `wasLocked`: it ended the lock, so that open invoices become uncollectible. */
export interface AppliedChange {
  readonly orgId: OrgId
  readonly from: PlanName
  readonly to: PlanName
  readonly reason: Change["reason"]
  readonly wasLocked: boolean
}

/** A change that was chosen or withdrawn, and by which developer; null is the platform. */
export type PendingListener = (event: {
  readonly what: "chosen" | "withdrawn"
  readonly orgId: OrgId
  readonly change: Change
  readonly by: string | null
}) => Effect.Effect<void>

/**
 * The plan that an org is on, written. Each of these is one transaction, or a part of the caller's, and holds the org's row
 * to its end: `Plans.admit` and `Plans.admitPlan` are exact after it. The Owners are mailed of
 * what is scheduled, withdrawn and applied.
 */
export class OrgPlans extends Context.Service<
  OrgPlans,
  {
    /** Holds the org's row until the caller's transaction ends, and answers whether the org is locked over payment. */
    readonly hold: (orgId: OrgId) => Effect.Effect<boolean>
    /**
     * Puts the org on a plan. Audited as org.plan_changed {from, to} where the plan differs. A pending change to a plan that
     * is not lower is dropped; a higher plan ends what an earlier change was still to remove.
     */
    readonly put: (orgId: OrgId, standing: Standing, by?: Actor) => Effect.Effect<void>
    readonly standing: (orgId: OrgId) => Effect.Effect<Standing>
    /** What was agreed with an org on enterprise; null for nothing. Of no effect on other plans. */
    readonly setTerms: (orgId: OrgId, terms: PlanTerms | null) => Effect.Effect<void>
    /** The change that waits for its time. */
    readonly pending: (orgId: OrgId) => Effect.Effect<Option.Option<Change>>
    /** In place of the pending one. */
    readonly schedule: (orgId: OrgId, change: Change) => Effect.Effect<void>
    /** False where nothing was pending. `by`: the developer's id; the platform where it is left out. */
    readonly withdraw: (orgId: OrgId, by?: string) => Effect.Effect<boolean>
    /** Over an unpaid invoice, from now on. Audited; false where it is locked already. */
    readonly lock: (orgId: OrgId, by?: Actor) => Effect.Effect<boolean>
    /** False where it was not locked. */
    readonly unlock: (orgId: OrgId, by?: Actor) => Effect.Effect<boolean>
    /**
     * Calls back in the transaction of each pending change that comes to its time, after the org is on its new plan and is
     * unlocked. To be called while layers are built.
     */
    readonly onApplied: (listener: (change: Change & AppliedChange) => Effect.Effect<void>) => void
    /** The same for each change that is chosen (`schedule`) or withdrawn before its time (`withdraw`). */
    readonly onPending: (listener: PendingListener) => void
    /** Makes the pending change of an org, whatever its time; with `now`, only one whose time has come by then. */
    readonly apply: (orgId: OrgId, now?: Date) => Effect.Effect<Option.Option<Change & AppliedChange>>
    /** The orgs whose changes are due, in the order of their times. */
    readonly due: (now: Date) => Effect.Effect<ReadonlyArray<OrgId>>
  }
>()("@fleet/server/OrgPlans") {
  static readonly layer = Layer.effect(
    OrgPlans,
    Effect.gen(function* () {
      const store = yield* OrgPlanStore
      const orgs = yield* OrgStore
      const audit = yield* AuditLog
      const transaction = yield* Transaction
      const listeners: Array<(change: Change & AppliedChange) => Effect.Effect<void>> = []
      const pendingListeners: Array<PendingListener> = []

      const record = Effect.fnUntraced(function* (orgId: OrgId, actor: Actor, action: string, details?: {}) {
        yield* audit.record({ orgId, actor, action, target: auditTarget("org", yield* orgs.get(orgId)), details })
      })

      const standing = Effect.fn("OrgPlans.standing")(function* (orgId: OrgId) {
        const { period_ends_at: end, ...rest } = yield* store.standing(orgId)
        return { ...rest, periodEndsAt: end === null ? null : DateTime.fromDateUnsafe(end) }
      })

      const put = Effect.fn("OrgPlans.put")(function* (
        orgId: OrgId,
        { addons, currency, periodEndsAt, plan }: Standing,
        by: Actor = platformActor
      ) {
        yield* orgs.lockForUpdate(orgId)
        const { plan: from } = yield* store.standing(orgId)
        const period_ends_at = periodEndsAt === null ? null : DateTime.toDateUtc(periodEndsAt)
        yield* store.put(orgId, { plan, addons, currency, period_ends_at })
        const waiting = Option.getOrNull(yield* store.find(orgId))
        if (waiting !== null && planNames.indexOf(waiting.target_plan) >= planNames.indexOf(plan)) {
          yield* store.withdraw(orgId)
        }
        if (planNames.indexOf(plan) > planNames.indexOf(from)) yield* store.dropCut(orgId)
        if (from !== plan) yield* record(orgId, by, "org.plan_changed", { from, to: plan })
      }, transaction.run)

      const setLocked = Effect.fnUntraced(function* (orgId: OrgId, locked: boolean, by: Actor) {
        if ((yield* orgs.lockForUpdate(orgId)) === locked) return false
        yield* orgs.setLocked(orgId, locked ? DateTime.toDateUtc(yield* DateTime.now) : null)
        yield* record(orgId, by, locked ? "org.locked" : "org.unlocked", locked ? { reason: "payment" } : undefined)
        return true
      }, transaction.run)

      const apply = Effect.fn("OrgPlans.apply")(function* (orgId: OrgId, now?: Date) {
        const locked = yield* orgs.lockForUpdate(orgId)
        const change = Option.getOrNull(yield* store.find(orgId))
        if (change === null || (now !== undefined && change.effective_at > now)) return Option.none()
        const { currency, periodEndsAt: end, plan: from } = yield* standing(orgId)
        const to = change.target_plan
        const periodEndsAt = to === "basic" ? null : end
        yield* store.withdraw(orgId)
        yield* put(orgId, { plan: to, addons: noAddons, currency, periodEndsAt })
        const wasLocked = locked && change.reason === "lock"
        if (wasLocked) yield* setLocked(orgId, false, platformActor)
        const applied = { ...change, orgId, from, to, wasLocked }
        for (const listener of listeners) yield* listener(applied)
        return Option.some(applied)
      }, transaction.run)

      return OrgPlans.of({
        hold: orgs.lockForUpdate,
        put,
        standing,
        setTerms: store.setTerms,
        pending: store.find,
        schedule: Effect.fn("OrgPlans.schedule")(function* (orgId, change) {
          yield* store.schedule(orgId, change)
          for (const listener of pendingListeners)
            yield* listener({ what: "chosen", orgId, change, by: change.chosen_by })
        }, transaction.run),
        withdraw: Effect.fn("OrgPlans.withdraw")(function* (orgId, by) {
          const change = Option.getOrNull(yield* store.find(orgId))
          if (change === null) return false
          yield* store.withdraw(orgId)
          for (const listener of pendingListeners) yield* listener({ what: "withdrawn", orgId, change, by: by ?? null })
          return true
        }, transaction.run),
        onPending: (listener) => void pendingListeners.push(listener),
        lock: Effect.fn("OrgPlans.lock")((orgId, by = platformActor) => setLocked(orgId, true, by)),
        unlock: Effect.fn("OrgPlans.unlock")((orgId, by = platformActor) => setLocked(orgId, false, by)),
        onApplied: (listener) => void listeners.push(listener),
        apply,
        due: store.due
      })
    })
  )
}
