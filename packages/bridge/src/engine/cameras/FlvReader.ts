/** What ffmpeg gives: how its pictures are decoded, then the pictures. */
export interface FlvEvents {
  /** An AVCDecoderConfigurationRecord. */
  readonly onConfig: (avcc: Uint8Array) => void
  /** An access unit, its NAL units length-prefixed. */
  readonly onUnit: (unit: Uint8Array, isKey: boolean, ptsMs: number) => void
  /** Video that is no H.264. */
  readonly onOther: () => void
}

const tagHead = 11
const videoTag = 9
const videoHead = 5

/** Reads H.264 out of FLV as it comes: every picture is there as soon as its bytes are. */
export class FlvReader {
  private held = Buffer.alloc(0)
  private isBegun = false
  private readonly events: FlvEvents

  constructor(events: FlvEvents) {
    this.events = events
  }

  read(chunk: Uint8Array): void {
    this.held = this.held.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.held, chunk])
    if (!this.isBegun) {
      if (this.held.length < 13) return
      this.isBegun = true
      this.held = this.held.subarray(this.held.readUInt32BE(5) + 4)
    }
    while (this.tag()) continue
  }

  private tag(): boolean {
    const { held } = this
    if (held.length < tagHead) return false
    const size = held.readUIntBE(1, 3)
    if (held.length < tagHead + size + 4) return false
    const ptsMs = held.readUIntBE(4, 3) + held[7]! * 0x1000000
    if ((held[0]! & 0x1f) === videoTag) this.video(held.subarray(tagHead, tagHead + size), ptsMs)
    this.held = held.subarray(tagHead + size + 4)
    return true
  }

  private video(data: Buffer, ptsMs: number): void {
    // The first bit says that a codec stands there which FLV did not know at first.
    if (data[0]! >= 0x80 || (data[0]! & 0x0f) !== 7) return this.events.onOther()
    if (data.length <= videoHead) return
    const payload = Uint8Array.from(data.subarray(videoHead))
    if (data[1] === 1) this.events.onUnit(payload, data[0]! >> 4 === 1, ptsMs)
    else if (data[1] === 0) this.events.onConfig(payload)
  }
}
