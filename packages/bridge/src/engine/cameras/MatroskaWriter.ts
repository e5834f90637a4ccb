import type { Picture } from "./Picture.ts"

type Part = Uint8Array | ReadonlyArray<number>

const numberBytes = (value: number): ReadonlyArray<number> => {
  const bytes: Array<number> = []
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return bytes
}

/** An element of EBML (RFC 8794): its identifier, eight bytes of length, its content. */
const element = (id: number, ...parts: ReadonlyArray<Part>): Uint8Array => {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(bytes) + (1n << 56n))
  return Buffer.concat([Uint8Array.from(numberBytes(id)), length, ...parts.map((part) => Uint8Array.from(part))])
}

const number = (id: number, value: number) => element(id, numberBytes(value))
const text = (id: number, value: string) => element(id, Buffer.from(value))

/** Of raw pictures, by ffmpeg's name. */
const fourCodes = {
  rgb24: "RGB\x18",
  bgr24: "BGR\x18",
  rgba: "RGBA",
  bgra: "BGRA",
  gray: "Y800",
  uyvy422: "UYVY",
  yuyv422: "YUY2"
} as const

/** PNG has no name of its own: it is named as in an AVI, by a BITMAPINFOHEADER. */
const pngHeader = ({ height, width }: Picture) => {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(width, 4)
  header.writeInt32LE(height, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(24, 14)
  header.write("MPNG", 16, "latin1")
  return header
}

const codec = (picture: Picture): ReadonlyArray<Uint8Array> => {
  if (picture.kind === "raw") return [text(0x86, "V_UNCOMPRESSED")]
  if (picture.mime === "image/jpeg") return [text(0x86, "V_MJPEG")]
  return [text(0x86, "V_MS/VFW/FOURCC"), element(0x63a2, pngHeader(picture))]
}

const colour = (picture: Picture): ReadonlyArray<Uint8Array> =>
  picture.kind === "raw" ? [element(0x2eb524, Buffer.from(fourCodes[picture.format], "latin1"))] : []

/** The beginning of a Matroska stream (RFC 9559) of pictures like this one. Times are in milliseconds; it has no end. */
export const matroskaHead = (picture: Picture, fps: number): Uint8Array =>
  Buffer.concat([
    element(
      0x1a45dfa3,
      number(0x4286, 1),
      number(0x42f7, 1),
      number(0x42f2, 4),
      number(0x42f3, 8),
      text(0x4282, "matroska"),
      number(0x4287, 4),
      number(0x4285, 2)
    ),
    // The segment, of unknown length.
    Uint8Array.of(0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    element(0x1549a966, number(0x2ad7b1, 1_000_000), text(0x4d80, "fleet"), text(0x5741, "fleet")),
    element(
      0x1654ae6b,
      element(
        0xae,
        number(0xd7, 1),
        number(0x73c5, 1),
        number(0x83, 1),
        number(0x9c, 0),
        ...codec(picture),
        number(0x23e383, Math.round(1e9 / fps)),
        element(0xe0, number(0xb0, picture.width), number(0xba, picture.height), ...colour(picture))
      )
    )
  ])

/** One picture: a cluster of its own, so that it is read as soon as it is here. `atMs` counts from the stream's beginning. */
export const matroskaPicture = (bytes: Uint8Array, atMs: number): Uint8Array =>
  element(0x1f43b675, number(0xe7, atMs), element(0xa3, [0x81, 0, 0, 0x80], bytes))
