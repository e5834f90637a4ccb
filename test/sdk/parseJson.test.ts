import { assert, describe, it } from "@effect/vitest"
import { parseExactly } from "@fleet/domain/exactJson"
import { parseJson } from "../../packages/client-sdk/src/parseJson.ts"
import { Schema } from "effect"

const keys = ['"', "\n", "\\", "\t", "\b", "\r", "\f", "a", "/"]
const object = (seed: number): object =>
  Object.fromEntries(keys.flatMap((key, at) => ((seed >> at) & 1 ? [[key, { [keys[(at + seed) % 9]!]: at }]] : [])))

describe("JSON that the SDK reads", () => {
  it("JSON that the SDK reads has its own keys also once its reader is hot", () => {
    for (let round = 0; round < 40_000; round++) {
      const text = JSON.stringify(object(round % 512))
      assert.strictEqual(JSON.stringify(parseJson(text)), text)
    }
  })

  it.prop("JSON that the SDK reads is what the service wrote", [Schema.Json], ([value]) => {
    const named = { value, '"': value, list: [{ "\n": value }, "\\"] }
    assert.strictEqual(JSON.stringify(parseJson(JSON.stringify(named))), JSON.stringify(named))
    assert.deepStrictEqual(parseJson(JSON.stringify(value)), parseExactly(JSON.stringify(value)))
  })

  it("JSON that the SDK reads keeps __proto__ as a key, and refuses a text that is not JSON", () => {
    assert.strictEqual(JSON.stringify(parseJson('{"\\n":1,"__proto__":{"a":1}}')), '{"\\n":1,"__proto__":{"a":1}}')
    for (const text of ['{"\\n":1', '{"\\n" 1}', ""]) assert.throws(() => parseJson(text), SyntaxError)
  })
})
