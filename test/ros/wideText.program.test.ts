import { writeCdr } from "@fleet/bridge/ros/CdrWrite"
import { checkMessage } from "@fleet/bridge/ros/MessageCheck"
import { toJson } from "@fleet/bridge/ros/MessageJson"
import type { RosType } from "@fleet/bridge/ros/RosType"
import { readCdr } from "@fleet/bridge/ros/readCdr"
import { parseType } from "@fleet/bridge/ros/TypeParser"
import { CdrWriter } from "@foxglove/cdr"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { connect, listen } from "./support/gateway.ts"
import { rawServer } from "./support/rawServer.ts"

const text = `
uint8 before
wstring name
float64 between
Inner[] inners
wstring[] words
wstring[2] pair
bool after
================================================================================
MSG: test_msgs/Inner
int16 id
wstring label
`

const typeOf = (definition: string): RosType => {
  const type = parseType("test_msgs/msg/Wide", "ros2msg", definition)
  assert.isDefined(type)
  return type
}

const type = typeOf(text)
const short = typeOf("wstring text")

const write = (to: RosType, message: unknown): Uint8Array =>
  Result.getOrThrow(Result.map(checkMessage(to, message), (checked) => writeCdr(to, checked)))

/** A text as a middleware whose characters have two bytes writes it. */
const writeNarrow = (writer: CdrWriter, value: string) => {
  writer.sequenceLength(value.length)
  for (let index = 0; index < value.length; index++) writer.uint16(value.charCodeAt(index))
}

const Text = Schema.String.check(Schema.makeFilter((value: string) => value.isWellFormed() && !value.includes("\0")))
const Wide = Schema.Struct({
  before: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })),
  name: Text,
  between: Schema.Finite,
  inners: Schema.Array(
    Schema.Struct({ id: Schema.Int.check(Schema.isBetween({ minimum: -5, maximum: 5 })), label: Text })
  ),
  words: Schema.Array(Text),
  pair: Schema.Tuple([Text, Text]),
  after: Schema.Boolean
})

describe("wide text", () => {
  it.effect.prop("wide text arrives as it was sent, alone, in lists and below other fields", [Wide], ([message]) =>
    Effect.sync(() => {
      const arrived = toJson(readCdr(type, write(type, message)))
      assert.strictEqual(JSON.stringify(arrived), JSON.stringify(toJson(message)))
      return true
    })
  )

  it("wide text is its count of UTF-16 units and the units, four bytes each", () => {
    const bytes = [0, 1, 0, 0, 2, 0, 0, 0, 104, 0, 0, 0, 233, 0, 0, 0]
    assert.deepStrictEqual([...write(short, { text: "hé" })], bytes)
    assert.deepStrictEqual(readCdr(short, Uint8Array.from(bytes)), { text: "hé" })
  })

  it("wide text is read from a robot that writes big endian", () => {
    const bytes = [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 104, 0, 0, 0, 233]
    assert.deepStrictEqual(readCdr(short, Uint8Array.from(bytes)), { text: "hé" })
  })

  it.each(["", "h", "hé", "\ufeff世界 🚀", "x".repeat(100)])(
    "wide text is read with characters of two bytes as well: %s",
    (value) => {
      const writer = new CdrWriter()
      writeNarrow(writer, value)
      // Inside a larger buffer, as frames are: what follows must not be read.
      const around = new Uint8Array(writer.data.length + 1000)
      around.set(writer.data)
      assert.deepStrictEqual(readCdr(short, around.subarray(0, writer.data.length)), { text: value })
    }
  )

  it("wide text is read with characters of two bytes in front of other fields", () => {
    const after = typeOf("wstring text\nuint8 flag\nint32 number")
    for (const [value, flag] of [
      ["a", 1],
      ["ab", 0],
      ["abc", 7],
      ["", 3]
    ] as const) {
      const writer = new CdrWriter()
      writeNarrow(writer, value)
      writer.uint8(flag).int32(-9)
      assert.deepStrictEqual(readCdr(after, writer.data), { text: value, flag, number: -9 })
    }
  })

  it("wide text keeps U+FFFD in the place of half a surrogate pair", () => {
    const bytes = [0, 1, 0, 0, 3, 0, 0, 0, 97, 0, 0, 0, 0, 0xd8, 0, 0, 98, 0, 0, 0]
    assert.deepStrictEqual(readCdr(short, Uint8Array.from(bytes)), { text: "a\ufffdb" })
  })

  it("wide text that does not fit its bytes is no message", () => {
    assert.throws(() => readCdr(short, Uint8Array.of(0, 1, 0, 0, 9, 0, 0, 0, 97, 0)))
  })

  it.live("wide text comes from a topic of the robot", () =>
    Effect.gen(function* () {
      const url = yield* rawServer((socket) => {
        const channel = {
          id: 1,
          topic: "/name",
          encoding: "cdr",
          schemaName: "test_msgs/msg/Wide",
          schema: "wstring text"
        }
        socket.send(JSON.stringify({ op: "serverInfo", name: "raw", capabilities: [] }))
        socket.send(JSON.stringify({ op: "advertise", channels: [channel] }))
        socket.on("message", (data) => {
          const asked = JSON.parse(String(data)) as { op: string; subscriptions: ReadonlyArray<{ id: number }> }
          if (asked.op !== "subscribe") return
          const frame = Buffer.alloc(13)
          frame.writeUInt8(1)
          frame.writeUInt32LE(asked.subscriptions[0]!.id, 1)
          socket.send(Buffer.concat([frame, write(short, { text: "Größe" })]))
        })
      })
      const { when } = yield* listen(yield* connect(url), "/name", "test_msgs/msg/Wide")
      assert.deepStrictEqual(yield* when("a name", (all) => all.length === 1), [{ text: "Größe" }])
    })
  )
})
