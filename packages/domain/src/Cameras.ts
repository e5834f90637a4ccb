import { Schema } from "effect"
import { Slug } from "./Slug.ts"
import { closed, Count, EpochMs, Text, Timestamp, Uuid } from "./Wire.ts"

/** A camera that the caller may see: pixels, pictures a second, seconds between two stills. */
export const CameraDescriptor = Schema.Struct({
  slug: Slug,
  width: Count,
  height: Count,
  fps: Schema.Finite,
  snapshot_interval_seconds: Count
}).annotate({ identifier: "camera-descriptor" })
export type CameraDescriptor = typeof CameraDescriptor.Type

export const CameraListResponse = Schema.Struct({ cameras: Schema.Array(CameraDescriptor) }).annotate({
  identifier: "camera-list-response"
})

/** What is known of a camera's newest still; nulls where it has sent none. */
export const SnapshotMeta = Schema.Struct({
  slug: Slug,
  timestamp_ms: Schema.NullOr(EpochMs),
  age_ms: Schema.NullOr(Count),
  width: Schema.NullOr(Count),
  height: Schema.NullOr(Count),
  mime: Schema.NullOr(Text(1, 64))
}).annotate({ identifier: "snapshot-meta" })
export type SnapshotMeta = typeof SnapshotMeta.Type

/** Types of the stills that are kept. */
export const snapshotTypes = ["image/jpeg", "image/png", "image/webp"] as const

/** Why a live session ended. */
export const LiveSessionReason = Schema.Literals([
  "released_by_peer",
  "config_changed",
  "publish_failed",
  "robot_offline",
  "revoked",
  "expired",
  "robot_deleted",
  "plan_limit",
  "unknown"
])
export type LiveSessionReason = typeof LiveSessionReason.Type

/** Where to join a stream (see /media), and until when. The token is good for one join. */
export const LiveSessionResponse = Schema.Struct({
  session_id: Uuid,
  url: Schema.String,
  room: Schema.String,
  token: Schema.String,
  expires_at: Timestamp
}).annotate({ identifier: "live-session-response" })
export type LiveSessionResponse = typeof LiveSessionResponse.Type

/** Which session ends; all of the caller's on this camera where it is left out. */
export const EndLiveQuery = closed({ session_id: Schema.optionalKey(Uuid) })
