import { writeCdr } from "@fleet/bridge/ros/CdrWrite"
import { checkMessage } from "@fleet/bridge/ros/MessageCheck"
import { toJson } from "@fleet/bridge/ros/MessageJson"
import { nestAfterFirst, type RosType } from "@fleet/bridge/ros/RosType"
import { readCdr } from "@fleet/bridge/ros/readCdr"
import { commonType } from "@fleet/bridge/ros/TypeLibrary"
import { parseType } from "@fleet/bridge/ros/TypeParser"
import { assert, describe, it } from "@effect/vitest"
import { MessageWriter } from "@foxglove/rosmsg2-serialization"
import { Effect, Result, Schema } from "effect"

const typeOf = (text: string): RosType => {
  const type = parseType("test_msgs/msg/Test", "ros2msg", text)
  assert.isDefined(type, text)
  return type
}

/** The field and words of the refusal, or undefined when the message fits. */
const refusal = (type: RosType, message: unknown) => {
  const checked = checkMessage(type, message)
  return Result.isFailure(checked) ? checked.failure : undefined
}

const write = (type: RosType, message: unknown): Uint8Array => {
  const checked = checkMessage(type, message)
  if (Result.isFailure(checked)) throw checked.failure
  return writeCdr(type, checked.success)
}

const everything = typeOf(`
bool flag
int8 i8
uint8 u8
int16 i16
uint16 u16
int32 i32
uint32 u32
int64 i64
uint64 u64
float32 f32
float64 f64
string text
builtin_interfaces/Time stamp
uint8[] bytes
int64[] longs
float64[3] fixed
string[] words
Inner[] inners
Inner inner
================================================================================
MSG: test_msgs/Inner
uint8 before
float64 value
`)

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const long = (minimum: bigint, maximum: bigint) => Schema.BigInt.check(Schema.isBetweenBigInt({ minimum, maximum }))
const Text = Schema.String.check(Schema.makeFilter((text: string) => text.isWellFormed() && !text.includes("\0")))
const Inner = Schema.Struct({ before: whole(0, 255), value: Schema.Finite })
const I64 = long(-(2n ** 63n), 2n ** 63n - 1n)

const Everything = Schema.Struct({
  flag: Schema.Boolean,
  i8: whole(-128, 127),
  u8: whole(0, 255),
  i16: whole(-32_768, 32_767),
  u16: whole(0, 65_535),
  i32: whole(-2_147_483_648, 2_147_483_647),
  u32: whole(0, 4_294_967_295),
  i64: I64,
  u64: long(0n, 2n ** 64n - 1n),
  f32: whole(-1000, 1000),
  f64: Schema.Finite,
  text: Text,
  stamp: Schema.Struct({ sec: whole(-2_147_483_648, 2_147_483_647), nanosec: whole(0, 999_999_999) }),
  bytes: Schema.Array(whole(0, 255)),
  longs: Schema.Array(I64),
  fixed: Schema.Tuple([Schema.Finite, Schema.Finite, Schema.Finite]),
  words: Schema.Array(Text),
  inners: Schema.Array(Inner),
  inner: Inner
})

/** The message as a caller would send it: bytes as base64, long numbers as text. */
const asJson = (message: typeof Everything.Type) => toJson({ ...message, bytes: Uint8Array.from(message.bytes) })

describe("a message for the robot", () => {
  it.effect.prop("a message for the robot arrives as it was sent", [Everything], ([message]) =>
    Effect.sync(() => {
      const json = asJson(message)
      const [arrived, sent] = [toJson(readCdr(everything, write(everything, json))), json].map((each) =>
        JSON.stringify(each)
      )
      assert.isTrue(arrived === sent, `${arrived} is not ${sent}`)
      return true
    })
  )

  it.effect.prop("a message for the robot has the bytes another writer gives it", [Everything], ([message]) =>
    Effect.sync(() => {
      const ascii = { ...message, text: "plain", words: ["a", ""] }
      const nested = Array.from(everything.nested, ([name, fields]) => ({ name, definitions: [...fields] }))
      const other = new MessageWriter([{ definitions: [...everything.fields] }, ...nested])
      assert.deepStrictEqual([...write(everything, asJson(ascii))], [...other.writeMessage(ascii)])
      return true
    })
  )

  it("a message for the robot takes zero, or the definition's default, for what is missing", () => {
    const zero = toJson(readCdr(everything, write(everything, {})))
    assert.deepInclude(zero as object, { flag: false, i64: 0, text: "", bytes: "", fixed: [0, 0, 0], inners: [] })
    const type = typeOf("float32 speed 2.5\nint32[2] pair [3, 4]\nstring name 'x'")
    assert.deepStrictEqual(toJson(readCdr(type, write(type, {}))), { speed: 2.5, pair: [3, 4], name: "x" })
  })

  it("a message for the robot keeps text that is not ASCII", () => {
    const type = typeOf("string text\nint32 after")
    const message = { text: "Grüße, 世界 🚀", after: 7 }
    assert.deepStrictEqual(readCdr(type, write(type, message)), message)
  })

  it("a message for the robot keeps U+FEFF at the start of a text", () => {
    const type = typeOf("string text\nstring[] words\nint32 after")
    const message = { text: "\uFEFFa", words: ["\uFEFF", "", "\uFEFF\uFEFFb"], after: 7 }
    assert.deepStrictEqual(readCdr(type, write(type, message)), message)
  })

  it("a message for the robot without fields is one byte behind the header", () => {
    assert.deepStrictEqual([...write(typeOf(""), {})], [0, 1, 0, 0, 0])
    assert.deepStrictEqual(readCdr(typeOf(""), Uint8Array.of(0, 1, 0, 0, 0)), {})
  })

  it("a message for the robot keeps a goal's own goal_id apart from the one in front of it", () => {
    const flattened = typeOf("uint8[2] goal_id\nint32 goal_id\nint32 speed")
    const nested = nestAfterFirst(flattened, "goal")
    const request = { goal_id: "AQI=", goal: { goal_id: 5, speed: 6 } }
    assert.deepStrictEqual([...write(nested, request)].slice(4), [1, 2, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0])
    assert.deepStrictEqual(toJson(readCdr(nested, write(nested, request))), request)
  })

  it.each([
    ["int8 300 would wrap", { i8: 300 }, "i8"],
    ["int8 with a fraction", { i8: 1.5 }, "i8"],
    ["a whole number as text", { i32: "5" }, "i32"],
    ["uint64 below zero", { u64: -1 }, "u64"],
    ["int64 that a number cannot hold exactly", { i64: 2 ** 53 }, "i64"],
    ["int64 text beyond 64 bits", { i64: "9223372036854775808" }, "i64"],
    ["truth as a number", { flag: 1 }, "flag"],
    ["truth as text", { flag: "yes" }, "flag"],
    ["a float that is not finite", { f64: Number.NaN }, "f64"],
    ["a float32 out of range", { f32: 1e39 }, "f32"],
    ["null", { f64: null }, "f64"],
    ["text with U+0000", { text: "a\0b" }, "text"],
    ["half of a surrogate pair", { text: "\ud800" }, "text"],
    ["a fixed list too short", { fixed: [1, 2] }, "fixed"],
    ["bytes that are not base64", { bytes: "not base64!" }, "bytes"],
    ["a byte out of range", { bytes: [256] }, "bytes[0]"],
    ["nanoseconds of a whole second", { stamp: { sec: 0, nanosec: 1_000_000_000 } }, "stamp"],
    ["an unknown field", { nothing: 1 }, "nothing"],
    ["an unknown field inside a list", { inners: [{ value: 1 }, { valve: 2 }] }, "inners[1].valve"],
    ["a list where a message belongs", { inner: [] }, "inner"],
    ["no object at all", 5, ""]
  ])("a message for the robot is refused with the field's path: %s", (_, message, field) => {
    assert.strictEqual(refusal(everything, message)?.field, field)
  })

  it("a message for the robot is held to the bounds of its definition", () => {
    const type = typeOf("string<=3 short\nint32[<=2] few")
    assert.isUndefined(refusal(type, { short: "abc", few: [1, 2] }))
    assert.strictEqual(refusal(type, { short: "äö" })?.field, "short")
    assert.strictEqual(refusal(type, { few: [1, 2, 3] })?.field, "few")
  })

  it("a message for the robot knows the common packages without being told", () => {
    const twist = commonType("geometry_msgs/msg/Twist")
    assert.isDefined(twist)
    assert.strictEqual(refusal(twist, { linear: { x: "fast" } })?.field, "linear.x")
    assert.isUndefined(commonType("geometry_msgs/msg/Nothing"))
  })
})
