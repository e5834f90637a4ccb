import { Option, Schema } from "effect"
import { crc32 } from "node:zlib"
import type { DescribedSnapshot } from "./Snapshot.ts"

const Head = Schema.fromJsonString(
  Schema.Struct({
    mime: Schema.String,
    width: Schema.Int,
    height: Schema.Int,
    timestamp_ms: Schema.Finite,
    received_at_ms: Schema.Finite,
    /** Of the image. */
    bytes: Schema.Int,
    crc32: Schema.Int
  })
)
const decodeHead = Schema.decodeOption(Head)
const encodeHead = Schema.encodeSync(Head)

type Image = DescribedSnapshot & { readonly image: Uint8Array }

/** The parts of a file: how long the head is in four bytes, big endian; the head as JSON; the image. */
export const encodeFile = ({ height, image, mime, received_at_ms, timestamp_ms, width }: Image) => {
  const fields = { mime, width, height, timestamp_ms, received_at_ms, bytes: image.length, crc32: crc32(image) }
  const json = Buffer.from(encodeHead(fields))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return [Buffer.concat([length, json]), image] as const
}

const readHead = (file: Uint8Array) => {
  if (file.length < 4) return Option.none()
  const end = 4 + new DataView(file.buffer, file.byteOffset).getUint32(0)
  if (end > file.length) return Option.none()
  const json = Buffer.from(file.buffer, file.byteOffset, file.length).toString("utf8", 4, end)
  return Option.map(decodeHead(json), (head) => ({ head, image: file.subarray(end) }))
}

/** So many bytes of a file have its whole head. */
export const longestHead = 1024

/** What a file of so many bytes says of its image, by its beginning. None where the file is cut; the image is not looked at. */
export const decodeHeadOf = (beginning: Uint8Array, size: number): Option.Option<DescribedSnapshot> =>
  Option.flatMap(readHead(beginning), ({ head: { bytes, crc32: _sum, ...described }, image }) =>
    size - (beginning.length - image.length) === bytes ? Option.some(described) : Option.none()
  )

/** None where the image is not whole, which a power cut may have left. */
export const decodeFile = (file: Uint8Array): Option.Option<Image> =>
  Option.flatMap(readHead(file), ({ head: { bytes, crc32: sum, ...described }, image }) =>
    image.length === bytes && crc32(image) === sum ? Option.some({ ...described, image }) : Option.none()
  )
