import type { Developer, Tier } from "@fleet/domain/Caller"
import type { Org } from "@fleet/domain/DeveloperAuth"
import { EmailTaken, NotFound, type OrgLocked, type TierRequired, TokenRevoked } from "@fleet/domain/Errors"
import type { DeveloperId, OrgId } from "@fleet/domain/Ids"
import type { PatchOrgRequest } from "@fleet/domain/Orgs"
import type { PlanName } from "@fleet/domain/Plans"
import { Context, DateTime, Effect, Layer } from "effect"
import { Transaction } from "../platform/sql/Transaction.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { newOrgPlan } from "../plans/newOrgPlan.ts"
import type { PlanTerms } from "../plans/PlanTerms.ts"
import { type Actor, type AuditEntry, AuditLog, auditTarget } from "../audit/AuditLog.ts"
import { noAddons, OrgPlans } from "./OrgPlans.ts"
import { OrgStore } from "./OrgStore.ts"
import { ownersOnly } from "./ownersOnly.ts"
import { refuseLocked } from "./refuseLocked.ts"

/** The operator, on the machine of the server. */
export const operator: Actor = { kind: "platform", label: "Operator" }

/** A developer to be added to an org. */
export interface NewDeveloper {
  readonly email: string
  readonly displayName?: string
  readonly tier: Tier
}

/** Orgs and the developers in them. */
export class Orgs extends Context.Service<
  Orgs,
  {
    /** An org and its first owner; audited as the owner's act where `byOwner`, else as the operator's. */
    readonly create: (org: {
      readonly name: string
      readonly owner: Omit<NewDeveloper, "tier">
      readonly byOwner?: boolean
      /** Where it is not the one that new orgs begin on. */
      readonly plan?: PlanName
    }) => Effect.Effect<{ readonly orgId: OrgId; readonly ownerId: DeveloperId }, EmailTaken>
    /** An address has one account, whatever the org. */
    readonly add: (orgId: OrgId, developer: NewDeveloper) => Effect.Effect<DeveloperId, EmailTaken>
    /** By the org's id, or by the address of one of its developers. */
    readonly find: (idOrEmail: string) => Effect.Effect<{ readonly id: OrgId; readonly name: string }, NotFound>
    /**
     * Begins a change of the org or its team: others wait until the transaction ends, and the caller is as the changes
     * before left it, which is not always as the request found it.
     */
    readonly lockForUpdate: (developer: Developer) => Effect.Effect<Developer, TokenRevoked>
    /** Holds the org until the transaction ends, for a change that no developer makes. */
    readonly hold: (orgId: OrgId) => Effect.Effect<void>
    /** Equal values write nothing. Requiring a second factor ends no session. */
    readonly update: (owner: Developer, change: PatchOrgRequest) => Effect.Effect<Org, TierRequired | TokenRevoked>
    /** Begins a change that adds what is counted: the org is held until the transaction ends, and is not locked. */
    readonly lockActiveForUpdate: (orgId: OrgId) => Effect.Effect<void, OrgLocked>
    /**
     * Locks the org over an unpaid invoice, or unlocks it. Access tokens and open sockets live to their end. False where
     * nothing changed.
     */
    readonly setLocked: (orgId: OrgId, locked: boolean) => Effect.Effect<boolean>
    /**
     * Puts it on a plan. Nothing is deleted: what is over the limits of a lower plan stays, and nothing is added to it;
     * history and audit events older than the plan keeps go with the next sweep. Add-ons end. `terms` are what was agreed
     * beside enterprise, in place of those before; none end with another plan. False where it was on the plan already and no
     * terms are given.
     */
    readonly setPlan: (orgId: OrgId, plan: PlanName, terms?: PlanTerms | null) => Effect.Effect<boolean>
  }
>()("@fleet/server/Orgs") {
  static readonly layer = Layer.effect(
    Orgs,
    Effect.gen(function* () {
      const store = yield* OrgStore
      const audit = yield* AuditLog
      const transaction = yield* Transaction
      const settings = yield* Settings
      const orgPlans = yield* OrgPlans

      const add = Effect.fn("Orgs.add")(function* (orgId: OrgId, { displayName, email, tier }: NewDeveloper) {
        const id = yield* store.addDeveloper({ org_id: orgId, email, display_name: displayName ?? null, tier })
        return yield* Effect.mapError(Effect.fromOption(id), () => new EmailTaken())
      })

      const record = (
        actor: Actor,
        org: { readonly id: OrgId; readonly name: string },
        action: string,
        details?: AuditEntry["details"]
      ) => audit.record({ orgId: org.id, actor, action, target: auditTarget("org", org), details })

      const create = Effect.fn("Orgs.create")(function* ({
        byOwner = false,
        name,
        owner,
        plan = newOrgPlan(settings)
      }: {
        readonly name: string
        readonly owner: Omit<NewDeveloper, "tier">
        readonly byOwner?: boolean
        readonly plan?: PlanName
      }) {
        const orgId = yield* store.insert({ name, plan })
        const ownerId = yield* add(orgId, { ...owner, tier: "owner" })
        const actor = byOwner ? ({ kind: "developer", id: ownerId, label: owner.email } as const) : operator
        yield* record(actor, { id: orgId, name }, "org.created")
        return { orgId, ownerId }
      }, transaction.run)

      const lockForUpdate = Effect.fn("Orgs.lockForUpdate")(function* (developer: Developer) {
        yield* store.lockForUpdate(developer.orgId)
        const tier = yield* store.tierOf(developer)
        return { ...developer, tier: yield* Effect.mapError(Effect.fromOption(tier), () => new TokenRevoked()) }
      })

      const update = Effect.fn("Orgs.update")(function* (owner: Developer, change: PatchOrgRequest) {
        yield* ownersOnly(yield* lockForUpdate(owner))
        const before = yield* store.get(owner.orgId)
        const { name, require_two_factor } = { ...before, ...change }
        const after = { ...before, name, require_two_factor }
        const renamed = name !== before.name
        const policyChanged = require_two_factor !== before.require_two_factor
        if (renamed || policyChanged) yield* store.update(owner.orgId, { name, require_two_factor })
        if (renamed) yield* record(owner, after, "org.renamed", { fields: ["name"] })
        if (policyChanged) {
          yield* record(owner, after, "org.two_factor_required_changed", { fields: ["require_two_factor"] })
        }
        return after
      }, transaction.run)

      const setLocked = Effect.fn("Orgs.setLocked")(function* (orgId: OrgId, locked: boolean) {
        if ((yield* store.lockForUpdate(orgId)) === locked) return false
        const org = yield* store.get(orgId)
        yield* store.setLocked(orgId, locked ? DateTime.toDateUtc(yield* DateTime.now) : null)
        yield* record(operator, org, locked ? "org.locked" : "org.unlocked", locked ? { reason: "payment" } : undefined)
        return true
      }, transaction.run)

      const setPlan = Effect.fn("Orgs.setPlan")(function* (
        orgId: OrgId,
        plan: PlanName,
        terms: PlanTerms | null = null
      ) {
        yield* store.lockForUpdate(orgId)
        const { currency, periodEndsAt, plan: before } = yield* orgPlans.standing(orgId)
        const agreed = plan === "enterprise" && terms !== null
        if (before === plan && !agreed) return false
        yield* orgPlans.setTerms(orgId, agreed ? terms : null)
        yield* orgPlans.put(orgId, { plan, addons: noAddons, currency, periodEndsAt }, operator)
        if (before === plan) {
          yield* record(operator, yield* store.get(orgId), "org.plan_changed", { from: plan, to: plan, terms })
        }
        return true
      }, transaction.run)

      return Orgs.of({
        lockForUpdate,
        hold: (orgId) => Effect.asVoid(store.lockForUpdate(orgId)),
        setPlan,
        lockActiveForUpdate: (orgId) => Effect.flatMap(store.lockForUpdate(orgId), refuseLocked),
        setLocked,
        update,
        create,
        add,
        find: (idOrEmail) =>
          Effect.flatMap(store.find(idOrEmail), (org) => Effect.mapError(Effect.fromOption(org), () => new NotFound()))
      })
    })
  )
}
