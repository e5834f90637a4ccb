import { assert, describe, it } from "@effect/vitest"
import { exceedsJsonBounds, freeJson, type JsonShape, parseBoundedJson } from "@fleet/server/platform/json/boundedJson"
import { jsonBoundsOf } from "@fleet/server/platform/json/jsonBoundsOf"
import { Schema } from "effect"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

const measured = (value: Json): { readonly depth: number; readonly values: number; readonly entries: number } => {
  if (typeof value !== "object" || value === null) return { depth: 0, values: 1, entries: 0 }
  const inner = Object.values(value).map(measured)
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: inner.reduce((sum, { values }) => sum + values, 1),
    entries: Math.max(inner.length, ...inner.map(({ entries }) => entries))
  }
}

/** One place for all: every list and map has the same bound. */
const everywhere = (entries: number): JsonShape => {
  const shape: { entries: number; members: JsonShape["members"]; rest: JsonShape | null } = {
    entries,
    members: new Map(),
    rest: null
  }
  shape.rest = shape
  return shape
}

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`

describe("bounded JSON", () => {
  it.prop(
    "bounded JSON: a text is within its bounds exactly where its value is, however it is written",
    [Schema.Json, Schema.Literals([0, 1])],
    ([json, indent]) => {
      const text = JSON.stringify(json, null, indent)
      const { depth, entries, values } = measured(JSON.parse(text) as Json)
      const fits = (change: object) =>
        !exceedsJsonBounds(text, { depth, values, shape: everywhere(entries), ...change })
      assert.isTrue(fits({}), text)
      if (depth > 0) assert.isFalse(fits({ depth: depth - 1 }), text)
      if (values > 1) assert.isFalse(fits({ values: values - 1 }), text)
      if (entries > 0) assert.isFalse(fits({ shape: everywhere(entries - 1) }), text)
    },
    { arbitrary: { runs: 500 } }
  )

  it("bounded JSON: brackets, commas and quotes inside strings do not count", () => {
    const texts = ["[[[{{{,,,", '\\"[,', "\\\\", '"', "\u2028]"]
    for (const text of texts)
      assert.isFalse(exceedsJsonBounds(JSON.stringify([text]), { depth: 1, values: 2, shape: everywhere(1) }), text)
  })

  it("bounded JSON: 32 levels are read, 33 are not, and a million are refused without being read", () => {
    assert.strictEqual(parseBoundedJson(nested(32)).kind, "value")
    assert.strictEqual(parseBoundedJson(nested(33)).kind, "too_large")
    assert.strictEqual(parseBoundedJson("[".repeat(1_000_000)).kind, "too_large")
    assert.strictEqual(parseBoundedJson(`[${"1,".repeat(freeJson.values - 2)}1]`).kind, "value")
    assert.strictEqual(parseBoundedJson(`[${"1,".repeat(freeJson.values - 1)}1]`).kind, "too_large")
    assert.strictEqual(parseBoundedJson("[1").kind, "not_json")
  })

  it("bounded JSON: what a schema declares bounds its own place, by whatever spelling of its key", () => {
    const bounds = jsonBoundsOf(
      Schema.Struct({
        few: Schema.Array(Schema.String).check(Schema.isMaxLength(2)),
        free: Schema.Unknown,
        map: Schema.optionalKey(
          Schema.Record(Schema.String, Schema.Array(Schema.Finite).check(Schema.isMaxLength(3))).check(
            Schema.isMaxProperties(1)
          )
        )
      }).ast
    )
    const within = (text: string) => !exceedsJsonBounds(text, bounds)
    assert.isTrue(within(`{"few":["a","b"],"free":[1,2,3,4,5,{"few":[1,2,3]}]}`))
    assert.isFalse(within(`{"few":["a","b","c"]}`))
    assert.isFalse(within(`{"f\\u0065w":["a","b","c"]}`))
    assert.isTrue(within(`{"map":{"a":[1,2,3]}}`))
    assert.isFalse(within(`{"map":{"a":[1,2,3,4]}}`))
    assert.isFalse(within(`{"map":{"a":[],"b":[]}}`))
    assert.isTrue(within(`{"other":[1,2,3,4]}`))
  })
})
