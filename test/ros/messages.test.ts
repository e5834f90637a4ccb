import { extractField, parseFieldPath } from "@fleet/bridge/ros/FieldPath"
import { toJson } from "@fleet/bridge/ros/MessageJson"
import { assert, describe, it } from "@effect/vitest"

describe("a message as JSON", () => {
  it("a message as JSON writes bytes as base64 and other typed arrays as lists", () => {
    assert.strictEqual(toJson(Uint8Array.of(0, 255, 16)), "AP8Q")
    assert.strictEqual(toJson(Uint8Array.of(9, 0, 255, 16).subarray(1)), "AP8Q")
    assert.deepStrictEqual(toJson(Int8Array.of(-1, 2)), [-1, 2])
    assert.deepStrictEqual(toJson({ data: Uint16Array.of(65_535) }), { data: [65_535] })
  })

  it("a message as JSON writes floats that are not finite as null, inside typed arrays too", () => {
    assert.deepStrictEqual(toJson({ a: Number.NaN, b: [Infinity, 1.5], c: Float64Array.of(-Infinity, 2) }), {
      a: null,
      b: [null, 1.5],
      c: [null, 2]
    })
    assert.deepStrictEqual(toJson(Float32Array.of(Number.NaN, 0.5)), [null, 0.5])
  })

  it("a message as JSON writes whole numbers beyond ±(2^53−1) as decimal text and keeps the others numbers", () => {
    assert.strictEqual(toJson(9_007_199_254_740_991n), 9_007_199_254_740_991)
    assert.strictEqual(toJson(-9_007_199_254_740_991n), -9_007_199_254_740_991)
    assert.strictEqual(toJson(9_007_199_254_740_992n), "9007199254740992")
    assert.strictEqual(toJson(-(2n ** 63n)), "-9223372036854775808")
    assert.deepStrictEqual(toJson(BigUint64Array.of(2n ** 64n - 1n, 3n)), ["18446744073709551615", 3])
  })

  it("a message as JSON keeps times, text, truth and nesting as they are", () => {
    const message = { header: { stamp: { sec: 1, nanosec: 999_999_999 }, frame_id: "map" }, on: true, list: [{ x: 1 }] }
    assert.deepStrictEqual(toJson(message), message)
  })
})

const at = (message: unknown, path: string) => extractField(message, parseFieldPath(path) ?? [])

describe("a field path", () => {
  const message = {
    pose: { position: { x: 1.5 } },
    ranges: Float32Array.of(0.5, Number.NaN),
    poses: [{ x: 1 }, { x: 2 }],
    name: "arm"
  }

  it("a field path leads through names and indexes", () => {
    assert.strictEqual(at(message, "pose.position.x"), 1.5)
    assert.strictEqual(at(message, "ranges[0]"), 0.5)
    assert.strictEqual(at(message, "poses[1].x"), 2)
    assert.strictEqual(at(message, "poses"), message.poses)
  })

  it("a field path gives no sample past the end of a list, at a missing field and below a primitive", () => {
    for (const path of [
      "ranges[2]",
      "poses[2].x",
      "nothing",
      "pose.nothing.x",
      "name.length",
      "name[0]",
      "poses.length"
    ]) {
      assert.isUndefined(at(message, path), path)
    }
  })

  it("a field path never reaches what every JavaScript object has", () => {
    for (const path of ["constructor", "constructor.name", "pose.to_string"])
      assert.isUndefined(at(message, path), path)
  })

  it("a field path is refused when it is not written as one", () => {
    for (const text of ["", ".", "a.", "a..b", "a[]", "a[-1]", "a[01]", "a[0][1]", "a b", "A", "__proto__", "[0]"]) {
      assert.isUndefined(parseFieldPath(text), text)
    }
  })
})
