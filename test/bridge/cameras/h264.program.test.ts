import { assert, describe, it } from "@effect/vitest"
import { BitReader, BitWriter } from "@fleet/bridge/engine/cameras/h264/Bits"
import { H264Stream } from "@fleet/bridge/engine/cameras/h264/H264Stream"
import { longestGopMs, PassThrough } from "@fleet/bridge/engine/cameras/h264/PassThrough"
import { readSps, withoutReordering } from "@fleet/bridge/engine/cameras/h264/Sps"
import { Schema } from "effect"
import { readFlv, run, testVideo } from "./h264.ts"
import { hasFfmpeg } from "./world.ts"

const int = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** A sequence parameter set with everything that stands before and in its usability information. */
const anSps = (of: {
  readonly profile: number
  readonly across: number
  readonly down: number
  readonly refs: number
  readonly lists: boolean
  readonly vui: boolean
  readonly hrd: boolean
  readonly reorder: number | null
}) => {
  const bits = new BitWriter()
  bits.bits(0x67, 8)
  bits.bits(of.profile, 8)
  bits.bits(0x001f, 16)
  bits.unsigned(0)
  if (of.profile === 100) {
    for (const value of [1, 0, 0]) bits.unsigned(value)
    bits.bits(0, 1)
    bits.bits(of.lists ? 1 : 0, 1)
    if (of.lists) {
      // The first list is flat 16: +8, then no change; the others are not there.
      bits.bits(1, 1)
      bits.unsigned(15)
      for (let index = 1; index < 16; index++) bits.unsigned(0)
      bits.bits(0, 7)
    }
  }
  for (const value of [4, 0, 2, of.refs]) bits.unsigned(value)
  bits.bits(0, 1)
  bits.unsigned(of.across - 1)
  bits.unsigned(of.down - 1)
  // Whole pictures, direct inference, two columns of four pixels cut off.
  bits.bits(0b111, 3)
  for (const value of [0, 2, 0, 0]) bits.unsigned(value)
  bits.bits(of.vui ? 1 : 0, 1)
  if (of.vui) {
    bits.bits(1, 1)
    bits.bits(255, 8)
    bits.bits(0x00010001, 32)
    bits.bits(0b01, 2)
    bits.bits(0b1010, 4)
    bits.bits(1, 1)
    bits.bits(0x010101, 24)
    bits.bits(0, 1)
    bits.bits(1, 1)
    bits.bits(1, 32)
    bits.bits(50, 32)
    bits.bits(1, 1)
    bits.bits(of.hrd ? 1 : 0, 1)
    if (of.hrd) {
      bits.unsigned(1)
      bits.bits(0, 8)
      for (let index = 0; index < 2; index++) {
        bits.unsigned(1000)
        bits.unsigned(2000)
        bits.bits(0, 1)
      }
      bits.bits(0, 20)
    }
    bits.bits(0, 1)
    if (of.hrd) bits.bits(0, 1)
    bits.bits(0, 1)
    bits.bits(of.reorder === null ? 0 : 1, 1)
    if (of.reorder !== null) {
      bits.bits(1, 1)
      for (const value of [2, 1, 11, 11, of.reorder, 4]) bits.unsigned(value)
    }
  }
  return bits.finish()
}

describe("bits of H.264", () => {
  it.prop(
    "bits of H.264 survive their wire, and hold no start code",
    { values: Schema.Array(int(0, 70_000)) },
    ({ values }) => {
      const writer = new BitWriter()
      for (const value of values) {
        writer.unsigned(value)
        writer.bits(0, 9)
      }
      const bytes = writer.finish()
      for (let at = 0; at + 2 < bytes.length; at++)
        assert.isFalse(bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2]! < 3)
      const reader = new BitReader(bytes)
      for (const value of values) {
        assert.strictEqual(reader.unsigned(), value)
        assert.strictEqual(reader.bits(9), 0)
      }
      assert.isFalse(reader.isOver)
    }
  )
})

describe("a sequence parameter set", () => {
  it("a sequence parameter set says the size of its pictures", () => {
    // x264: 320x240 in the baseline profile, 162x90 (cropped) in the high one.
    for (const [sps, width, height] of [
      ["6742c00bda0507ec0440000003004000000523c50aa8", 320, 240],
      ["6764000aacd942cde224c044000003000400000300503c489658", 162, 90]
    ] as const)
      assert.deepInclude(readSps(Buffer.from(sps, "hex")), { width, height })
  })

  it.prop(
    "a sequence parameter set that is rewritten says that nothing is reordered, and everything else as before",
    {
      profile: Schema.Literals([66, 77, 100]),
      across: int(1, 240),
      down: int(1, 135),
      refs: int(0, 16),
      lists: Schema.Boolean,
      vui: Schema.Boolean,
      hrd: Schema.Boolean,
      reorder: Schema.NullOr(int(0, 4))
    },
    (of) => {
      const sps = anSps(of)
      const before = readSps(sps)!
      const said = of.vui ? of.reorder : null
      assert.deepInclude(before, { width: of.across * 16 - 4, height: of.down * 16, refFrames: of.refs, reorder: said })
      const after = readSps(withoutReordering(sps))!
      assert.deepStrictEqual({ ...after, restrictionAt: null }, { ...before, reorder: 0, restrictionAt: null })
      assert.deepStrictEqual(withoutReordering(withoutReordering(sps)), withoutReordering(sps))
    }
  )

  it("a sequence parameter set that ends too early stays as it is", () => {
    const cut = Buffer.from("6742c00bda", "hex")
    assert.isNull(readSps(cut))
    assert.strictEqual(withoutReordering(cut), cut)
  })

  it.skipIf(!hasFfmpeg)(
    "a sequence parameter set that says nothing of order makes no decoder wait once it is rewritten",
    () => {
      for (const profile of ["main", "high"]) {
        const options = ["-profile:v", profile, "-bf", "0", "-x264-params", "ref=3:keyint=10:repeat-headers=1"]
        const bare = annexB(testVideo("h264", options), (sps) => {
          const reader = new BitReader(sps)
          const writer = new BitWriter()
          writer.copy(reader, readSps(sps)!.vuiAt)
          writer.bits(0, 1)
          return writer.finish()
        })
        const rewritten = annexB(bare, withoutReordering)
        const probed = run(
          "ffprobe",
          ["-show_entries", "stream=has_b_frames,width,height,profile", "-of", "csv=p=0", "-"],
          rewritten
        )
        assert.match(String(probed).trim().toLowerCase(), new RegExp(`^${profile},320,240,0`))
        // As many pictures come out as went in, without a complaint.
        const decoded = run("ffmpeg", ["-i", "-", "-f", "rawvideo", "-pix_fmt", "gray", "-"], rewritten)
        assert.strictEqual(decoded.length, 30 * 320 * 240)
      }
    }
  )
})

/** A byte stream with each of its sequence parameter sets changed. */
const annexB = (stream: Uint8Array, change: (sps: Uint8Array) => Uint8Array) => {
  const parts = Buffer.from(stream).toString("latin1").split("\0\0\u0001")
  return Buffer.concat(
    parts.slice(1).flatMap((part) => {
      // A start code may have another zero before it.
      const nal = Buffer.from(part.replace(/\0+$/, ""), "latin1")
      return [Buffer.from([0, 0, 0, 1]), (nal[0]! & 31) === 7 ? change(nal) : nal]
    })
  )
}

describe("a stream of H.264", () => {
  it.skipIf(!hasFfmpeg)("a stream of H.264 has its parameter sets in its configuration alone, and no others", () => {
    const inBand = readFlv(testVideo("flv", ["-bf", "0", "-x264-params", "keyint=10:repeat-headers=1"]))
    assert.strictEqual(inBand.configs.length, 1)
    assert.strictEqual(inBand.units.length, 30)
    assert.strictEqual(inBand.units.filter(({ isKey }) => isKey).length, 3)
    assert.isFalse(inBand.units.some(({ isB }) => isB))
    assert.strictEqual(readSps(inBand.configs[0]!.avcc.subarray(8))!.reorder, 0)
    for (const { data } of inBand.units)
      for (let at = 0; at < data.length; at += 4 + Buffer.from(data).readUInt32BE(at))
        assert.notInclude([7, 8], data[at + 4]! & 31)
    assert.isTrue(readFlv(testVideo("flv", ["-bf", "2"])).units.some(({ isB }) => isB))
  })

  it("a stream of H.264 tells a new configuration before the first picture that needs it, and no picture before the first", () => {
    const told: Array<string> = []
    const stream = new H264Stream({
      onConfig: ({ sps }) => told.push(`${sps.width}`),
      onUnit: (_, { isKey }) => told.push(isKey ? "key" : "picture")
    })
    const sps = (across: number) =>
      anSps({ profile: 66, across, down: 10, refs: 1, lists: false, vui: false, hrd: false, reorder: null })
    const unit = (...nals: ReadonlyArray<Uint8Array>) =>
      Buffer.concat(nals.flatMap((nal) => [Uint8Array.of(0, 0, 0, nal.length), nal]))
    const pps = Uint8Array.of(0x68, 0xce)
    const slice = Uint8Array.of(0x65, 0x88, 0x80)
    stream.unit(unit(slice), true, 0)
    stream.unit(unit(sps(10), pps, slice), true, 0)
    stream.unit(unit(sps(10), pps, slice), true, 0)
    stream.unit(unit(sps(20), pps, slice), true, 0)
    assert.deepStrictEqual(told, ["156", "key", "key", "316", "key"])
  })
})

describe("video that is passed on as it is", () => {
  const asked = { width: 320, height: 240, fps: 10, bitsPerSecond: 100_000 }
  const sps = {
    profile: 77,
    width: 320,
    height: 240,
    isInterlaced: false,
    refFrames: 1,
    reorder: 0,
    vuiAt: 0,
    restrictionAt: null
  }
  const judge = () => new PassThrough(() => asked)
  const is = (isKey: boolean, isB = false) => ({ isKey, isB })

  it("video that is passed on as it is fits in size and profile, and is not interlaced", () => {
    assert.isNull(judge().config(sps))
    for (const unfit of [{ width: 322 }, { height: 242 }, { profile: 110 }, { isInterlaced: true }])
      assert.isString(judge().config({ ...sps, ...unfit }))
  })

  it("video that is passed on as it is has no B pictures, and a key picture every two seconds or so", () => {
    const one = judge()
    assert.isNull(one.picture(1, is(true), 0))
    assert.isNull(one.picture(1, is(false), longestGopMs))
    assert.include(one.picture(1, is(false), longestGopMs + 1), "rare")
    assert.include(judge().picture(1, is(false, true), 0), "B pictures")
  })

  it("video that is passed on as it is keeps to the bits and pictures a second that are asked for now", () => {
    const stream = (bytes: number, everyMs: number, one = judge()) => {
      for (let nowMs = 0; nowMs <= 4_000; nowMs += everyMs) {
        const why = one.picture(bytes, is(nowMs % 1_000 === 0), nowMs)
        if (why !== null) return why
      }
      return null
    }
    assert.isNull(stream(1_250, 100))
    assert.include(stream(1_600, 100), "bit/s")
    assert.include(stream(100, 50), "pictures a second")
  })
})
