import { Context, Effect, Layer } from "effect"
import { type AuditEntry, AuditLog } from "../../../audit/AuditLog.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import type { AuthenticatedAppUser } from "./AuthenticatedAppUser.ts"
import { AppUserAuditStore } from "./AppUserAuditStore.ts"

/** The target is the app user when left out; the app's id is added to the details. */
type Entry = Pick<AuditEntry, "action" | "details" | "target">

/**
 * Changes by app users to their own accounts, in the audit log. For an unknown user (null) the same statement writes no
 * row, so that an unknown address takes the same time as a known one.
 */
export class AppUserAudit extends Context.Service<
  AppUserAudit,
  {
    /** Records inside the transaction of the change. */
    readonly record: (user: AuthenticatedAppUser | null, entry: Entry) => Effect.Effect<void>
    /** Records in the background, without delaying the answer. Not inside a transaction. */
    readonly recordInBackground: (user: AuthenticatedAppUser | null, entry: Entry) => Effect.Effect<void>
  }
>()("@fleet/server/AppUserAudit") {
  static readonly layer = Layer.effect(
    AppUserAudit,
    Effect.gen(function* () {
      const store = yield* AppUserAuditStore
      const audit = yield* AuditLog
      const transaction = yield* Transaction
      const scope = yield* Effect.scope

      const prepare = (user: AuthenticatedAppUser, { action, details, target }: Entry) => {
        const person = { kind: "app_user", id: user.id, label: user.email } as const
        return audit.prepare({
          orgId: user.orgId,
          actor: person,
          action,
          target: target ?? person,
          details: { app_id: user.appId, ...details }
        })
      }

      const record = Effect.fn("AppUserAudit.record")(function* (user: AuthenticatedAppUser | null, entry: Entry) {
        const entries = user === null ? [] : [prepare(user, entry)]
        const seqs = yield* store.insert(entries.map(({ row }) => row))
        yield* transaction.afterCommit(
          Effect.sync(() => {
            for (const [index, { committed }] of entries.entries()) committed(seqs[index]!)
          })
        )
      })

      return AppUserAudit.of({
        record,
        recordInBackground: (user, entry) =>
          record(user, entry).pipe(
            Effect.catchDefect((defect) => Effect.logError(`${entry.action} could not be recorded`, defect)),
            Effect.forkIn(scope),
            Effect.asVoid
          )
      })
    })
  )
}
