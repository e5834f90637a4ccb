import { Schema } from "effect"
import { RobotId } from "./Ids.ts"
import { closed, Count, Int, QueryInt, Rule, Timestamp } from "./Wire.ts"

const Moment = QueryInt(0, Number.MAX_SAFE_INTEGER)

/** `from_ms` to `to_ms` is half-open. */
export const LatencyQuery = closed({
  from_ms: Moment,
  to_ms: Moment,
  robot_id: Schema.optionalKey(RobotId)
}).check(
  Schema.makeFilter(
    ({ from_ms, to_ms }) => (to_ms > from_ms ? undefined : { path: ["to_ms"], issue: "must be after from_ms" }),
    { rule: Rule.tooSmall }
  )
)
export type LatencyQuery = typeof LatencyQuery.Type

/** One minute of a robot's link. The three numbers are null where nothing was measured in it. */
export const LatencyBucket = Schema.Struct({
  bucket_at: Timestamp,
  min_ms: Schema.NullOr(Schema.Finite),
  avg_ms: Schema.NullOr(Schema.Finite),
  max_ms: Schema.NullOr(Schema.Finite),
  samples: Count,
  online_ms: Int(0, 60_000)
}).annotate({ identifier: "latency-bucket" })
export type LatencyBucket = typeof LatencyBucket.Type

/** At most 20000 buckets, oldest first; a minute appears once it is over and is kept 7 days. */
export const LatencyResponse = Schema.Struct({
  series: Schema.Array(Schema.Struct({ robot_id: RobotId, buckets: Schema.Array(LatencyBucket) })),
  from_ms: Count,
  to_ms: Count,
  truncated: Schema.Boolean,
  truncated_by: Schema.NullOr(Schema.Literals(["limit", "bytes"]))
}).annotate({ identifier: "latency" })
export type LatencyResponse = typeof LatencyResponse.Type
