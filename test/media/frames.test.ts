import { assert, describe, it } from "@effect/vitest"
import {
  decodeMediaFrame,
  encodeAck,
  encodeMediaFrame,
  encodeRate,
  mediaHeaderBytes,
  MediaKind,
  paintedOf,
  rateOf,
  seqAfter
} from "@fleet/domain/media/MediaFrames"
import { Schema } from "effect"

const bytes = (kind: number, flags: number, payload: number) => {
  const frame = new Uint8Array(mediaHeaderBytes + payload)
  frame[0] = kind
  frame[1] = flags
  return frame
}

describe("media frames", () => {
  it.prop(
    "media frames of pictures survive their wire, whatever they hold",
    {
      isKey: Schema.Boolean,
      more: Schema.Boolean,
      seq: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 })),
      ptsMs: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4_294_967_295 })),
      captured: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      payload: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))
    },
    ({ captured, payload, ...rest }) => {
      const frame = {
        kind: MediaKind.picture,
        ...rest,
        capturedUs: BigInt(captured),
        payload: Uint8Array.from(payload)
      }
      assert.deepStrictEqual(decodeMediaFrame(encodeMediaFrame(frame)), frame)
    }
  )

  it("media frames of other kinds, flags or lengths are none", () => {
    assert.isNull(decodeMediaFrame(new Uint8Array(mediaHeaderBytes - 1)))
    assert.isNull(decodeMediaFrame(bytes(6, 0, 0)))
    assert.isNull(decodeMediaFrame(bytes(MediaKind.picture, 4, 0)))
    for (const [kind, payload] of [
      [MediaKind.ack, 2],
      [MediaKind.end, 0],
      [MediaKind.keyWanted, 0],
      [MediaKind.rate, 4]
    ] as const) {
      assert.isNotNull(decodeMediaFrame(bytes(kind, 0, payload)))
      assert.isNull(decodeMediaFrame(bytes(kind, 0, payload + 1)))
      assert.isNull(decodeMediaFrame(bytes(kind, 1, payload)))
      if (payload > 0) assert.isNull(decodeMediaFrame(bytes(kind, 0, payload - 1)))
    }
  })

  it("media frames begin as the contract says: kind, flags, seq, pts, capture time, big endian", () => {
    const frame = encodeMediaFrame({
      kind: MediaKind.picture,
      isKey: true,
      more: true,
      seq: 0x0102,
      ptsMs: 0x03040506,
      capturedUs: 0x0708090a0b0c0d0en,
      payload: Uint8Array.of(15)
    })
    assert.deepStrictEqual([...frame], [1, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    const ack = decodeMediaFrame(encodeAck(65_535, 0x0102))!
    assert.deepStrictEqual([ack.seq, paintedOf(ack), ...ack.payload], [65_535, 0x0102, 1, 2])
    assert.strictEqual(rateOf(decodeMediaFrame(encodeRate(4_000_000_000))!), 4_000_000_000)
  })

  it("numbers of units are compared over their wrap", () => {
    for (const [seq, than, after] of [
      [5, 5, 0],
      [6, 5, 1],
      [4, 5, -1],
      [0, 65_535, 1],
      [65_535, 0, -1],
      [32_767, 0, 32_767],
      [32_768, 0, -32_768]
    ] as const)
      assert.strictEqual(seqAfter(seq, than), after)
  })
})
