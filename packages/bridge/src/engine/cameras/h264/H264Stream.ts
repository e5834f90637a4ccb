import { BitReader } from "./Bits.ts"
import { readSps, type Sps, withoutReordering } from "./Sps.ts"

/** How the pictures after it are decoded. */
export interface H264Config {
  readonly avcc: Uint8Array
  /** `avc1.…`. */
  readonly codec: string
  readonly sps: Sps
}

/** What a stream gives. */
export interface H264Events {
  readonly onConfig: (config: H264Config) => void
  /** An access unit without parameter sets, its NAL units length-prefixed. `isB`: it needs a picture that is shown after it. */
  readonly onUnit: (unit: Uint8Array, is: { readonly isKey: boolean; readonly isB: boolean }, ptsMs: number) => void
}

const nalType = { slice: 1, sps: 7, pps: 8 }
const lengthBytes = 4
/** Parameter sets of pictures of one stream. */
const maxSets = 32

const hex = (byte: number) => byte.toString(16).padStart(2, "0")
const same = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/** The NAL units of an access unit. */
const nalsOf = (unit: Uint8Array): Array<Uint8Array> => {
  const view = new DataView(unit.buffer, unit.byteOffset, unit.byteLength)
  const nals: Array<Uint8Array> = []
  for (let at = 0; at + lengthBytes < unit.length;) {
    const length = view.getUint32(at)
    nals.push(unit.subarray(at + lengthBytes, at + lengthBytes + length))
    at += lengthBytes + length
  }
  return nals
}

const isBSlice = (nal: Uint8Array): boolean => {
  const bits = new BitReader(nal.subarray(1, 12))
  bits.unsigned()
  return bits.unsigned() % 5 === 1
}

const withLength = (nal: Uint8Array, bytes: number) => {
  const length = Buffer.alloc(bytes)
  length.writeUIntBE(nal.length, 0, bytes)
  return [length, nal]
}

/**
 * H.264 on its way to viewers: sequence parameter sets say that nothing is reordered, and parameter sets travel in the
 * configuration alone, where a decoder cannot miss the change.
 */
export class H264Stream {
  private sps: Uint8Array | null = null
  private pps: Array<Uint8Array> = []
  private isChanged = false
  private isConfigured = false
  private readonly events: H264Events

  constructor(events: H264Events) {
    this.events = events
  }

  /** An AVCDecoderConfigurationRecord, of 4 bytes a length. */
  config(avcc: Uint8Array): void {
    if (avcc.length < 8) return
    const view = new DataView(avcc.buffer, avcc.byteOffset, avcc.byteLength)
    let at = 5
    const sets = (count: number) => {
      const found: Array<Uint8Array> = []
      for (; count > 0 && at + 2 <= avcc.length; count--) {
        const length = view.getUint16(at)
        found.push(avcc.subarray(at + 2, at + 2 + length))
        at += 2 + length
      }
      return found
    }
    for (const nal of sets(avcc[at++]! & 31)) this.setSps(nal)
    for (const nal of sets(avcc[at++] ?? 0)) this.setPps(nal)
    this.tell()
  }

  unit(unit: Uint8Array, isKey: boolean, ptsMs: number): void {
    const kept: Array<Uint8Array> = []
    let isB = false
    for (const nal of nalsOf(unit)) {
      const type = nal[0]! & 31
      if (type === nalType.sps) this.setSps(nal)
      else if (type === nalType.pps) this.setPps(nal)
      else kept.push(nal)
      if (type === nalType.slice) isB ||= isBSlice(nal)
    }
    this.tell()
    // Pictures before the first parameter sets cannot be decoded.
    if (kept.length > 0 && this.isConfigured) {
      const whole = Buffer.concat(kept.flatMap((nal) => withLength(nal, lengthBytes)))
      this.events.onUnit(whole, { isKey, isB }, ptsMs)
    }
  }

  private setSps(nal: Uint8Array): void {
    if (nal.length < 4 || (this.sps !== null && same(this.sps, nal))) return
    this.sps = Uint8Array.from(nal)
    this.pps = []
    this.isChanged = true
  }

  private setPps(nal: Uint8Array): void {
    if (this.pps.some((known) => same(known, nal))) return
    this.pps = [...this.pps.slice(1 - maxSets), Uint8Array.from(nal)]
    this.isChanged = true
  }

  private tell(): void {
    const { pps, sps } = this
    if (!this.isChanged || sps === null || pps.length === 0) return
    this.isChanged = false
    const read = readSps(sps)
    if (read === null) return
    const profile = withoutReordering(sps)
    const head = [1, profile[1]!, profile[2]!, profile[3]!, 0xff, 0xe1]
    const avcc = Buffer.concat([
      Uint8Array.from(head),
      ...withLength(profile, 2),
      Uint8Array.of(pps.length),
      ...pps.flatMap((nal) => withLength(nal, 2))
    ])
    this.isConfigured = true
    this.events.onConfig({ avcc, codec: `avc1.${hex(profile[1]!)}${hex(profile[2]!)}${hex(profile[3]!)}`, sps: read })
  }
}
