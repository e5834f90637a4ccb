import { Schema } from "effect"
import { closed, Int, Text } from "../Wire.ts"
import { Description, FieldPath, RosName, RosType, SlugMap } from "./Grammar.ts"

/** The value shown is raw × scale + offset, computed on the robot. */
export const Numeric = closed({
  scale: Schema.optionalKey(Schema.Finite),
  offset: Schema.optionalKey(Schema.Finite),
  unit: Schema.optionalKey(Text(1, 32)),
  decimals: Schema.optionalKey(Int(0, 6))
})
export type Numeric = typeof Numeric.Type

export const Retention = closed({
  enabled: Schema.optionalKey(Schema.Boolean),
  interval_seconds: Schema.optionalKey(Int(1, 3600)),
  max_buffer_values: Schema.optionalKey(Int(1, 100_000))
})
export type Retention = typeof Retention.Type

/** What stands for the keys of `retention` that are absent. */
export const retentionDefaults = { enabled: false, interval_seconds: 300, max_buffer_values: 1000 }

export const Chart = closed({
  y_min: Schema.optionalKey(Schema.Finite),
  y_max: Schema.optionalKey(Schema.Finite),
  style: Schema.optionalKey(Schema.Literals(["line", "step"])),
  default_window_minutes: Schema.optionalKey(Int(1, 43_200))
})
export type Chart = typeof Chart.Type

/** Alone, `fire_at` is an equality. With `resolve_at` it is a threshold; the higher of the two gives the direction. */
export const Condition = closed({
  fire_at: Schema.Union([Schema.Finite, Schema.String, Schema.Boolean]).annotate({
    expected: "a number, a string or a boolean"
  }),
  resolve_at: Schema.optionalKey(Schema.Finite)
})
export type Condition = typeof Condition.Type

export const AlertRule = closed({
  condition: Condition,
  severity: Schema.optionalKey(Schema.Literals(["warning", "error"])),
  name: Schema.optionalKey(Text(1, 120)),
  enabled: Schema.optionalKey(Schema.Boolean)
})
export type AlertRule = typeof AlertRule.Type

const Rate = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 20 }, { rule: "invalid_rate" }))

/** A topic, or one field of its messages. Without `field` the whole message is the value. */
export const Datapoint = closed({
  topic: RosName,
  type: RosType("msg"),
  field: Schema.optionalKey(FieldPath),
  rate_throttle_hz: Schema.optionalKey(Rate),
  low_bandwidth: Schema.optionalKey(Schema.Literal("keep")),
  description: Schema.optionalKey(Description),
  numeric: Schema.optionalKey(Numeric),
  retention: Schema.optionalKey(Retention),
  chart: Schema.optionalKey(Chart),
  alerts: Schema.optionalKey(SlugMap(AlertRule))
}).annotate({ identifier: "datapoint" })
export type Datapoint = typeof Datapoint.Type
