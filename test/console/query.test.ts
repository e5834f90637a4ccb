import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { parseQuery, printQuery } from "../../packages/console/src/query/query.ts"
import { parseMoment } from "../../packages/console/src/query/time.ts"

const Signs = Schema.Array(
  Schema.Literals(["a", "b", "1", "-", ":", '"', "\\", ",", " ", "\n", "<", ">", "=", ".", "..", "é", "😀"])
).check(Schema.isMaxLength(24))

describe("the query of a list", () => {
  it.prop("reads what it prints as the same terms", [Signs], ([signs]) => {
    const terms = parseQuery(signs.join(""))
    assert.deepStrictEqual(parseQuery(printQuery(terms)), terms)
  })

  it.prop("reads every text", [Schema.String], ([text]) => {
    const terms = parseQuery(text)
    assert.deepStrictEqual(parseQuery(printQuery(terms)), terms)
  })

  it("reads 10 kB of quotes, backslashes and colons", () => {
    for (const sign of ['"', "\\", ':"', '-"', 'a:"\\']) {
      const terms = parseQuery(sign.repeat(10_000 / sign.length))
      assert.deepStrictEqual(parseQuery(printQuery(terms)), terms)
    }
  })
})

describe("a moment of a query", () => {
  it.prop("is a number of milliseconds or nothing", [Schema.String], ([text]) => {
    const moment = parseMoment(text, 0)
    assert.isTrue(moment === undefined || Number.isFinite(moment))
  })

  it("is before now, or a date that exists", () => {
    assert.strictEqual(parseMoment("90m", 5_400_000), 0)
    assert.strictEqual(parseMoment("now", 7), 7)
    assert.strictEqual(parseMoment("2026-13-45", 0), undefined)
    assert.strictEqual(parseMoment("9999999h", 0), undefined)
  })
})
