import type { RobotId } from "@fleet/domain/Ids"
import type { AuditEntry } from "./AuditLog.ts"

/** An entry whose target is a robot. */
export const robotEntry = (
  { id, name }: { readonly id: RobotId; readonly name: string },
  entry: Omit<AuditEntry, "target" | "robotId">
): AuditEntry => ({ ...entry, target: { kind: "robot", id, label: name }, robotId: id })
