/** A small fast generator of random numbers (sfc32). The same seed gives the same numbers for ever. */
export class Generator {
  private a: number
  private b: number
  private c: number
  private d = 1
  private readonly seed: number

  constructor(seed: number) {
    this.seed = seed >>> 0
    let state = this.seed
    const mix = () => {
      state = (state + 0x9e3779b9) | 0
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
      return (mixed ^ (mixed >>> 15)) | 0
    }
    this.a = mix()
    this.b = mix()
    this.c = mix()
    for (let round = 0; round < 12; round++) this.bits()
  }

  /** Another generator, of its own: what is drawn from it moves nothing here. */
  fork(name: string): Generator {
    let hash = this.seed ^ 0x811c9dc5
    for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
    return new Generator(hash)
  }

  /** 32 bits. */
  bits(): number {
    const sum = (((this.a + this.b) | 0) + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (this.c << 21) | (this.c >>> 11)
    this.c = (this.c + sum) | 0
    return sum >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    return this.bits() / 0x1_0000_0000
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability
  }

  pick<A>(list: ReadonlyArray<A>): A {
    return list[this.below(list.length)]!
  }

  /** Fills them with random ones. */
  bytes<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
    for (let at = 0; at < bytes.length; at++) bytes[at] = this.bits() & 0xff
    return bytes
  }
}
