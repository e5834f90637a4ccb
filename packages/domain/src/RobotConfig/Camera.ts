import { Schema } from "effect"
import { closed, Int, Rule, Text } from "../Wire.ts"
import { Description, RosName, RosType } from "./Grammar.ts"

/** Kept in clear text in the version: the bridge needs them. */
export const Credentials = closed({ username: Text(1, 128), password: Text(1, 128) })
export type Credentials = typeof Credentials.Type

const url = (pattern: RegExp, expected: string) =>
  Text(1, 2048).check(Schema.isPattern(pattern, { rule: Rule.format, expected }))

const device = Text(1, 128).check(
  Schema.isPattern(/^\/dev\/(?!.*\/\.\.(?:\/|$))[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9._-])?$/u, {
    rule: Rule.format,
    expected: "a path under /dev/"
  })
)

export const RosSource = closed({ kind: Schema.Literal("ros"), topic: RosName, type: RosType("msg") })
export const RtspSource = closed({
  kind: Schema.Literal("rtsp"),
  url: url(/^[Rr][Tt][Ss][Pp][Ss]?:\/\/[^\s/?#]\S*$/u, "an rtsp or rtsps URL"),
  transport: Schema.optionalKey(Schema.Literals(["tcp", "udp"])),
  credentials: Schema.optionalKey(Credentials)
})
export const MjpegSource = closed({
  kind: Schema.Literal("mjpeg"),
  url: url(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#]\S*$/u, "an http or https URL"),
  credentials: Schema.optionalKey(Credentials)
})
export const V4l2Source = closed({ kind: Schema.Literal("v4l2"), device })

/** Where the pictures come from. */
export const CameraSource = Schema.Union([RosSource, RtspSource, MjpegSource, V4l2Source]).annotate({
  identifier: "camera-source",
  expected: "a camera source"
})
export type CameraSource = typeof CameraSource.Type

const camera = <Fps extends Schema.Constraint>(fps: Fps) => ({
  source: CameraSource,
  width: Int(1, 7680),
  height: Int(1, 4320),
  fps,
  bitrate_kbps: Int(1, 50_000),
  snapshot_interval_seconds: Int(1, 3600),
  description: Schema.optionalKey(Description)
})

/** Pixels the bridge scales to, the limits of live video, and how often a snapshot is sent. */
export const Camera = closed(camera(Int(1, 60))).annotate({ identifier: "camera" })
export type Camera = typeof Camera.Type

/** A camera as a bridge takes it: versions from before frame rates had to be whole have fractions. */
export const DeliveredCamera = closed(
  camera(Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 60 })))
).annotate({ identifier: "delivered-camera" })
