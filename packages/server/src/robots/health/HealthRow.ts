import { OrgId, RobotId } from "@fleet/domain/Ids"
import { ResourceHealth } from "@fleet/domain/ResourceHealth"
import { Schema } from "effect"

/** A row of the resource_health table. `source_ref` is what the published configuration calls it. */
export const HealthRow = Schema.Struct({
  org_id: OrgId,
  ...ResourceHealth.fields,
  source_ref: Schema.String,
  observed_at_ms: Schema.Finite
})
export type HealthRow = typeof HealthRow.Type

export const RobotInOrg = Schema.Struct({ orgId: OrgId, robotId: RobotId })
export type RobotInOrg = typeof RobotInOrg.Type
