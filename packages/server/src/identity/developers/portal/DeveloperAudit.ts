import { Context, Effect, Layer, Queue } from "effect"
import { type AuditEntry, AuditLog } from "../../../audit/AuditLog.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { Counters } from "../../../platform/telemetry/Counters.ts"
import type { Method } from "../../oauth/Interaction.ts"
import type { Person } from "./PersonStore.ts"

/** Failed sign-ins that wait to be recorded, at most. */
const failedAtOnce = 1_000

/** Console sign-ins in the audit log. */
export class DeveloperAudit extends Context.Service<
  DeveloperAudit,
  {
    /** Inside the transaction of the sign-in. */
    readonly login: (person: Pick<Person, "id" | "org_id" | "email">, method: Method) => Effect.Effect<void>
    /** In the background after the commit: an unknown address, which has no row, must take the same time. */
    readonly loginFailed: (person: Person) => Effect.Effect<void>
  }
>()("@fleet/server/DeveloperAudit") {
  static readonly layer = Layer.effect(
    DeveloperAudit,
    Effect.gen(function* () {
      const audit = yield* AuditLog
      const transaction = yield* Transaction
      const counters = yield* Counters
      const failed = yield* Queue.dropping<Person>(failedAtOnce)

      const record = (
        { email, id, org_id }: Pick<Person, "id" | "org_id" | "email">,
        entry: Pick<AuditEntry, "action" | "details">
      ) => {
        const self = { kind: "developer", id, label: email } as const
        return audit.record({ orgId: org_id, actor: self, target: self, ...entry })
      }

      yield* Queue.take(failed).pipe(
        Effect.flatMap((person) => record(person, { action: "developer.login_failed" })),
        Effect.catchDefect((defect) => Effect.logError("a failed sign-in could not be recorded", defect)),
        Effect.forever,
        Effect.forkScoped
      )

      return DeveloperAudit.of({
        login: (person, method) => record(person, { action: "developer.login", details: { method } }),
        loginFailed: (person) =>
          transaction.afterCommit(
            Effect.sync(() => {
              if (!Queue.offerUnsafe(failed, person)) counters.failed_sign_ins_unrecorded_total++
            })
          )
      })
    })
  )
}
