import { Schema } from "effect"
import { RobotId } from "./Ids.ts"
import { closed, EpochMs, Text } from "./Wire.ts"

/**
 * `robot_id` is null for what is the organisation's. `ref` is the slug of a camera or a datapoint; `clock`, `feedback` of its
 * actions, or `assets` of a robot; or the kind's own name.
 */
const resource = {
  robot_id: Schema.NullOr(RobotId),
  kind: Schema.Literals(["camera", "datapoint", "retention", "config", "robot"]),
  ref: Text(1, 64),
  facet: Schema.Literals(["source", "publish", "recording", "apply", "clock"])
}

/** Which resource a record is about. */
export const Resource = Schema.Struct(resource)
export type Resource = typeof Resource.Type

export const ResourceState = Schema.Literals([
  "ok",
  "over_quota",
  "failed",
  "unreachable",
  "auth_failed",
  "unreadable_credential",
  "credential_missing",
  "stopped_by_config_change",
  "publish_failed",
  "unknown"
])
export type ResourceState = typeof ResourceState.Type

/** How a resource fares. One that never failed has no record; one that recovered stays with `ok`. */
export const ResourceHealth = Schema.Struct({
  ...resource,
  state: ResourceState,
  reason: Schema.NullOr(Text(1, 200)),
  changed_at_ms: EpochMs
}).annotate({ identifier: "resource-health" })
export type ResourceHealth = typeof ResourceHealth.Type

export const HealthQuery = closed({ robot_id: Schema.optionalKey(RobotId) })

/** Sorted: what is the organisation's first, then by robot, kind, `ref` and facet. */
export const HealthResponse = Schema.Struct({ resources: Schema.Array(ResourceHealth) }).annotate({
  identifier: "resource-health-response"
})
