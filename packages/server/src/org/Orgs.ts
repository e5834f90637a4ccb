import type { Tier } from "@fleet/domain/Caller"
import { EmailTaken, NotFound } from "@fleet/domain/Errors"
import type { DeveloperId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { Transaction } from "../sql/Transaction.ts"
import { type Actor, Audit } from "./Audit.ts"
import { OrgStore } from "./OrgStore.ts"

/** Whoever works on the machine itself. */
export const operator: Actor = { kind: "platform", id: "operator", label: "Operator" }

export interface NewDeveloper {
  readonly email: string
  readonly displayName?: string
  readonly tier: Tier
}

/** Orgs and the developers in them, as an operator sets them up. */
export class Orgs extends Context.Service<
  Orgs,
  {
    /** An org and its first owner. */
    readonly create: (org: {
      readonly name: string
      readonly owner: Omit<NewDeveloper, "tier">
    }) => Effect.Effect<{ readonly orgId: OrgId; readonly ownerId: DeveloperId }, EmailTaken>
    /** An address has one account, whatever the org. */
    readonly add: (orgId: OrgId, developer: NewDeveloper) => Effect.Effect<DeveloperId, EmailTaken>
    /** By the org's id, or by the address of one of its developers. */
    readonly find: (idOrEmail: string) => Effect.Effect<{ readonly id: OrgId; readonly name: string }, NotFound>
  }
>()("@fleet/server/Orgs") {
  static readonly layer = Layer.effect(
    Orgs,
    Effect.gen(function* () {
      const store = yield* OrgStore
      const audit = yield* Audit
      const transaction = yield* Transaction

      const add = Effect.fn("Orgs.add")(function* (orgId: OrgId, { displayName, email, tier }: NewDeveloper) {
        const id = yield* store.addDeveloper({ org_id: orgId, email, display_name: displayName ?? null, tier })
        return yield* Effect.mapError(Effect.fromOption(id), () => new EmailTaken())
      })

      const create = Effect.fn("Orgs.create")(function* ({
        name,
        owner
      }: {
        readonly name: string
        readonly owner: Omit<NewDeveloper, "tier">
      }) {
        const created = Effect.gen(function* () {
          const orgId = yield* store.insert(name)
          const ownerId = yield* add(orgId, { ...owner, tier: "owner" })
          yield* audit.record({
            orgId,
            actor: operator,
            action: "org.created",
            target: { kind: "org", id: orgId, label: name }
          })
          return { orgId, ownerId }
        })
        return yield* transaction.run(created)
      })

      return Orgs.of({
        create,
        add,
        find: (idOrEmail) =>
          Effect.flatMap(store.find(idOrEmail), (org) => Effect.mapError(Effect.fromOption(org), () => new NotFound()))
      })
    })
  )
}
