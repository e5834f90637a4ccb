import { Effect, Layer } from "effect"
import { every } from "../platform/schedule/every.ts"
import { AuditStore } from "./AuditStore.ts"
import { Retention } from "../plans/Retention.ts"

/** Deletes old audit events every hour. */
export const AuditSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* AuditStore
    const retention = yield* Retention
    yield* every("1 hour", "old audit events could not be deleted", retention.forget("audit_days", store.deleteOld))
  })
)
