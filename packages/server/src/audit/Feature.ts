import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { Audit } from "./Audit.ts"
import { AuditHttp } from "./AuditHttp.ts"
import { AuditStore } from "./AuditStore.ts"
import { AuditSweep } from "./AuditSweep.ts"
import { AuditTrail } from "./AuditTrail.ts"
import { AuditTrailStore } from "./AuditTrailStore.ts"

/** The audit log: written by every feature, read by Owners. */
export const audit = feature({
  stores: Layer.mergeAll(AuditStore.layer, AuditTrailStore.layer),
  services: Layer.mergeAll(Audit.layer, AuditTrail.layer),
  background: AuditSweep,
  api: AuditHttp
})
