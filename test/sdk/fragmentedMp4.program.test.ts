import { assert, describe, it } from "@effect/vitest"
import { initSegment, mediaSegment, timescale } from "../../packages/client-sdk/src/video/fragmentedMp4.ts"
import { Schema } from "effect"
import { readFlv, run, testVideo } from "../bridge/cameras/h264.ts"
import { hasFfmpeg } from "../bridge/cameras/world.ts"

const parents = ["moov", "trak", "mdia", "minf", "dinf", "stbl", "mvex", "moof", "traf"]

/** Every box by its path, with its content. Fails where lengths do not fit. */
const boxes = (bytes: Uint8Array, path = ""): ReadonlyArray<readonly [string, Buffer]> => {
  const data = Buffer.from(bytes)
  const found: Array<readonly [string, Buffer]> = []
  let at = 0
  while (at < data.length) {
    const length = data.readUInt32BE(at)
    assert.isTrue(length >= 8 && at + length <= data.length)
    const name = data.toString("latin1", at + 4, at + 8)
    const content = data.subarray(at + 8, at + length)
    found.push([`${path}${name}`, content])
    if (parents.includes(name)) found.push(...boxes(content, `${path}${name}.`))
    at += length
  }
  return found
}

const int = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("fragmented MP4", () => {
  it.prop(
    "fragmented MP4 holds each picture where it says, with its time, its duration and whether it is a key",
    {
      data: Schema.Array(int(0, 255)),
      isKey: Schema.Boolean,
      time: int(0, Number.MAX_SAFE_INTEGER),
      duration: int(1, 4_294_967_295),
      sequence: int(1, 4_294_967_295)
    },
    ({ data, duration, isKey, sequence, time }) => {
      const bytes = Buffer.from(mediaSegment({ data: Uint8Array.from(data), duration, isKey, sequence, time }))
      const found = new Map(boxes(bytes))
      assert.strictEqual(found.get("moof.mfhd")!.readUInt32BE(4), sequence)
      assert.strictEqual(found.get("moof.traf.tfdt")!.readBigUInt64BE(4), BigInt(time))
      const run = found.get("moof.traf.trun")!
      const [count, offset, lasts, size, flags] = [4, 8, 12, 16, 20].map((at) => run.readUInt32BE(at))
      assert.deepStrictEqual([count, lasts, size], [1, duration, data.length])
      assert.strictEqual((flags! & 0x10000) === 0, isKey)
      assert.deepStrictEqual([...bytes.subarray(offset)], data)
    }
  )

  it.skipIf(!hasFfmpeg)("fragmented MP4 is read back as what was written, by ffprobe and a decoder", () => {
    for (const [profile, size] of [
      ["baseline", "320x240"],
      ["high", "162x90"]
    ] as const) {
      const { configs, units } = readFlv(testVideo("flv", ["-profile:v", profile, "-bf", "0", "-g", "7"], size))
      const { avcc, sps } = configs[0]!
      const duration = timescale / 10
      const file = Buffer.concat([
        initSegment({ width: sps.width, height: sps.height, avcc }),
        ...units.map(({ data, isKey }, index) =>
          mediaSegment({ sequence: index + 1, time: index * duration, duration, isKey, data })
        )
      ])
      const shown = [
        "-show_entries",
        "stream=codec_name,width,height,has_b_frames:packet=pts,duration,size,flags",
        "-of",
        "json",
        "-"
      ]
      const { packets, streams } = JSON.parse(String(run("ffprobe", shown, file)))
      assert.deepStrictEqual(streams[0], { codec_name: "h264", width: sps.width, height: sps.height, has_b_frames: 0 })
      assert.deepStrictEqual(
        packets.map((packet: any) => [packet.pts, packet.duration, Number(packet.size), packet.flags.startsWith("K")]),
        units.map(({ data, isKey }, index) => [index * duration, duration, data.length, isKey])
      )
      const decoded = run("ffmpeg", ["-i", "-", "-f", "rawvideo", "-pix_fmt", "gray", "-"], file)
      assert.strictEqual(decoded.length, units.length * sps.width * sps.height)
    }
  })
})
