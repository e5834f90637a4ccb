import type { OrgId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { Settings } from "../platform/settings/Settings.ts"
import { PlanStore } from "./PlanStore.ts"
import { type OfOrg, planOf, PlanTable } from "./PlanTable.ts"

type Kind = "history_days" | "audit_days"

/** How many old rows one statement deletes, so that none of them is long. */
export const oldRowsAtOnce = 1000

/** Deletes at most `oldRowsAtOnce` rows of an org from before a time, the oldest first; answers how many. */
export type DeleteOld = (orgId: OrgId, before: Date) => Effect.Effect<number>

/** From when on an org's rows are kept. */
export interface Cutoff {
  readonly orgId: OrgId
  readonly before: Date
}

/** How long an org's rows are kept: as its plan says, and never longer than the server's settings. */
export class Retention extends Context.Service<
  Retention,
  {
    /** Of an org, of samples and of jobs from their end. */
    readonly historyDaysOf: (org: OfOrg) => number
    /** Of every org, now. */
    readonly cutoffs: (kind: Kind) => Effect.Effect<ReadonlyArray<Cutoff>>
    /** Deletes older rows. The orgs take turns, a statement each, so that none waits for another's backlog. */
    readonly forget: (kind: Kind, deleteOld: DeleteOld) => Effect.Effect<void>
  }
>()("@fleet/server/Retention") {
  static readonly layer = Layer.effect(
    Retention,
    Effect.gen(function* () {
      const { auditDays, historyDays } = yield* Settings
      const store = yield* PlanStore
      const table = yield* PlanTable

      const longest = { history_days: historyDays, audit_days: auditDays }
      const daysOf = (kind: Kind, org: OfOrg) => Math.min(planOf(table, org).limits[kind] ?? Infinity, longest[kind])

      const cutoffs = Effect.fn("Retention.cutoffs")(function* (kind: Kind) {
        const now = yield* DateTime.now
        const orgs = yield* store.all
        return orgs.map((org) => ({
          orgId: org.id,
          before: DateTime.toDateUtc(DateTime.subtract(now, { days: daysOf(kind, org) }))
        }))
      })

      const deleted = (deleteOld: DeleteOld, { before, orgId }: Cutoff) =>
        Effect.catchDefect(deleteOld(orgId, before), (defect) =>
          Effect.as(Effect.logError("old rows of an organisation could not be deleted", orgId, defect), 0)
        )

      return Retention.of({
        historyDaysOf: (org) => daysOf("history_days", org),
        cutoffs,
        forget: Effect.fn("Retention.forget")(function* (kind, deleteOld) {
          let left = yield* cutoffs(kind)
          while (left.length > 0) {
            left = yield* Effect.filter(left, (cutoff) =>
              Effect.map(deleted(deleteOld, cutoff), (count) => count === oldRowsAtOnce)
            )
          }
        })
      })
    })
  )
}
