/** What the ring notes beside a message's bytes. Records begin at multiples of it, so that no note is torn. */
const noteBytes = 16
const largestSegment = 1_048_576
const segmentsAtLeast = 16
/** A clock that goes back less than this is a clock that was corrected, not one that was set. */
const correctionMs = 1000

const aligned = (bytes: number) => Math.ceil(bytes / noteBytes) * noteBytes

export interface RingBounds {
  readonly maxBytes: number
  readonly maxAgeMs: number
}

/** A place in the ring, counted in bytes since it began, that a reader goes on from. What it has not read is not too old. */
export interface ReadPosition {
  at: number
}

/** A message in the ring. */
export interface Noted {
  readonly atMs: number
  readonly channel: number
  readonly length: number
}

/**
 * The last messages of a robot, in memory that never exceeds `maxBytes`. Bytes are copied in: as they come they are often
 * views of much larger buffers. Segments of one size are used in turn, and taken only while there is something to keep.
 */
export class MessageRing {
  readonly #bounds: RingBounds
  readonly #segmentBytes: number
  readonly #maxSegments: number
  readonly #segments: Array<Buffer> = []
  #spare: Buffer | undefined
  /** The number of the first segment that is there. */
  #first = 0
  #head = 0
  #tail = 0
  #newestMs = 0
  #sinceMs: number
  readonly #readers = new Set<ReadPosition>()
  messages = 0
  /** Messages that were larger than the ring. */
  dropped = 0

  constructor(bounds: RingBounds, nowMs: number) {
    this.#bounds = bounds
    const share = Math.floor(bounds.maxBytes / segmentsAtLeast / noteBytes) * noteBytes
    this.#segmentBytes = Math.min(largestSegment, Math.max(noteBytes, share))
    this.#maxSegments = Math.floor(bounds.maxBytes / this.#segmentBytes)
    this.#sinceMs = nowMs
  }

  /** The memory that is taken, in bytes. */
  get bytes(): number {
    return (this.#segments.length + (this.#spare === undefined ? 0 : 1)) * this.#segmentBytes
  }

  /** Since when every message is here, as far as one was kept. */
  sinceMs(nowMs: number): number {
    return Math.max(this.#sinceMs, nowMs - this.#bounds.maxAgeMs)
  }

  /** Keeps a copy of a message; the oldest go where there is no room, or where they are too old by now. */
  push(channel: number, receivedAtMs: number, bytes: Uint8Array): void {
    if (receivedAtMs < this.#newestMs - correctionMs) this.clear(receivedAtMs)
    const atMs = Math.max(receivedAtMs, this.#newestMs)
    this.#newestMs = atMs
    this.expire(atMs)
    const size = aligned(noteBytes + bytes.length)
    if (size > (this.#maxSegments - 1) * this.#segmentBytes) {
      this.dropped += 1
      return
    }
    this.#makeRoom(this.#tail + size)
    const segment = this.#segment(this.#tail)
    const offset = this.#offset(this.#tail)
    segment.writeDoubleLE(atMs, offset)
    segment.writeUInt32LE(channel, offset + 8)
    segment.writeUInt32LE(bytes.length, offset + 12)
    this.#copyIn(this.#tail + noteBytes, bytes)
    this.#tail += size
    this.messages += 1
  }

  /** Lets go of what is too old, but for what a reader has yet to read. */
  expire(nowMs: number): void {
    const oldestMs = nowMs - this.#bounds.maxAgeMs
    let until = this.#tail
    for (const { at } of this.#readers) until = Math.min(until, at)
    while (this.#head < until && this.#atMs(this.#head) < oldestMs) this.#letGo()
  }

  /** Forgets everything. */
  clear(nowMs: number): void {
    this.messages = 0
    this.#segments.length = 0
    this.#spare = undefined
    this.#first = Math.ceil(this.#tail / this.#segmentBytes)
    this.#head = this.#first * this.#segmentBytes
    this.#tail = this.#head
    this.#newestMs = nowMs
    this.#sinceMs = nowMs
  }

  /** A reader at the oldest message; to be closed. */
  open(): ReadPosition {
    const reader = { at: this.#head }
    this.#readers.add(reader)
    return reader
  }

  close(reader: ReadPosition): void {
    this.#readers.delete(reader)
  }

  /** The message at the reader's place, or the oldest that is left; undefined when it has read all. */
  peek(reader: ReadPosition): Noted | undefined {
    if (reader.at < this.#head) reader.at = this.#head
    if (reader.at >= this.#tail) return undefined
    const segment = this.#segment(reader.at)
    const offset = this.#offset(reader.at)
    return {
      atMs: segment.readDoubleLE(offset),
      channel: segment.readUInt32LE(offset + 8),
      length: segment.readUInt32LE(offset + 12)
    }
  }

  /** The bytes of the message that was peeked at. They are valid until the next message is pushed. */
  payload({ at }: ReadPosition, { length }: Noted): Uint8Array {
    const begin = at + noteBytes
    const offset = this.#offset(begin)
    if (offset + length <= this.#segmentBytes && length > 0) {
      return this.#segment(begin).subarray(offset, offset + length)
    }
    const whole = Buffer.allocUnsafe(length)
    for (let done = 0; done < length;) {
      const from = this.#offset(begin + done)
      done += this.#segment(begin + done).copy(whole, done, from, Math.min(this.#segmentBytes, from + length - done))
    }
    return whole
  }

  /** Moves the reader to the next message. */
  skip(reader: ReadPosition, { length }: Noted): void {
    reader.at += aligned(noteBytes + length)
  }

  #offset(at: number): number {
    return at % this.#segmentBytes
  }

  #segment(at: number): Buffer {
    return this.#segments[Math.floor(at / this.#segmentBytes) - this.#first]!
  }

  #atMs(at: number): number {
    return this.#segment(at).readDoubleLE(this.#offset(at))
  }

  #letGo(): void {
    const segment = this.#segment(this.#head)
    const length = segment.readUInt32LE(this.#offset(this.#head) + 12)
    this.#sinceMs = Math.max(this.#sinceMs, this.#atMs(this.#head) + 1)
    this.#head += aligned(noteBytes + length)
    this.messages -= 1
    while ((this.#first + 1) * this.#segmentBytes <= this.#head && this.#segments.length > 0) {
      this.#spare = this.#segments.shift()
      this.#first += 1
    }
  }

  /** Takes segments up to a place, from the oldest messages where all are taken. */
  #makeRoom(end: number): void {
    const last = Math.ceil(end / this.#segmentBytes)
    while (last - this.#first > this.#maxSegments && this.#head < this.#tail) this.#letGo()
    while (this.#first + this.#segments.length < last) {
      this.#segments.push(this.#spare ?? Buffer.allocUnsafeSlow(this.#segmentBytes))
      this.#spare = undefined
    }
  }

  #copyIn(begin: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) {
      const to = this.#offset(begin + done)
      const part = bytes.subarray(done, done + this.#segmentBytes - to)
      this.#segment(begin + done).set(part, to)
      done += part.length
    }
  }
}
