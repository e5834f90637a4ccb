import { parseRosJson, writeRosJson } from "@fleet/bridge/ros/rosbridge/Json"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"

const Leaf = Schema.Union([Schema.String, Schema.Boolean, Schema.Int, Schema.BigInt])

describe("rosbridge's JSON", () => {
  it("reads bare NaN and Infinity as null, and leaves texts with these words alone", () => {
    assert.deepStrictEqual(parseRosJson('{"a":[NaN,-Infinity,Infinity,1],"b":"NaN, \\"Infinity\\"","NaN":NaN}'), {
      a: [null, null, null, 1],
      b: 'NaN, "Infinity"',
      NaN: null
    })
  })

  it.each([
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740992", 9_007_199_254_740_992n],
    ["-9007199254740992", -9_007_199_254_740_992n],
    ["18446744073709551615", 18_446_744_073_709_551_615n],
    ["9007199254740993.5", 9_007_199_254_740_994],
    ["1e300", 1e300]
  ])("reads %s exactly", (text, value) => {
    assert.deepStrictEqual(parseRosJson(`[${text},0.1234567890123456789]`), [value, 0.12345678901234568])
  })

  it("fails on what is no JSON either way", () => {
    for (const text of ["", "{", "[NaN", "nan", "{'a':1}"]) assert.throws(() => parseRosJson(text), SyntaxError)
  })

  it("writes 64-bit integers as digits and bytes as base64", () => {
    const message = { id: 2n ** 63n, bytes: Uint8Array.of(1, 2, 250), list: [-1n], text: "5" }
    assert.strictEqual(writeRosJson(message), '{"id":9223372036854775808,"bytes":"AQL6","list":[-1],"text":"5"}')
  })

  it.prop("reads what it wrote, whatever it is", [Schema.Record(Schema.String, Schema.Array(Leaf))], ([value]) => {
    const words = (object: unknown) =>
      JSON.stringify(object, (_, each) => (typeof each === "bigint" ? Number(each) : each))
    const text = writeRosJson(value)
    assert.strictEqual(writeRosJson(parseRosJson(text)), text)
    assert.strictEqual(words(parseRosJson(text)), words(value))
  })
})
