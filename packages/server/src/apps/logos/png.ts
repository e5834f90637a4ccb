import { crc32 } from "node:zlib"

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The bit depths that each colour type allows. */
const depths: Readonly<Record<number, ReadonlyArray<number>>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16]
}

/** Pixels of a side. A logo is shown small; a few bytes of one colour could be more than a browser holds. */
const longest = 4096

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

/** The chunks up to and with IEND, and whatever follows it; null where one is cut short or was changed. */
const chunksOf = (bytes: Buffer): { readonly chunks: ReadonlyArray<Chunk>; readonly rest: number } | null => {
  const chunks: Array<Chunk> = []
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (length > bytes.length - at - 12) return null
    const named = bytes.subarray(at + 4, at + 8 + length)
    if (crc32(named) !== bytes.readUInt32BE(at + 8 + length)) return null
    const type = named.toString("latin1", 0, 4)
    if (!/^[A-Za-z]{2}[A-Z][A-Za-z]$/.test(type)) return null
    chunks.push({ type, data: named.subarray(4) })
    at += 12 + length
    if (type === "IEND") return { chunks, rest: bytes.length - at }
  }
  return null
}

const isHeader = ({ data, type }: Chunk): boolean => {
  if (type !== "IHDR" || data.length !== 13) return false
  const sides = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const [depth, colour, compression, filter, interlace] = data.subarray(8)
  return (
    sides.every((side) => side >= 1 && side <= longest) &&
    depths[colour!]?.includes(depth!) === true &&
    compression === 0 &&
    filter === 0 &&
    interlace! <= 1
  )
}

/** Letters for the kinds of chunk, in their order: a decoder has no use for anything else. */
const orderly = /^Ha*(?:Pa*)?I+a*E$/

const letter = ({ type }: Chunk): string => {
  const known = { IHDR: "H", PLTE: "P", IDAT: "I", IEND: "E" }[type]
  if (known !== undefined) return known
  const isAncillary = type[0] === type[0]!.toLowerCase()
  return isAncillary ? "a" : "?"
}

/** Why the bytes are not one whole PNG image and nothing else; null when they are. */
export const pngFault = (image: Uint8Array): string | null => {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  if (!bytes.subarray(0, signature.length).equals(signature)) return "The image is no PNG."
  const read = chunksOf(bytes)
  if (read === null) return "The PNG is damaged."
  if (read.rest > 0) return "The PNG is followed by something else."
  const { chunks } = read
  if (!isHeader(chunks[0]!)) return "The PNG's header does not make sense."
  if (!orderly.test(chunks.map(letter).join(""))) return "The PNG's chunks are not in order."
  const palette = chunks.find(({ type }) => type === "PLTE")?.data.length
  const colour = chunks[0]!.data[9]
  if (colour === 3 && palette === undefined) return "The PNG lacks its palette."
  if (palette !== undefined && (palette === 0 || palette % 3 !== 0 || palette > 768 || colour === 0 || colour === 4)) {
    return "The PNG's palette does not make sense."
  }
  return chunks.at(-1)!.data.length === 0 ? null : "The PNG's end holds something."
}
