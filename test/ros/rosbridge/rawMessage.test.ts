import { readRaw } from "@fleet/bridge/ros/rosbridge/RawMessage"
import { readOperation } from "@fleet/bridge/ros/rosbridge/Operations"
import { makeReader } from "@fleet/bridge/ros/rosbridge/Wire"
import { writeRosJson } from "@fleet/bridge/ros/rosbridge/Json"
import { assert, describe, it } from "@effect/vitest"
import { encode } from "cbor-x"
import { Schema } from "effect"

const Bytes = Schema.Uint8Array
const Seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4_294_967_295 }))
const Nanoseconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999_999_999 }))
const Raw = Schema.Struct({ secs: Seconds, nsecs: Nanoseconds, bytes: Bytes })
const Odd = Schema.Record(Schema.Literals(["secs", "nsecs", "bytes"]), Schema.Union([Schema.String, Schema.Null]))
const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

describe("a raw message of rosbridge", () => {
  it.prop("has the milliseconds of its stamp and its bytes, as it comes in CBOR", [Raw], ([raw]) => {
    const read = makeReader()(encode({ op: "publish", topic: "/t", msg: raw }))
    assert.strictEqual(read?.op, "publish")
    const message = readRaw(read?.op === "publish" ? read.msg : undefined)
    assert.strictEqual(message?.timestampMs, raw.secs * 1000 + Math.floor(raw.nsecs / 1e6))
    assert.isTrue(Number.isSafeInteger(message?.timestampMs))
    assert.deepStrictEqual([...(message?.bytes ?? [])], [...raw.bytes])
  })

  it.prop("is none when a part is of another kind, and none as JSON, which has no bytes", [Odd, Raw], ([odd, raw]) => {
    assert.isUndefined(readRaw(odd))
    const operation = { op: "publish", topic: "/t", msg: raw }
    const read = makeReader()(writeRosJson(operation))
    assert.isUndefined(readRaw(read?.op === "publish" ? read.msg : undefined))
  })

  it.prop("whatever it is, nothing is thrown", [Schema.Json], ([anything]) => {
    readRaw(anything)
    readOperation(anything)
    const read = makeReader()
    read(JSON.stringify(anything))
    read(encode(anything))
  })

  it.prop("a frame with one wrong byte, or cut short, is read or ignored", [Raw, Place, Place], ([raw, at, byte]) => {
    const operation = { op: "publish", topic: "/t", msg: raw }
    const binary = Buffer.from(encode(operation))
    const wrong = Buffer.from(binary)
    wrong[at % wrong.length] = byte % 256
    const text = JSON.stringify({ ...operation, msg: { data: byte } })
    const read = makeReader()
    for (const frame of [wrong, binary.subarray(0, at % binary.length), text.slice(0, at % text.length)]) {
      const message = read(frame)
      if (message?.op === "publish") readRaw(message.msg)
    }
  })
})
