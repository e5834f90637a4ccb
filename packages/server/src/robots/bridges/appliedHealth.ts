import type { ConfigApplied } from "@fleet/bridge-protocol/BridgeMessages"
import type { Observation } from "../health/Observation.ts"
import { reasonOf } from "../health/Observation.ts"
import type { BridgedRobot } from "./BridgeRecords.ts"

/** What a bridge says about a configuration, as the health of that. The errors' own texts may hold secrets. */
export const appliedHealth = (
  { orgId, robotId }: Pick<BridgedRobot, "orgId" | "robotId">,
  { errors, ok }: typeof ConfigApplied.Type,
  observedAtMs: number
): Observation => {
  const [first] = errors
  const applied = ok && first === undefined
  const more = errors.length > 1 ? ` and ${errors.length - 1} more` : ""
  return {
    orgId,
    robotId,
    kind: "config",
    ref: "config",
    facet: "apply",
    state: applied ? "ok" : "failed",
    reason: first === undefined ? null : reasonOf(`${first.kind} ${first.slug.slice(0, 64)}: ${first.code}${more}`),
    observedAtMs
  }
}
