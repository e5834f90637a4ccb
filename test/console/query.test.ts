import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { compares, nearestKey, parseQuery, printQuery } from "../../packages/console/src/query/query.ts"
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

  it("compares as its signs say", () => {
    const passes = (text: string) =>
      [9, 10, 11, 20, 21].filter((value) =>
        parseQuery(text).every((term) => term.kind === "field" && compares(term, value))
      )
    assert.deepStrictEqual(passes("battery:<10"), [9])
    assert.deepStrictEqual(passes("battery:<=10"), [9, 10])
    assert.deepStrictEqual(passes("battery:>11"), [20, 21])
    assert.deepStrictEqual(passes("battery:>=11"), [11, 20, 21])
    assert.deepStrictEqual(passes("battery:10..20"), [10, 11, 20])
    assert.deepStrictEqual(passes("battery:9,21"), [9, 21])
    assert.deepStrictEqual(passes("battery:"), [])
  })

  it("reads words, keys, lists, quotes and what is not meant", () => {
    assert.deepStrictEqual(parseQuery('hall state:online,offline -app:"My yard" "a:b"'), [
      { kind: "word", text: "hall", negated: false },
      { kind: "field", key: "state", comparison: "is", values: ["online", "offline"], negated: false },
      { kind: "field", key: "app", comparison: "is", values: ["My yard"], negated: true },
      { kind: "word", text: "a:b", negated: false }
    ])
  })

  it("knows the nearest key of one that is mistyped, and none of one that is far from all", () => {
    assert.strictEqual(nearestKey("stat", ["name", "state", "app"]), "state")
    assert.strictEqual(nearestKey("battery", ["name", "state", "app"]), undefined)
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
