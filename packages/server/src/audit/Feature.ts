import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { AuditLog } from "./AuditLog.ts"
import { AuditHttp } from "./AuditHttp.ts"
import { AuditStore } from "./AuditStore.ts"
import { AuditSweep } from "./AuditSweep.ts"
import { AuditReader } from "./AuditReader.ts"
import { AuditReaderStore } from "./AuditReaderStore.ts"

/** The audit log: written by every feature, read by Owners. */
export const audit = feature({
  stores: Layer.mergeAll(AuditStore.layer, AuditReaderStore.layer),
  services: Layer.mergeAll(AuditLog.layer, AuditReader.layer),
  background: AuditSweep,
  api: AuditHttp
})
