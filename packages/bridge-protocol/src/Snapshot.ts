import { EpochMs, Int, Text } from "@fleet/domain/Wire"
import { Option, Schema } from "effect"
import { maxSnapshotFrame } from "./CloseCodes.ts"

/** The header of a binary frame; the image's bytes follow. */
export const SnapshotHeader = Schema.Struct({
  type: Schema.tag("snapshot"),
  slug: Schema.String,
  mime: Text(1, 64),
  width: Int(1, 65_535),
  height: Int(1, 65_535),
  timestamp_ms: EpochMs
})
export type SnapshotHeader = typeof SnapshotHeader.Type

/** The longest header in bytes; a longer one is not a header. */
export const maxSnapshotHeader = 4_096

const HeaderJson = Schema.fromJsonString(Schema.toCodecJson(SnapshotHeader))
const decodeHeader = Schema.decodeOption(HeaderJson)
const encodeHeader = Schema.encodeSync(HeaderJson)

/** A 4-byte big-endian header length, the header as UTF-8 JSON, the image. */
export const encodeSnapshot = (header: SnapshotHeader, image: Uint8Array): Uint8Array => {
  const json = new TextEncoder().encode(encodeHeader(header))
  const frame = new Uint8Array(4 + json.length + image.length)
  new DataView(frame.buffer).setUint32(0, json.length)
  frame.set(json, 4)
  frame.set(image, 4 + json.length)
  return frame
}

/** The text of the header; null where it is not a header. */
const headerOf = (frame: Uint8Array): string | null => {
  if (frame.length < 4) return null
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0)
  if (length > Math.min(maxSnapshotHeader, frame.length - 4)) return null
  return new TextDecoder().decode(frame.subarray(4, 4 + length))
}

const decodeSlug = Schema.decodeOption(Schema.fromJsonString(Schema.Struct({ slug: Schema.String })))

/** Of a frame that is malformed or too big: its camera and what is wrong; null where its header names none. */
export const snapshotFault = (frame: Uint8Array): { readonly slug: string; readonly reason: string } | null => {
  const header = headerOf(frame)
  const read = header === null ? Option.none() : decodeSlug(header)
  if (Option.isNone(read)) return null
  const reason =
    frame.length > maxSnapshotFrame
      ? `A still was dropped: its frame has ${frame.length} bytes, and ${maxSnapshotFrame} are the most.`
      : "A still was dropped: its header needs mime, width, height and timestamp_ms, as the protocol says."
  return { slug: read.value.slug, reason }
}

/** The header and the image (a view, not a copy), or nothing where the frame is malformed or too big. */
export const decodeSnapshot = (
  frame: Uint8Array
): Option.Option<{ readonly header: SnapshotHeader; readonly image: Uint8Array }> => {
  const text = frame.length > maxSnapshotFrame ? null : headerOf(frame)
  if (text === null) return Option.none()
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0)
  return Option.map(decodeHeader(text), (header) => ({ header, image: frame.subarray(4 + length) }))
}
