import { Schema } from "effect"
import { closed, Int, Rule } from "../Wire.ts"

const AtLeast = (minimum: number) => Int(minimum, Number.MAX_SAFE_INTEGER)

/** When the link counts as slow, and what is given up while it is. */
export const LowBandwidth = closed({
  mode: Schema.optionalKey(Schema.Literals(["auto", "on", "off"])),
  enter_lag_ms: Schema.optionalKey(AtLeast(100)),
  enter_after_s: Schema.optionalKey(AtLeast(1)),
  exit_lag_ms: Schema.optionalKey(AtLeast(0)),
  exit_after_s: Schema.optionalKey(AtLeast(1)),
  datapoint_max_hz: Schema.optionalKey(
    Schema.Finite.check(
      Schema.isGreaterThan(0, { rule: Rule.tooSmall }),
      Schema.isLessThanOrEqualTo(20, { rule: Rule.tooLarge })
    )
  ),
  camera: Schema.optionalKey(Schema.Literals(["reduce", "stop"])),
  camera_bitrate_kbps: Schema.optionalKey(Int(50, 20_000))
}).annotate({ identifier: "low-bandwidth" })
export type LowBandwidth = typeof LowBandwidth.Type

/** What stands for the keys of `low_bandwidth` that are absent. */
export const lowBandwidthDefaults = {
  mode: "auto",
  enter_lag_ms: 2000,
  enter_after_s: 10,
  exit_lag_ms: 500,
  exit_after_s: 60,
  datapoint_max_hz: 1,
  camera: "reduce",
  camera_bitrate_kbps: 300
} as const satisfies LowBandwidth
