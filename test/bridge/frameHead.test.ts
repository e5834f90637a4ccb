import { readHead } from "@fleet/bridge/cloud/FrameHead"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"

const head = (text: string) => readHead(Buffer.from(text))
const none = { type: undefined, version: undefined }

describe("the head of a frame", () => {
  it.effect.prop(
    "the head of a frame is type and version, wherever they stand and whatever else there is",
    [
      Schema.Record(Schema.String, Schema.Json),
      Schema.Record(Schema.String, Schema.Json),
      Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
      Schema.Boolean,
      Schema.Boolean
    ],
    ([before, after, version, isLast, indented]) =>
      Effect.sync(() => {
        const others = (map: Readonly<Record<string, unknown>>) =>
          Object.entries(map).filter(([key]) => key !== "type" && key !== "version" && key !== "__proto__")
        const [first, second] = isLast ? ["version", "type"] : ["type", "version"]
        const values: Readonly<Record<string, unknown>> = { type: "config", version }
        const entries = [[first, values[first!]], ...others(before), [second, values[second!]], ...others(after)]
        const text = JSON.stringify(Object.fromEntries(entries), null, indented ? 2 : 0)
        assert.deepStrictEqual(head(text), { type: "config", version })
        return true
      })
  )

  it.each([
    ["nothing", "", none],
    ["no object", "[1]", none],
    ["an empty object", "{}", none],
    ["no value", '{"type"', none],
    ["a type alone", '{"type":"config"}', { type: "config", version: undefined }],
    ["a version that is not whole", '{"type":"config","version":1.5}', { type: "config", version: undefined }],
    ["a version below zero", '{"version":-1,"type":"config"}', { type: "config", version: undefined }],
    ["a version as text", '{"version":"1","type":"config"}', { type: "config", version: undefined }],
    ["a type that is no text", '{"type":5,"version":0}', { type: undefined, version: 0 }],
    ["a type inside the document", '{"doc":{"type":"x","version":3},"version":4}', { type: undefined, version: 4 }],
    ["brackets inside text", '{"a":"}]{[\\\\","type":"config","version":1}', { type: "config", version: 1 }],
    ["quotes inside text", '{"a":"\\"type\\":\\"x\\"","type":"config","version":1}', { type: "config", version: 1 }],
    ["a list", '{"a":[{"type":"x"},[],"]"],"type":"config","version":1}', { type: "config", version: 1 }],
    ["spaces everywhere", ' { "type" : "config" , "version" : 3 } ', { type: "config", version: 3 }],
    ["more after both, of which nothing is read", '{"version":1,"type":"a","type":"b"', { type: "a", version: 1 }],
    ["a value longer than any of the head", `{"a":"${"x".repeat(200)}","version":1}`, { type: undefined, version: 1 }],
    ["a key longer than any of the head", `{"${"x".repeat(200)}":1,"type":"a"}`, { type: "a", version: undefined }],
    ["text that does not end", '{"type":"config","doc":"abc', { type: "config", version: undefined }],
    ["a document that does not end", '{"type":"config","doc":{"a":[1', { type: "config", version: undefined }],
    ["a backslash at the end", '{"type":"config","doc":"\\', { type: "config", version: undefined }]
  ] as const)("the head of a frame of %s", (_, text, expected) => {
    assert.deepStrictEqual(head(text), expected)
  })

  it("the head of a frame takes a type of 99 characters, and no longer one", () => {
    const typed = (length: number) => head(JSON.stringify({ type: "x".repeat(length) })).type?.length
    assert.strictEqual(typed(99), 99)
    assert.strictEqual(typed(100), undefined)
  })
})
