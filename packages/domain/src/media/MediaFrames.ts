/** What a binary frame of /media is. */
export const MediaKind = { config: 0, picture: 1, ack: 2, end: 3, keyWanted: 4, rate: 5 } as const
export type MediaKind = (typeof MediaKind)[keyof typeof MediaKind]

/** Bytes before the payload. */
export const mediaHeaderBytes = 16
/** Bytes that the payloads of one unit may have together. */
export const maxMediaUnit = 2_097_152

const keyFlag = 1
const moreFlag = 2
const kinds = 6
/** Bytes of the payload by kind; null for any number. */
const payloadBytes: ReadonlyArray<number | null> = [null, null, 2, 0, 0, 4]

/** One binary frame: a unit, or a part of one. */
export interface MediaFrame {
  readonly kind: MediaKind
  /** A picture that needs none before it. */
  readonly isKey: boolean
  /** Another part of the same unit follows, with the same `seq`. */
  readonly more: boolean
  /** Counts units from 0 to 65535, then from 0 again; of an ack, the number received. */
  readonly seq: number
  /** Of the picture, in milliseconds from any beginning; wraps after 2^32. */
  readonly ptsMs: number
  /** When it was captured, in microseconds by the robot's clock. */
  readonly capturedUs: bigint
  readonly payload: Uint8Array
}

const nothing = new Uint8Array()

/** `u8 kind, u8 flags, u16 seq, u32 pts, u64 captured`, big endian, then the payload. */
export const encodeMediaFrame = ({
  capturedUs = 0n,
  isKey = false,
  kind,
  more = false,
  payload = nothing,
  ptsMs = 0,
  seq = 0
}: Pick<MediaFrame, "kind"> & Partial<MediaFrame>): Uint8Array<ArrayBuffer> => {
  const frame = new Uint8Array(mediaHeaderBytes + payload.length)
  const view = new DataView(frame.buffer)
  frame[0] = kind
  frame[1] = (isKey ? keyFlag : 0) | (more ? moreFlag : 0)
  view.setUint16(2, seq)
  view.setUint32(4, ptsMs)
  view.setBigUint64(8, capturedUs)
  frame.set(payload, mediaHeaderBytes)
  return frame
}

/** The frame, its payload a view; null for one that is malformed. */
export const decodeMediaFrame = (frame: Uint8Array): MediaFrame | null => {
  if (frame.length < mediaHeaderBytes) return null
  const [kind, flags] = frame as unknown as [number, number]
  if (kind >= kinds || flags > (keyFlag | moreFlag)) return null
  if (flags !== 0 && kind !== MediaKind.picture && kind !== MediaKind.config) return null
  const bytes = payloadBytes[kind]!
  const payload = frame.subarray(mediaHeaderBytes)
  if (bytes !== null && bytes !== payload.length) return null
  const view = new DataView(frame.buffer, frame.byteOffset)
  return {
    kind: kind as MediaKind,
    isKey: (flags & keyFlag) !== 0,
    more: (flags & moreFlag) !== 0,
    seq: view.getUint16(2),
    ptsMs: view.getUint32(4),
    capturedUs: view.getBigUint64(8),
    payload
  }
}

const u16 = (value: number) => Uint8Array.of(value >> 8, value & 255)

/** Says which picture came last, and which was painted last. */
export const encodeAck = (received: number, painted: number): Uint8Array<ArrayBuffer> =>
  encodeMediaFrame({ kind: MediaKind.ack, seq: received, payload: u16(painted) })

/** The number received of an ack, without an object for each; null for any other frame. */
export const ackedSeq = (frame: Uint8Array): number | null =>
  frame[0] === MediaKind.ack && frame[1] === 0 && frame.length === mediaHeaderBytes + 2
    ? frame[2]! * 256 + frame[3]!
    : null

/** The number painted of an ack. */
export const paintedOf = ({ payload }: MediaFrame): number => payload[0]! * 256 + payload[1]!

/** Asks the publisher to send at most so many bits a second. */
export const encodeRate = (bitsPerSecond: number): Uint8Array<ArrayBuffer> => {
  const payload = new Uint8Array(4)
  new DataView(payload.buffer).setUint32(0, bitsPerSecond)
  return encodeMediaFrame({ kind: MediaKind.rate, payload })
}

/** The bits a second of a rate frame. */
export const rateOf = ({ payload }: MediaFrame): number => new DataView(payload.buffer, payload.byteOffset).getUint32(0)

/** How many units `seq` is after `than`, from -32768 to 32767. */
export const seqAfter = (seq: number, than: number): number => ((seq - than + 0x18000) & 0xffff) - 0x8000
