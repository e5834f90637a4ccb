import { lastEpochMs } from "@fleet/domain/Wire"
import type { Datapoint } from "./BridgeMessages.ts"

/**
 * Whether a parsed frame is a datapoint: the same as decoding with the schema, written out because it runs for every
 * sample.
 */
export const isDatapoint = (frame: {
  readonly type?: unknown
  readonly slug?: unknown
  readonly value?: unknown
  readonly timestamp_ms?: unknown
  readonly backfill?: unknown
}): frame is Datapoint =>
  frame.type === "datapoint" &&
  typeof frame.slug === "string" &&
  frame.value !== undefined &&
  typeof frame.timestamp_ms === "number" &&
  Number.isInteger(frame.timestamp_ms) &&
  frame.timestamp_ms >= 0 &&
  frame.timestamp_ms <= lastEpochMs &&
  (frame.backfill === undefined || typeof frame.backfill === "boolean")
