import { Alert, alertConditionOf } from "@fleet/domain/Alerts"
import { DateTime, Schema } from "effect"
import type { AlertRow } from "./AlertRow.ts"

/** The alert of a row, as developers see it. */
export const alertOf = (row: Omit<AlertRow, "key" | "org_id" | "revision" | "source_slug">): Alert => ({
  id: row.id,
  robot_id: row.robot_id,
  slug: row.slug,
  name: row.name,
  enabled: row.enabled,
  severity: row.severity,
  condition: alertConditionOf(row.condition),
  state: row.state,
  state_since: row.state_since_ms === null ? null : DateTime.makeUnsafe(row.state_since_ms),
  last_value: row.last_value ?? null,
  created_at: row.created_at
})

/** The same as plain JSON. */
export const encodeAlert = Schema.encodeSync(Schema.toCodecJson(Alert))
