import { BitReader, BitWriter } from "./Bits.ts"

/** What a sequence parameter set (H.264, 7.3.2.1.1) says that matters here. */
export interface Sps {
  readonly profile: number
  readonly width: number
  readonly height: number
  /** Half pictures, which no browser shows well. */
  readonly isInterlaced: boolean
  readonly refFrames: number
  /** Pictures that may come in another order than they are shown; null where the stream does not say. */
  readonly reorder: number | null
  /** Where the flag of the usability information stands, and where its bitstream restriction's. Bits from the beginning. */
  readonly vuiAt: number
  readonly restrictionAt: number | null
}

const highProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
const extendedSar = 255

const skipScalingList = (bits: BitReader, size: number) => {
  let last = 8
  let next = 8
  for (let index = 0; index < size; index++) {
    if (next !== 0) next = (last + bits.signed() + 256) % 256
    if (next !== 0) last = next
  }
}

const skipHrd = (bits: BitReader) => {
  const count = bits.unsigned() + 1
  bits.bits(8)
  for (let index = 0; index < count && !bits.isOver; index++) {
    bits.unsigned()
    bits.unsigned()
    bits.bits(1)
  }
  bits.bits(20)
}

/** Reads up to the flag of the bitstream restriction. */
const skipVui = (bits: BitReader) => {
  if (bits.flag() && bits.bits(8) === extendedSar) bits.bits(32)
  if (bits.flag()) bits.bits(1)
  if (bits.flag()) {
    bits.bits(4)
    if (bits.flag()) bits.bits(24)
  }
  if (bits.flag()) {
    bits.unsigned()
    bits.unsigned()
  }
  if (bits.flag()) bits.bits(65)
  const nal = bits.flag()
  if (nal) skipHrd(bits)
  const vcl = bits.flag()
  if (vcl) skipHrd(bits)
  if (nal || vcl) bits.bits(1)
  bits.bits(1)
}

/** Reads a sequence parameter set, its NAL header included; null for one that ends before it should. */
export const readSps = (nal: Uint8Array): Sps | null => {
  const bits = new BitReader(nal)
  bits.bits(8)
  const profile = bits.bits(8)
  bits.bits(16)
  bits.unsigned()
  let chroma = 1
  if (highProfiles.includes(profile)) {
    chroma = bits.unsigned()
    if (chroma === 3) bits.bits(1)
    bits.unsigned()
    bits.unsigned()
    bits.bits(1)
    if (bits.flag()) {
      const lists = chroma === 3 ? 12 : 8
      for (let list = 0; list < lists; list++) if (bits.flag()) skipScalingList(bits, list < 6 ? 16 : 64)
    }
  }
  bits.unsigned()
  const order = bits.unsigned()
  if (order === 0) bits.unsigned()
  else if (order === 1) {
    bits.bits(1)
    bits.unsigned()
    bits.unsigned()
    for (let left = bits.unsigned(); left > 0 && !bits.isOver; left--) bits.unsigned()
  }
  const refFrames = bits.unsigned()
  bits.bits(1)
  const across = bits.unsigned() + 1
  const down = bits.unsigned() + 1
  const isInterlaced = !bits.flag()
  if (isInterlaced) bits.bits(1)
  bits.bits(1)
  const [left, right, top, bottom] = bits.flag()
    ? ([bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] as const)
    : ([0, 0, 0, 0] as const)
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const fields = isInterlaced ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * fields
  const vuiAt = bits.at
  let restrictionAt: number | null = null
  let reorder: number | null = order === 2 ? 0 : null
  if (bits.flag()) {
    skipVui(bits)
    restrictionAt = bits.at
    if (bits.flag()) {
      bits.bits(1)
      for (let skipped = 0; skipped < 4; skipped++) bits.unsigned()
      reorder = bits.unsigned()
    }
  }
  if (bits.isOver) return null
  return {
    profile,
    width: across * 16 - (left + right) * unitX,
    height: down * 16 * fields - (top + bottom) * unitY,
    isInterlaced,
    refFrames,
    reorder,
    vuiAt,
    restrictionAt
  }
}

/**
 * The same set, saying that pictures are shown in the order in which they come. Decoders, those of hardware above all, hold
 * pictures back where nothing or more is said. Only for streams without B pictures. What cannot be read is answered as it is.
 */
export const withoutReordering = (nal: Uint8Array): Uint8Array => {
  const sps = readSps(nal)
  if (sps === null) return nal
  const reader = new BitReader(nal)
  const writer = new BitWriter()
  if (sps.restrictionAt === null) {
    writer.copy(reader, sps.vuiAt)
    // Usability information that says nothing.
    writer.bits(1, 1)
    writer.bits(0, 8)
  } else writer.copy(reader, sps.restrictionAt)
  // Restricted: motion over the edges, no bound of bytes and bits, vectors as long as may be, no reordering.
  writer.bits(0b11, 2)
  for (const value of [0, 0, 15, 15, 0, sps.refFrames]) writer.unsigned(value)
  return writer.finish()
}
