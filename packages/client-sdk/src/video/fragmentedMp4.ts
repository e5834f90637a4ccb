/** What a track's pictures are. */
export interface TrackShape {
  readonly width: number
  readonly height: number
  /** The AVCDecoderConfigurationRecord. */
  readonly avcc: Uint8Array
}

/** Units of time in a second, of everything below. */
export const timescale = 90_000

type Bytes = Uint8Array<ArrayBuffer>
type Part = Uint8Array | ReadonlyArray<number>

const u16 = (value: number) => [(value >> 8) & 255, value & 255]
const u32 = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const u64 = (value: number) => [...u32(Math.floor(value / 2 ** 32)), ...u32(value % 2 ** 32)]
const zeros = (count: number) => Array<number>(count).fill(0)

export const joined = (parts: ReadonlyArray<Part>): Bytes => {
  const whole = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A box of ISO 14496-12: its length, its name, its content. */
const box = (name: string, ...parts: ReadonlyArray<Part>): Bytes => {
  const length = 8 + parts.reduce((bytes, part) => bytes + part.length, 0)
  return joined([u32(length), [...name].map((letter) => letter.charCodeAt(0)), ...parts])
}

const fullBox = (name: string, version: number, flags: number, ...parts: ReadonlyArray<Part>) =>
  box(name, [version, ...u32(flags).slice(1)], ...parts)

const one = u32(0x10000)
/** The matrix that changes nothing. */
const upright = [...one, ...zeros(12), ...one, ...zeros(12), ...u32(0x40000000)]

const sampleEntry = ({ avcc, height, width }: TrackShape) =>
  box(
    "avc1",
    [...zeros(6), ...u16(1), ...zeros(16), ...u16(width), ...u16(height)],
    // 72 dots an inch, a picture a sample, no name, 24 bits deep.
    [...u32(0x480000), ...u32(0x480000), ...zeros(4), ...u16(1), ...zeros(32), ...u16(24), ...u16(0xffff)],
    box("avcC", avcc)
  )

const noSamples = (shape: TrackShape) =>
  box(
    "stbl",
    fullBox("stsd", 0, 0, u32(1), sampleEntry(shape)),
    fullBox("stts", 0, 0, u32(0)),
    fullBox("stsc", 0, 0, u32(0)),
    fullBox("stsz", 0, 0, zeros(8)),
    fullBox("stco", 0, 0, u32(0))
  )

const media = (shape: TrackShape) =>
  box(
    "mdia",
    // The language is "und".
    fullBox("mdhd", 0, 0, zeros(8), u32(timescale), zeros(4), u16(0x55c4), u16(0)),
    fullBox("hdlr", 0, 0, zeros(4), [0x76, 0x69, 0x64, 0x65], zeros(13)),
    box(
      "minf",
      fullBox("vmhd", 0, 1, zeros(8)),
      box("dinf", fullBox("dref", 0, 0, u32(1), fullBox("url ", 0, 1))),
      noSamples(shape)
    )
  )

/** The beginning of a live stream with one video track. It has no length, which tells players not to hold pictures back. */
export const initSegment = (shape: TrackShape): Bytes => {
  const { height, width } = shape
  return joined([
    box("ftyp", [0x69, 0x73, 0x6f, 0x35], u32(1), [0x69, 0x73, 0x6f, 0x35, 0x61, 0x76, 0x63, 0x31]),
    box(
      "moov",
      fullBox("mvhd", 0, 0, zeros(8), u32(timescale), zeros(4), one, u16(0x100), zeros(10), upright, zeros(24), u32(2)),
      box(
        "trak",
        fullBox(
          "tkhd",
          0,
          3,
          zeros(8),
          u32(1),
          zeros(8),
          zeros(8),
          zeros(8),
          upright,
          u32(width << 16),
          u32(height << 16)
        ),
        media(shape)
      ),
      box("mvex", fullBox("trex", 0, 0, u32(1), u32(1), zeros(12)))
    )
  ])
}

const isSync = 0x02000000
const isNoSync = 0x01010000
/** `trun` has an offset, and of each sample a duration, a size and flags. */
const runFields = 0x000701

/** One picture: an access unit whose NAL units are length-prefixed. `sequence` counts segments from 1. */
export const mediaSegment = (picture: {
  readonly sequence: number
  readonly time: number
  readonly duration: number
  readonly isKey: boolean
  readonly data: Uint8Array
}): Bytes => {
  const { data, duration, isKey, sequence, time } = picture
  const fragment = (offset: number) =>
    box(
      "moof",
      fullBox("mfhd", 0, 0, u32(sequence)),
      box(
        "traf",
        // Offsets count from the beginning of the moof.
        fullBox("tfhd", 0, 0x020000, u32(1)),
        fullBox("tfdt", 1, 0, u64(time)),
        fullBox(
          "trun",
          0,
          runFields,
          u32(1),
          u32(offset),
          u32(duration),
          u32(data.length),
          u32(isKey ? isSync : isNoSync)
        )
      )
    )
  return joined([fragment(fragment(0).length + 8), box("mdat", data)])
}
