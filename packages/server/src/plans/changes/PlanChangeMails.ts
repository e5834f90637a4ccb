import type { OrgId } from "@fleet/domain/Ids"
import type { PlanName } from "@fleet/domain/Plans"
import { Context, DateTime, Effect, Layer } from "effect"
import type { MailKind } from "../../mail/MailContents.ts"
import { Outbox } from "../../mail/Outbox.ts"
import { PlanCutStore } from "./PlanCutStore.ts"

type Kind = Extract<MailKind, `plan_change_${string}`>

/** What happened to a change. `at`: when it happens; null where it happens at once or has happened. */
export interface Told {
  readonly kind: Kind
  readonly target: PlanName
  readonly at: Date | null
  /** The developer's id; null is the platform. */
  readonly by: string | null
}

/** Tells the Owners of changes of their plan. */
export class PlanChangeMails extends Context.Service<
  PlanChangeMails,
  {
    /** Writes a mail to each Owner in the caller's transaction. */
    readonly post: (orgId: OrgId, told: Told) => Effect.Effect<void>
  }
>()("@fleet/server/PlanChangeMails") {
  static readonly layer = Layer.effect(
    PlanChangeMails,
    Effect.gen(function* () {
      const store = yield* PlanCutStore
      const outbox = yield* Outbox
      return PlanChangeMails.of({
        post: Effect.fn("PlanChangeMails.post")(function* (orgId, { at, by, kind, target }) {
          const expiresAt = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { days: 7 }))
          const actor = by === null ? null : yield* store.email(orgId, by)
          const plan = {
            target,
            at: at === null ? null : at.toISOString().slice(0, "2026-11-28".length),
            by: actor ?? "Robot Fleet Cloud"
          }
          for (const { display_name, email } of yield* store.owners(orgId)) {
            yield* outbox.post({
              kind,
              to: email,
              orgId,
              appId: null,
              displayName: display_name,
              roleId: null,
              link: null,
              code: null,
              plan,
              expiresAt,
              send: true
            })
          }
        })
      })
    })
  )
}
