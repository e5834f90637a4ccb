import type { FleetClient } from "../createClient.ts"
import { FleetError } from "../FleetError.ts"
import type { ConfigDraft } from "../types.gen.ts"

/** Issues that rest on what was read of the robot last. */
const aboutRobot: ReadonlySet<string> = new Set([
  "unknown_topic",
  "unknown_type",
  "type_mismatch",
  "unknown_field_path",
  "requires_numeric_field",
  "checks_skipped"
])

/**
 * The draft with the issues that it has against the robot of now: where what was read last speaks against it, an online
 * robot is read again.
 */
export const againstRobot = async (
  fleet: Pick<FleetClient, "request">,
  id: string,
  draft: ConfigDraft
): Promise<ConfigDraft> => {
  if (draft.doc === null || !draft.issues.some(({ code }) => aboutRobot.has(code))) return draft
  try {
    await fleet.request("introspection.refresh", { params: { id } })
  } catch (error) {
    if (FleetError.is(error) && (error.is("robot_offline") || error.is("bridge_timeout"))) return draft
    throw error
  }
  const now = await fleet.request("config.draft", { params: { id } })
  // Somebody else's draft says nothing about this one.
  return now.source === draft.source ? now : draft
}
