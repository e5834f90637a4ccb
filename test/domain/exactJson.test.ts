import { assert, describe, it } from "@effect/vitest"
import { parseExactly } from "@fleet/domain/exactJson"
import { Schema } from "effect"

const characters = ['"', "\n", "\\", "\t", "\b", "\r", "\f", "/", "a", "é", "\u0001", "😀", "_"]

/** Small objects of short keys, the same in each run. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const next = random(7)
const pick = (length: number) =>
  Array.from({ length }, () => characters[Math.floor(next() * characters.length)]).join("")
const object = (depth: number): object =>
  Object.fromEntries(
    Array.from({ length: 1 + Math.floor(next() * 4) }, (_, index) => [
      pick(1 + Math.floor(next() * 3)),
      depth > 0 && next() < 0.3 ? (next() < 0.5 ? object(depth - 1) : [object(depth - 1), pick(2)]) : index
    ])
  )

const escaped = (text: string) =>
  text.replace(/\\(["\\bfnrt])/g, (each) => `\\u${JSON.stringify(each).length === 0 ? "" : codeOf(each)}`)
const codes: Readonly<Record<string, number>> = { '"': 34, "\\": 92, b: 8, f: 12, n: 10, r: 13, t: 9 }
const codeOf = (each: string) => codes[each[1]!]!.toString(16).padStart(4, "0")

describe("JSON of others", () => {
  it("JSON of others is read with its own keys also once its reader is hot", () => {
    for (let round = 0; round < 50_000; round++) {
      const value = object(2)
      const text = JSON.stringify(value)
      assert.strictEqual(JSON.stringify(parseExactly(text)), text)
      if (round % 5 === 0) assert.strictEqual(JSON.stringify(parseExactly(escaped(text))), text)
    }
  })

  it.prop("JSON of others is read as JSON.parse reads what has no short key", [Schema.Json], ([value]) => {
    const named = { value, '"': value, list: [{ "\n": value }] }
    assert.strictEqual(JSON.stringify(parseExactly(JSON.stringify(named))), JSON.stringify(named))
  })

  it.each([
    ['{"\\n" : 1, "\\n":2}', '{"\\n":2}'],
    ['{"b":1,"\\t":2,"1":3}', '{"1":3,"b":1,"\\t":2}'],
    ['{"\\n":1,"__proto__":{"a":1}}', '{"\\n":1,"__proto__":{"a":1}}'],
    ['{"text":"\\"\\\\n\\":","\\"":[]}', '{"text":"\\"\\\\n\\":","\\"":[]}'],
    ['["\\n"]', '["\\n"]'],
    ['"\\n"', '"\\n"']
  ])("JSON of others, %s, is %s", (text, expected) => {
    assert.strictEqual(JSON.stringify(parseExactly(text)), expected)
  })

  it("JSON of others is refused where it is invalid, and revived by its own keys", () => {
    for (const text of ['{"\\n":1', '{"\\n":1}}', '{"\\n" 1}', '{"\\":1}', "", '{"\\n":,}']) {
      assert.throws(() => parseExactly(text), SyntaxError)
    }
    const keys: Array<string> = []
    parseExactly('{"\\n":1,"list":[2]}', (key, value) => {
      keys.push(key)
      return value
    })
    assert.deepStrictEqual(keys, ["\n", "0", "list", ""])
  })

  it("JSON of others may be nested deeper than any stack", () => {
    const depth = 50_000
    const text = `${'{"\\n":'.repeat(depth)}1${"}".repeat(depth)}`
    let value: any = parseExactly(text)
    for (let level = 0; level < depth; level++) value = value["\n"]
    assert.strictEqual(value, 1)
  })
})
