/** The bits of a NAL unit's payload, without the bytes that keep start codes out of it. Past its end there are zeros. */
export class BitReader {
  at = 0
  private readonly bytes: Uint8Array

  constructor(nal: Uint8Array) {
    const kept: Array<number> = []
    for (let index = 0, zeros = 0; index < nal.length; index++) {
      const byte = nal[index]!
      if (byte === 3 && zeros >= 2) {
        zeros = 0
        continue
      }
      zeros = byte === 0 ? zeros + 1 : 0
      kept.push(byte)
    }
    this.bytes = Uint8Array.from(kept)
  }

  /** Whether more was read than there is. */
  get isOver(): boolean {
    return this.at > this.bytes.length * 8
  }

  bits(count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit++, this.at++)
      value = value * 2 + (((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1)
    return value
  }

  flag(): boolean {
    return this.bits(1) === 1
  }

  /** ue(v) of H.264: Exp-Golomb. */
  unsigned(): number {
    let zeros = 0
    while (zeros < 32 && this.bits(1) === 0) zeros++
    return 2 ** zeros - 1 + this.bits(zeros)
  }

  /** se(v). */
  signed(): number {
    const code = this.unsigned()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
}

/** Writes what a `BitReader` reads. */
export class BitWriter {
  private readonly written: Array<number> = []

  bits(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) this.written.push(Math.floor(value / 2 ** bit) % 2)
  }

  unsigned(value: number): void {
    const bits = Math.floor(Math.log2(value + 1))
    this.bits(0, bits)
    this.bits(value + 1, bits + 1)
  }

  /** The rest of another's bits from there on, up to `end`. */
  copy(reader: BitReader, end: number): void {
    while (reader.at < end) this.written.push(reader.bits(1))
  }

  /** The NAL unit, with its stop bit and with the bytes that keep start codes out of it. */
  finish(): Uint8Array {
    const bits = [...this.written, 1]
    const bytes: Array<number> = []
    for (let at = 0, zeros = 0; at < bits.length; at += 8) {
      let byte = 0
      for (let bit = 0; bit < 8; bit++) byte = byte * 2 + (bits[at + bit] ?? 0)
      if (zeros >= 2 && byte <= 3) {
        bytes.push(3)
        zeros = 0
      }
      zeros = byte === 0 ? zeros + 1 : 0
      bytes.push(byte)
    }
    return Uint8Array.from(bytes)
  }
}
