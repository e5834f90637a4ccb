import { Metric } from "effect"

/** Frames and operations that were malformed or are not known here. */
export const ignoredFrames = Metric.counter("ros_gateway_ignored_frames", { incremental: true })
