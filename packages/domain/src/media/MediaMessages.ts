import { Schema } from "effect"
import { Int, Rule, Text } from "../Wire.ts"

/** The first frame of either end, as text, within 10 s. The token is good for one join. */
export const Join = Schema.Struct({
  type: Schema.tag("join"),
  room: Text(1, 200),
  token: Text(1, 200),
  role: Schema.Literals(["viewer", "publisher"]).annotate({ description: "Whether the socket publishes or views." })
})
export const JoinMessage = Schema.Union([Join])
  .annotate({ identifier: "media-join" })
  .pipe(Schema.toTaggedUnion("type"))
export type Join = typeof Join.Type

/** The join is accepted. Every frame after it is binary. */
export const Joined = Schema.Struct({ type: Schema.tag("joined") })
export const JoinedMessage = Schema.Union([Joined])
  .annotate({ identifier: "media-joined" })
  .pipe(Schema.toTaggedUnion("type"))

const codec = /^(?:mjpeg|avc1\.[0-9A-Fa-f]{6})$/u

/** The payload of a config frame: what the pictures after it are. */
export const MediaConfig = Schema.Struct({
  codec: Text(1, 32).check(Schema.isPattern(codec, { rule: Rule.format })),
  width: Int(1, 7680),
  height: Int(1, 4320),
  fps: Schema.Finite,
  /** AVCDecoderConfigurationRecord in base64; null for JPEG. */
  avcc: Schema.NullOr(Text(1, 8192))
}).annotate({ identifier: "media-config" })
export type MediaConfig = typeof MediaConfig.Type

/** Why the service closes a /media socket. */
export const MediaClose = {
  /** The viewer's own credential ended. */
  sessionEnded: 4001,
  noJoinInTime: 4002,
  readerTooSlow: 4008,
  /** The live session ended for any other reason, which is in the text. */
  liveEnded: 4010,
  /** A bad frame or join token. */
  refused: 1008,
  /** A unit over 2 MiB. */
  tooBig: 1009,
  restarting: 1012
} as const
export type MediaClose = (typeof MediaClose)[keyof typeof MediaClose]
