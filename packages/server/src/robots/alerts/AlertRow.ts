import { AlertSeverity, AlertStateName } from "@fleet/domain/Alerts"
import { AlertId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Condition } from "@fleet/domain/RobotConfig/Datapoint"
import { Schema } from "effect"

/** A published alert as it is kept. */
export const AlertRow = Schema.Struct({
  id: AlertId,
  org_id: OrgId,
  robot_id: RobotId,
  /** The datapoint's slug in the published version. */
  source_slug: Schema.String,
  /** The datapoint's slug now: a renaming changes it before the next publish. */
  slug: Schema.String,
  key: Schema.String,
  name: Schema.String,
  severity: AlertSeverity,
  enabled: Schema.Boolean,
  condition: Condition,
  state: AlertStateName,
  state_since_ms: Schema.NullOr(Schema.Finite),
  last_value: Schema.Unknown,
  /** Rises with every write of the state, and where a publish enables or disables the alert. */
  revision: Schema.Int,
  created_at: Schema.DateTimeUtcFromDate
})
export type AlertRow = typeof AlertRow.Type

/**
 * A move to be stored with the audit row, the org event and the webhooks' messages about it. `value` is null where a
 * publish moved the alert, which then keeps its `last_value`.
 */
export interface StoredMove {
  readonly alert: Omit<AlertRow, "key" | "revision" | "source_slug" | "state" | "state_since_ms">
  readonly state: AlertRow["state"]
  readonly value: unknown
  readonly atMs: number
}
