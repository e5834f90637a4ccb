import { parseRosJson, writeRosJson } from "@fleet/bridge/ros/rosbridge/Json"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/testing/FastCheck"

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

  it("reads what it wrote, whatever it is", () => {
    const wide = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n })
    const leaf = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), wide)
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(leaf)), (value) => {
        const seen = parseRosJson(writeRosJson(value)) as Record<string, ReadonlyArray<unknown>>
        for (const [key, list] of Object.entries(value)) {
          assert.deepStrictEqual(
            Object.getOwnPropertyDescriptor(seen, key)?.value.map(String),
            list.map((each) =>
              Object.is(each, -0)
                ? "0"
                : typeof each === "number" && Number.isInteger(each)
                  ? String(parseRosJson(JSON.stringify(each)))
                  : String(each)
            )
          )
        }
      })
    )
  })
})
