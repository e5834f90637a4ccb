/** Bits of a sequence parameter set, without the bytes that keep start codes out of it. */
class Bits {
  private at = 0
  private readonly bytes: ReadonlyArray<number>

  constructor(nal: Uint8Array) {
    this.bytes = [...nal].filter((byte, index) => !(byte === 3 && nal[index - 1] === 0 && nal[index - 2] === 0))
  }

  bits(count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit++, this.at++)
      value = value * 2 + (((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1)
    return value
  }

  /** ue(v) of H.264: Exp-Golomb. */
  unsigned(): number {
    let zeros = 0
    while (zeros < 32 && this.bits(1) === 0) zeros++
    return 2 ** zeros - 1 + this.bits(zeros)
  }
}

const highProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128]

/** The size of the pictures that a sequence parameter set describes; null for one with scaling lists. */
export const spsSize = (sps: Uint8Array): { readonly width: number; readonly height: number } | null => {
  const bits = new Bits(sps.subarray(1))
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
    if (bits.bits(1) === 1) return null
  }
  bits.unsigned()
  const order = bits.unsigned()
  if (order === 0) bits.unsigned()
  else if (order === 1) {
    bits.bits(1)
    bits.unsigned()
    bits.unsigned()
    for (let left = bits.unsigned(); left > 0; left--) bits.unsigned()
  }
  bits.unsigned()
  bits.bits(1)
  const across = bits.unsigned() + 1
  const down = bits.unsigned() + 1
  const isFrames = bits.bits(1)
  if (isFrames === 0) bits.bits(1)
  bits.bits(1)
  const crop = bits.bits(1) === 1 ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] : [0, 0, 0, 0]
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * (2 - isFrames)
  return {
    width: across * 16 - (crop[0]! + crop[1]!) * unitX,
    height: down * 16 * (2 - isFrames) - (crop[2]! + crop[3]!) * unitY
  }
}
