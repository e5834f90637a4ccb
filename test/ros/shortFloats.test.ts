import { parse } from "@foxglove/rosmsg"
import { MessageWriter } from "@foxglove/rosmsg2-serialization"
import { readingOf } from "@fleet/bridge/engine/datapoints/Reading"
import { toJson } from "@fleet/bridge/ros/MessageJson"
import { readCdr } from "@fleet/bridge/ros/readCdr"
import { parseType } from "@fleet/bridge/ros/TypeParser"
import { withShortFloats } from "@fleet/bridge/ros/withShortFloats"
import { stateAfter } from "@fleet/domain/AlertMachine"
import { assert, describe, it } from "@effect/vitest"

const text = `float32 level
float32[] ranges
float32[2] pair
float64 exact
demo/Part part
demo/Part[] parts
================================================================================
MSG: demo/Part
float32 ratio
float64 wide`

const type = parseType("demo/msg/Whole", "ros2msg", text)!
const part = { ratio: 0.1, wide: 0.1 }
const whole = { level: 0.2, ranges: [0.3, Number.NaN], pair: [1.5, 0.7], exact: 0.2, part, parts: [part] }
const bytes = new MessageWriter(parse(text, { ros2: true })).writeMessage(whole)
const expected = { ...whole, ranges: [0.3, null] }

/** What a writer of JSON makes of it that knows doubles alone. */
const widened = {
  ...expected,
  level: Math.fround(0.2),
  ranges: [Math.fround(0.3), null],
  pair: [1.5, Math.fround(0.7)],
  part: { ratio: Math.fround(0.1), wide: 0.1 },
  parts: [{ ratio: Math.fround(0.1), wide: 0.1 }]
}

const read = (field: string | undefined, scale?: number) =>
  readingOf({
    topic: "/t",
    type: "demo/msg/Whole",
    ...(field === undefined ? {} : { field }),
    ...(scale === undefined ? {} : { numeric: { scale } })
  })(readCdr(type, bytes))

describe("a float32 of a robot", () => {
  it("a float32 of a robot is its shortest decimal, alone, in lists and in parts, and a float64 is what it is", () => {
    assert.deepStrictEqual(JSON.parse(read(undefined)!), expected)
    assert.deepStrictEqual(toJson(withShortFloats(type, widened)), expected)
  })

  it("a float32 of a robot is taken out of messages, and scaled, as its shortest decimal", () => {
    assert.deepStrictEqual(
      [read("level"), read("level", 100), read("ranges[0]"), read("pair[1]", 10), read("part.ratio"), read("exact")],
      ["0.2", "20", "0.3", "7", "0.1", "0.2"]
    )
  })

  it("a float32 of a robot fires an alert at the number that people wrote", () => {
    const condition = { fire_at: 20, resolve_at: 25 }
    assert.strictEqual(stateAfter(condition, "ok", JSON.parse(read("level", 100)!)), "firing")
  })

  it("a float32 of a robot is left as it came where its type is not known", () => {
    assert.strictEqual(withShortFloats(undefined, widened), widened)
    assert.deepStrictEqual(withShortFloats(type, ["no", "message"]), ["no", "message"])
    assert.deepStrictEqual(withShortFloats(type, { level: "1", part: null, ranges: 7 }), {
      level: "1",
      part: null,
      ranges: 7
    })
  })
})
