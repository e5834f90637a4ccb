import { Context, Effect, Layer } from "effect"
import { AuditLog } from "../../../audit/AuditLog.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import type { AuthenticatedAppUser } from "./Arrivals.ts"
import { AppUserAuditStore } from "./AppUserAuditStore.ts"

/** What of an app user goes into the audit trail, beside the app. */
export interface Trace {
  readonly action: string
  readonly details?: Readonly<Record<string, unknown>>
  /** What it was done to; the person when left out. */
  readonly target?: { readonly kind: string; readonly id: string; readonly label: string }
}

/**
 * What app users do to their own accounts, for the audit trail. For nobody (null) the same statement writes no row, so
 * that an unknown address costs what a known one does.
 */
export class AppUserAudit extends Context.Service<
  AppUserAudit,
  {
    /** Records inside the transaction of the change it tells of. */
    readonly record: (user: AuthenticatedAppUser | null, trace: Trace) => Effect.Effect<void>
    /** Records beside the answer, which does not wait for it. Not inside a transaction. */
    readonly recordInBackground: (user: AuthenticatedAppUser | null, trace: Trace) => Effect.Effect<void>
  }
>()("@fleet/server/AppUserAudit") {
  static readonly layer = Layer.effect(
    AppUserAudit,
    Effect.gen(function* () {
      const store = yield* AppUserAuditStore
      const audit = yield* AuditLog
      const transaction = yield* Transaction
      const scope = yield* Effect.scope

      const entryOf = (user: AuthenticatedAppUser, { action, details, target }: Trace) => {
        const person = { kind: "app_user", id: user.id, label: user.email } as const
        return audit.prepare({
          orgId: user.orgId,
          actor: person,
          action,
          target: target ?? person,
          details: { app_id: user.appId, ...details }
        })
      }

      const record = Effect.fn("AppUserAudit.record")(function* (user: AuthenticatedAppUser | null, trace: Trace) {
        const entries = user === null ? [] : [entryOf(user, trace)]
        const seqs = yield* store.insert(entries.map(({ row }) => row))
        yield* transaction.afterCommit(
          Effect.sync(() => {
            for (const [index, { committed }] of entries.entries()) committed(seqs[index]!)
          })
        )
      })

      return AppUserAudit.of({
        record,
        recordInBackground: (user, trace) =>
          record(user, trace).pipe(
            Effect.catchDefect((defect) => Effect.logError(`${trace.action} could not be recorded`, defect)),
            Effect.forkIn(scope),
            Effect.asVoid
          )
      })
    })
  )
}
