import type { OrgId } from "@fleet/domain/Ids"
import type { Resource } from "@fleet/domain/ResourceHealth"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import type { HealthRow } from "./HealthRow.ts"

const resourceOf = ({ facet, kind, ref, robot_id }: Resource) => ({ robot_id, kind, ref, facet })

/** Tells developers how resources fare. To be done after the commit. */
export class HealthMessages extends Context.Service<
  HealthMessages,
  {
    /** States that changed: a frame, and an event of the org's activity, for each. */
    readonly changed: (rows: ReadonlyArray<HealthRow>) => Effect.Effect<void>
    /** The same states under another name: a frame for each. */
    readonly renamed: (orgId: OrgId, rows: ReadonlyArray<HealthRow>) => Effect.Effect<void>
    /** Records that are gone: a frame for each. */
    readonly cleared: (orgId: OrgId, rows: ReadonlyArray<HealthRow>) => Effect.Effect<void>
  }
>()("@fleet/server/HealthMessages") {
  static readonly layer = Layer.effect(
    HealthMessages,
    Effect.gen(function* () {
      const bus = yield* Bus
      const clock = yield* Clock.Clock

      const tell = (orgId: OrgId, rows: ReadonlyArray<HealthRow>) =>
        bus.publishOrg(orgId, {
          type: "health",
          messages: rows.map(({ changed_at_ms, reason, state, ...row }) => ({
            type: "resource_health",
            ...resourceOf(row),
            state,
            reason,
            changed_at_ms
          }))
        })

      return HealthMessages.of({
        changed: (rows) =>
          Effect.sync(() => {
            for (const [orgId, ofOrg] of Map.groupBy(rows, ({ org_id }) => org_id)) tell(orgId, ofOrg)
            for (const { changed_at_ms, facet, org_id, reason, ref, robot_id, state } of rows)
              bus.publishOrg(org_id, {
                type: "activity",
                event: {
                  at: DateTime.makeUnsafe(changed_at_ms),
                  kind: "health",
                  severity: state === "ok" ? "info" : "warning",
                  robot_id,
                  subject: ref,
                  detail: { facet, state, reason }
                }
              })
          }),
        renamed: (orgId, rows) => Effect.sync(() => void (rows.length > 0 && tell(orgId, rows))),
        cleared: (orgId, rows) =>
          Effect.sync(() => {
            if (rows.length === 0) return
            const cleared_at_ms = clock.currentTimeMillisUnsafe()
            const messages = rows.map((row) => ({
              type: "resource_health_cleared" as const,
              ...resourceOf(row),
              cleared_at_ms
            }))
            bus.publishOrg(orgId, { type: "health", messages })
          })
      })
    })
  )
}
