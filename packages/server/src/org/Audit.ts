import { type Caller, labelOf } from "@fleet/domain/Caller"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { Bus } from "../bus/Bus.ts"
import { Transaction } from "../sql/Transaction.ts"
import { AuditStore } from "./AuditStore.ts"

/** Who did it: a caller, or a bridge or the platform itself. */
export type Actor =
  | Caller
  | { readonly kind: Caller["kind"] | "bridge" | "platform"; readonly id: string; readonly label: string }

export interface AuditEntry {
  readonly orgId: OrgId
  readonly actor: Actor
  /** Dotted, as `robot.renamed`. */
  readonly action: string
  readonly target?: { readonly kind: string; readonly id: string; readonly label: string }
  readonly details?: Readonly<Record<string, unknown>>
  /** The robot it concerns, for the org's activity stream. */
  readonly robotId?: RobotId
}

const label = (actor: Actor) => ("label" in actor ? actor.label : labelOf(actor))

/** The audit trail. Record inside the transaction of the change it tells of; a no-op records nothing. */
export class Audit extends Context.Service<Audit, { readonly record: (entry: AuditEntry) => Effect.Effect<void> }>()(
  "@fleet/server/Audit"
) {
  static readonly layer = Layer.effect(
    Audit,
    Effect.gen(function* () {
      const store = yield* AuditStore
      const bus = yield* Bus
      const transaction = yield* Transaction
      return Audit.of({
        record: Effect.fn("Audit.record")(function* (entry) {
          const at = yield* DateTime.now
          const seq = yield* store.insert({
            org_id: entry.orgId,
            at,
            actor_kind: entry.actor.kind,
            actor_id: entry.actor.id,
            actor_label: label(entry.actor).slice(0, 200),
            action: entry.action,
            target_kind: entry.target?.kind ?? null,
            target_id: entry.target?.id ?? null,
            target_label: entry.target?.label.slice(0, 200) ?? null,
            details: entry.details ?? null
          })
          yield* transaction.afterCommit(() =>
            bus.control({
              type: "org_event",
              orgId: entry.orgId,
              event: {
                at,
                kind: "audit",
                severity: "info",
                robot_id: entry.robotId ?? null,
                subject: entry.action,
                detail: { seq, target: entry.target ?? null }
              }
            })
          )
        })
      })
    })
  )
}
