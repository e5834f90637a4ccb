import type { OrgId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { Settings } from "../platform/settings/Settings.ts"
import { RetentionStore } from "./RetentionStore.ts"

type Days = (orgId: OrgId) => Effect.Effect<number>

/** How many old rows one statement deletes, so that none of them is long. */
export const oldRowsAtOnce = 1000

/** Deletes at most `oldRowsAtOnce` rows of an org from before a time, the oldest first; answers how many those were. */
export type DeleteOld = (orgId: OrgId, before: Date) => Effect.Effect<number>

/** How long an org's rows are kept. */
export class Retention extends Context.Service<
  Retention,
  {
    /** Of jobs, from their end. */
    readonly historyDays: Days
    /** Of audit events. */
    readonly auditDays: Days
    /** Deletes what is older. The orgs take turns, a statement each, so that none waits until another's are gone. */
    readonly forget: (days: Days, deleteOld: DeleteOld) => Effect.Effect<void>
  }
>()("@fleet/server/Retention") {
  static readonly layer = Layer.effect(
    Retention,
    Effect.gen(function* () {
      const { auditDays, historyDays } = yield* Settings
      const store = yield* RetentionStore

      const someOf = Effect.fnUntraced(function* (orgId: OrgId, days: Days, deleteOld: DeleteOld) {
        const before = DateTime.subtract(yield* DateTime.now, { days: yield* days(orgId) })
        return yield* deleteOld(orgId, DateTime.toDateUtc(before))
      })
      const patiently = (orgId: OrgId, work: Effect.Effect<number>) =>
        Effect.catchDefect(work, (defect) =>
          Effect.as(Effect.logError("old rows of an organisation could not be deleted", orgId, defect), 0)
        )

      return Retention.of({
        historyDays: () => Effect.succeed(historyDays),
        auditDays: () => Effect.succeed(auditDays),
        forget: Effect.fn("Retention.forget")(function* (days, deleteOld) {
          let left = yield* store.orgIds
          while (left.length > 0) {
            left = yield* Effect.filter(left, (orgId) =>
              Effect.map(patiently(orgId, someOf(orgId, days, deleteOld)), (deleted) => deleted === oldRowsAtOnce)
            )
          }
        })
      })
    })
  )
}
