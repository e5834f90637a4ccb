import { Effect, Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { AuditLog } from "./AuditLog.ts"
import { AuditHttp } from "./AuditHttp.ts"
import { AuditStore } from "./AuditStore.ts"
import { AuditReader } from "./AuditReader.ts"
import { AuditReaderStore } from "./AuditReaderStore.ts"
import { every } from "../platform/schedule/every.ts"
import { Retention } from "../plans/Retention.ts"

/** Deletes old audit events every hour. */
const auditSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* AuditStore
    const retention = yield* Retention
    yield* every("1 hour", "old audit events could not be deleted", retention.forget("audit_days", store.deleteOld))
  })
)

/** The audit log: written by every feature, read by Owners. */
export const audit = feature({
  stores: Layer.mergeAll(AuditStore.layer, AuditReaderStore.layer),
  services: Layer.mergeAll(AuditLog.layer, AuditReader.layer),
  background: auditSweep,
  api: AuditHttp
})
