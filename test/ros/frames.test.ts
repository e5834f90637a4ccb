import {
  type ClientFrame,
  decodeClientFrame,
  decodeServerFrame,
  encodeClientFrame,
  encodeServerFrame,
  type ServerFrame
} from "@fleet/bridge/ros/foxglove/Frames"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"

const U32 = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff_ffff }))
const U64 = Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 0n, maximum: 2n ** 64n - 1n }))
const Bytes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))
const Text = Schema.String.check(Schema.makeFilter((text: string) => text.isWellFormed()))

const fields = { a: U32, b: U32, time: U64, text: Text, bytes: Bytes, flag: Schema.Boolean }

const payloadOf = (bytes: ReadonlyArray<number>) => Uint8Array.from(bytes)

describe("the binary frames of the Foxglove protocol", () => {
  it.effect.prop(
    "the binary frames of the Foxglove protocol come back from a server as they were sent",
    fields,
    ({ a, b, time, text, bytes, flag }) =>
      Effect.sync(() => {
        const payload = payloadOf(bytes)
        const frames: ReadonlyArray<ServerFrame> = [
          { kind: "message", subscriptionId: a, timeNs: time, payload },
          { kind: "time", timeNs: time },
          { kind: "service_response", serviceId: a, callId: b, encoding: text, payload },
          { kind: "asset", requestId: a, ok: flag, error: text, payload }
        ]
        for (const frame of frames) assert.deepStrictEqual(decodeServerFrame(encodeServerFrame(frame)), frame)
        return true
      })
  )

  it.effect.prop(
    "the binary frames of the Foxglove protocol come back from a client as they were sent",
    fields,
    ({ a, b, text, bytes }) =>
      Effect.sync(() => {
        const payload = payloadOf(bytes)
        const frames: ReadonlyArray<ClientFrame> = [
          { kind: "message", channelId: a, payload },
          { kind: "service_request", serviceId: a, callId: b, encoding: text, payload }
        ]
        for (const frame of frames) assert.deepStrictEqual(decodeClientFrame(encodeClientFrame(frame)), frame)
        return true
      })
  )

  it.effect.prop(
    "the binary frames of the Foxglove protocol are read from a view into a larger buffer",
    fields,
    ({ a, time, bytes }) =>
      Effect.sync(() => {
        const frame: ServerFrame = { kind: "message", subscriptionId: a, timeNs: time, payload: payloadOf(bytes) }
        const encoded = encodeServerFrame(frame)
        const larger = new Uint8Array(encoded.length + 7)
        larger.set(encoded, 3)
        assert.deepStrictEqual(decodeServerFrame(larger.subarray(3, 3 + encoded.length)), frame)
        return true
      })
  )

  it.effect.prop(
    "the binary frames of the Foxglove protocol are never a reason to throw, whatever the bytes",
    { bytes: Bytes },
    ({ bytes }) =>
      Effect.sync(() => {
        for (const opcode of [...bytes.slice(0, 1), 1, 2, 3, 4, 255]) {
          const frame = Uint8Array.from([opcode, ...bytes])
          decodeServerFrame(frame)
          decodeClientFrame(frame)
        }
        return true
      })
  )

  it("the binary frames of the Foxglove protocol are undefined when cut short or of an unknown opcode", () => {
    const whole = encodeServerFrame({
      kind: "service_response",
      serviceId: 1,
      callId: 2,
      encoding: "cdr",
      payload: new Uint8Array()
    })
    for (let length = 0; length < whole.length; length++) {
      assert.isUndefined(decodeServerFrame(whole.subarray(0, length)), `${length} bytes`)
    }
    assert.isUndefined(decodeServerFrame(Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    assert.isUndefined(decodeClientFrame(Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  })

  it("the binary frames of the Foxglove protocol have the layout that others read", () => {
    const payload = Uint8Array.of(0, 1, 0, 0, 0)
    const request = encodeClientFrame({ kind: "service_request", serviceId: 7, callId: 258, encoding: "cdr", payload })
    assert.deepStrictEqual([...request], [2, 7, 0, 0, 0, 2, 1, 0, 0, 3, 0, 0, 0, 0x63, 0x64, 0x72, 0, 1, 0, 0, 0])
  })
})
