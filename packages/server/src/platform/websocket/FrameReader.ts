import { isUtf8 } from "node:buffer"
import { isCloseCode, opcodes, type ViolationCode } from "./Frames.ts"

/** The frames in a client's bytes. Buffers are valid during the call alone, unless they are marked as the listener's. */
export interface FrameEvents {
  readonly onText: (text: string) => void
  /** The bytes are the listener's, and nothing else is in their memory, unless the reader lends them. */
  readonly onBinary: (bytes: Buffer) => void
  readonly onPing: (payload: Buffer) => void
  readonly onPong: () => void
  /** `code` is null where the frame had none. Nothing comes after it. */
  readonly onCloseFrame: (code: number | null, reason: Buffer) => void
  /** The bytes break the protocol or a limit. Nothing comes after it. */
  readonly onViolation: (code: ViolationCode) => void
}

/** Fragments of one message. */
const maxFragments = 16 * 1024
const longestHeader = 14
/** What is set aside at first for a payload that has not come whole, in bytes. */
const firstCapacity = 4096

/**
 * Reads the frames of a client (RFC 6455, masked, without extensions) from bytes as they come. A frame that came whole is
 * read where it lies; of others only what has come is kept, never the chunk it came in.
 */
export class FrameReader {
  /** Bytes of a message. A frame whose header has come is not judged again. */
  maxPayload: number
  /** Whether binary messages are only good during the call, which spares a copy of each. */
  lends = false
  private readonly events: FrameEvents
  private stopped = false
  /** Of the frame that is being read. */
  private opcode = 0
  private fin = false
  private length = 0
  private mask = 0
  /** The beginning of a header that came in pieces, and how many bytes of it there are. */
  private header: Uint8Array | null = null
  private headerBytes = 0
  /** The beginning of a payload that came in pieces. */
  private payload: Buffer<ArrayBuffer> | null = null
  private payloadBytes = 0
  /** The opcode of a message of which not all fragments have come; 0 between messages. */
  private fragmented = 0
  private fragments: Array<Buffer> | null = null
  private fragmentBytes = 0

  /** `maxPayload` is the bytes of a message. */
  constructor(maxPayload: number, events: FrameEvents) {
    this.maxPayload = maxPayload
    this.events = events
  }

  /** Reads no more: what comes is dropped. */
  stop(): void {
    this.stopped = true
    this.header = null
    this.payload = null
    this.fragments = null
  }

  /** Takes the first `end` bytes of the chunk, which it may change. */
  read(chunk: Buffer, end: number): void {
    let at = 0
    while (at < end && !this.stopped) {
      if (this.payload !== null) {
        at = this.fill(this.payload, chunk, at, end)
        continue
      }
      if (this.header !== null) {
        this.header[this.headerBytes++] = chunk[at++]!
        if (this.readHeader(this.header, 0, this.headerBytes) === 0) continue
        this.header = null
      } else {
        const size = this.readHeader(chunk, at, end)
        if (size === 0) return this.keepHeader(chunk, at, end)
        at += size
      }
      if (this.stopped) return
      if (end - at < this.length) {
        this.payload = Buffer.allocUnsafeSlow(Math.min(this.length, Math.max(end - at, firstCapacity)))
        this.payloadBytes = 0
        continue
      }
      const from = at
      at += this.length
      this.take(chunk, from, at, false)
    }
  }

  private violate(code: ViolationCode): -1 {
    this.stop()
    this.events.onViolation(code)
    return -1
  }

  /** The header's size in bytes; 0 while some of them are missing, and -1 where it is refused. */
  private readHeader(bytes: Uint8Array, from: number, end: number): number {
    const have = end - from
    if (have < 2) return 0
    const first = bytes[from]!
    const second = bytes[from + 1]!
    const short = second & 0x7f
    this.opcode = first & 0x0f
    this.fin = first >= 0x80
    if ((first & 0x70) !== 0 || second < 0x80 || !this.mayCome(short)) return this.violate(1002)
    const extended = short === 126 ? 2 : short === 127 ? 8 : 0
    if (have < 2 + extended) return 0
    let length = extended === 0 ? short : 0
    for (let index = 0; index < extended; index++) length = length * 256 + bytes[from + 2 + index]!
    if (this.opcode < opcodes.close && this.fragmentBytes + length > this.maxPayload) return this.violate(1009)
    const size = 6 + extended
    if (have < size) return 0
    const masked = from + size - 4
    this.mask = (bytes[masked]! << 24) | (bytes[masked + 1]! << 16) | (bytes[masked + 2]! << 8) | bytes[masked + 3]!
    this.length = length
    return size
  }

  /** Whether a frame like this may come now. `short` is the length in its second byte. */
  private mayCome(short: number): boolean {
    switch (this.opcode) {
      case opcodes.continuation:
        return this.fragmented !== 0
      case opcodes.text:
      case opcodes.binary:
        return this.fragmented === 0
      case opcodes.close:
        return this.fin && short <= 125 && short !== 1
      case opcodes.ping:
      case opcodes.pong:
        return this.fin && short <= 125
      default:
        return false
    }
  }

  private keepHeader(chunk: Buffer, at: number, end: number): void {
    this.header = new Uint8Array(longestHeader)
    this.header.set(chunk.subarray(at, end))
    this.headerBytes = end - at
  }

  /** Adds to a payload that came in pieces. Answers the index behind what it took. */
  private fill(payload: Buffer<ArrayBuffer>, chunk: Buffer, at: number, end: number): number {
    const count = Math.min(this.length - this.payloadBytes, end - at)
    const bytes = this.payloadBytes + count
    if (bytes > payload.length) {
      // What it was is given back now, and not when garbage is collected.
      payload = Buffer.from(payload.buffer.transfer(Math.min(this.length, Math.max(bytes, payload.length * 2))))
      this.payload = payload
    }
    chunk.copy(payload, this.payloadBytes, at, at + count)
    this.payloadBytes = bytes
    if (bytes === this.length) {
      this.payload = null
      this.take(payload, 0, bytes, true)
    }
    return at + count
  }

  /** One whole frame. `isOwned` says that the buffer holds nothing else and is not used again. */
  private take(bytes: Buffer, from: number, to: number, isOwned: boolean): void {
    if (this.mask !== 0) unmask(bytes, from, to, this.mask)
    if (this.opcode >= opcodes.close) return this.control(bytes.subarray(from, to))
    if (this.fin && this.fragmented === 0) return this.message(this.opcode, bytes, from, to, isOwned)
    if (this.fragmented === 0) {
      this.fragmented = this.opcode
      this.fragments = []
    }
    const fragments = this.fragments!
    if (fragments.length === maxFragments) return void this.violate(1008)
    fragments.push(isOwned ? bytes : copied(bytes, from, to))
    this.fragmentBytes += to - from
    if (!this.fin) return
    const opcode = this.fragmented
    const whole = Buffer.allocUnsafeSlow(this.fragmentBytes)
    let at = 0
    for (const fragment of fragments) at += fragment.copy(whole, at)
    this.fragmented = 0
    this.fragments = null
    this.fragmentBytes = 0
    this.message(opcode, whole, 0, whole.length, true)
  }

  private message(opcode: number, bytes: Buffer, from: number, to: number, isOwned: boolean): void {
    if (opcode === opcodes.binary) {
      if (isOwned) return this.events.onBinary(bytes)
      return this.events.onBinary(this.lends ? bytes.subarray(from, to) : copied(bytes, from, to))
    }
    const text = bytes.toString("utf8", from, to)
    // What cannot be decoded becomes U+FFFD, which may also have been sent.
    if (text.includes("\ufffd") && !isUtf8(bytes.subarray(from, to))) return void this.violate(1007)
    this.events.onText(text)
  }

  private control(payload: Buffer): void {
    if (this.opcode === opcodes.ping) return this.events.onPing(payload)
    if (this.opcode === opcodes.pong) return this.events.onPong()
    const code = payload.length === 0 ? null : payload.readUInt16BE(0)
    const reason = payload.subarray(2)
    if (code !== null && !isCloseCode(code)) return void this.violate(1002)
    if (!isUtf8(reason)) return void this.violate(1007)
    this.stop()
    this.events.onCloseFrame(code, reason)
  }
}

const copied = (bytes: Buffer, from: number, to: number): Buffer => {
  const copy = Buffer.allocUnsafeSlow(to - from)
  bytes.copy(copy, 0, from, to)
  return copy
}

/** From how many bytes on a payload is unmasked by words: below, a view of them costs more than it saves. */
const wordsFrom = 256

const unmask = (bytes: Buffer, from: number, to: number, mask: number): void => {
  if (to - from < wordsFrom) return unmaskBytes(bytes, from, to, mask)
  const start = from + (-(bytes.byteOffset + from) & 3)
  unmaskBytes(bytes, from, start, mask)
  const bits = ((start - from) & 3) * 8
  const turned = bits === 0 ? mask : (mask << bits) | (mask >>> (32 - bits))
  const count = (to - start) >>> 2
  const end = start + count * 4
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, count)
  const word = asWord(turned)
  for (let at = 0; at < count; at++) words[at]! ^= word
  unmaskBytes(bytes, end, to, turned)
}

const maskBytes = new Uint8Array(4)
const maskWord = new Int32Array(maskBytes.buffer)

/** The word that has the mask's bytes in their order in memory. */
const asWord = (mask: number): number => {
  maskBytes[0] = mask >>> 24
  maskBytes[1] = mask >>> 16
  maskBytes[2] = mask >>> 8
  maskBytes[3] = mask
  return maskWord[0]!
}

const unmaskBytes = (bytes: Buffer, from: number, to: number, mask: number): void => {
  const [first, second, third, fourth] = [mask >>> 24, (mask >>> 16) & 0xff, (mask >>> 8) & 0xff, mask & 0xff]
  const whole = to - ((to - from) & 3)
  let at = from
  for (; at < whole; at += 4) {
    bytes[at]! ^= first
    bytes[at + 1]! ^= second
    bytes[at + 2]! ^= third
    bytes[at + 3]! ^= fourth
  }
  if (at < to) bytes[at]! ^= first
  if (at + 1 < to) bytes[at + 1]! ^= second
  if (at + 2 < to) bytes[at + 2]! ^= third
}
