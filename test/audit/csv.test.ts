import { assert, describe, it } from "@effect/vitest"
import { csvRecord } from "@fleet/server/audit/csv"
import { Effect, Schema } from "effect"

/** A reader of RFC 4180 that knows nothing of the writer. */
const read = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const records: Array<Array<string>> = []
  let record: Array<string> = []
  let at = 0
  while (at < text.length) {
    let value = ""
    if (text[at] === '"') {
      at++
      while (text[at] !== '"' || text[at + 1] === '"') {
        assert.isBelow(at, text.length)
        if (text[at] === '"') at++
        value += text[at++]
      }
      at++
    } else {
      while (at < text.length && text[at] !== "," && text[at] !== "\r") {
        assert.notInclude('"\n', text[at]!)
        value += text[at++]
      }
    }
    record.push(value)
    if (text[at] === ",") {
      at++
      continue
    }
    assert.strictEqual(text.slice(at, at + 2), "\r\n")
    at += 2
    records.push(record)
    record = []
  }
  assert.deepStrictEqual(record, [])
  return records
}

const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠"] as const
const dangerous: ReadonlyArray<string> = [...signs, "\t", "\r", "\n"]
const Piece = Schema.Union([Schema.Literals([...signs, "\t", "\r", "\n", '"', ",", "'", " "]), Schema.String])
const Field = Schema.Array(Piece)
const Records = Schema.Array(Schema.NonEmptyArray(Field))

describe("the CSV writer", () => {
  it.effect.prop(
    "the CSV writer is read back by RFC 4180, but for an apostrophe before a formula",
    [Records],
    ([records]) =>
      Effect.sync(() => {
        const texts = records.map((record) => record.map((pieces) => pieces.join("")))
        const begins = (text: string, among: ReadonlyArray<string>) => among.includes(text[0] ?? "")
        const harmless = (text: string) =>
          begins(text, dangerous) || begins(text.trimStart(), signs) ? `'${text}` : text
        assert.deepStrictEqual(
          read(texts.map(csvRecord).join("")),
          texts.map((record) => record.map(harmless))
        )
      })
  )

  it("the CSV writer quotes only where it must, and lets nothing begin like a formula", () => {
    assert.strictEqual(
      csvRecord(["plain", "", "a,b", 'a "b"', "a\nb", "=1+1", "+1", "-1", "@a", "\ta", "\ra", "\na", "a=1", "'=1"]),
      `plain,,"a,b","a ""b""","a\nb",'=1+1,'+1,'-1,'@a,'\ta,"'\ra","'\na",a=1,'=1\r\n`
    )
    assert.strictEqual(csvRecord([" =1", "\u00a0-1", "＝1", " a", "a ＝1"]), `' =1,'\u00a0-1,'＝1, a,a ＝1\r\n`)
  })
})
