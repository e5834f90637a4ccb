import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { stringify } from "yaml"
import { piecesOf } from "../../packages/console/src/features/config/text/pieces.ts"
import { validDocument } from "../domain/arbitraries.ts"

const line = Schema.Array(
  Schema.Literals([
    "key",
    ":",
    " ",
    "  ",
    "#",
    '"',
    "'",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    "- ",
    "${x}",
    "1.5",
    "true",
    "&a",
    "*a",
    "é",
    "\t"
  ])
)
const joined = (text: string) =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join("")
const kindsOf = (text: string) =>
  piecesOf(text).flatMap(({ kind, text: said }) => (kind === "plain" ? [] : [`${kind} ${said}`]))

describe("a line of a configuration that is read", () => {
  it.prop("keeps every character, whatever it holds", [line], ([parts]) => {
    assert.strictEqual(joined(parts.join("")), parts.join(""))
  })

  it.prop("keeps every line of a document", { doc: validDocument }, ({ doc }) => {
    for (const each of stringify(doc).split("\n")) assert.strictEqual(joined(each), each)
  })

  it("tells keys, texts, numbers, comments and placeholders apart", () => {
    assert.deepStrictEqual(kindsOf('  numeric: { scale: 100, unit: "%" } # percent'), [
      "key numeric",
      "mark :",
      "mark {",
      "key scale",
      "mark :",
      "number 100",
      "mark ,",
      "key unit",
      "mark :",
      'string "%"',
      "mark }",
      "comment # percent"
    ])
    assert.deepStrictEqual(
      kindsOf('message: { speed: "${speed}", at: ${x} }').filter((each) => /parameter/.test(each)),
      ["parameter ${speed}", "parameter ${x}"]
    )
    assert.deepStrictEqual(kindsOf("topic: /a:b#c"), ["key topic", "mark :", "string /a:b#c"])
    assert.deepStrictEqual(kindsOf("- true"), ["mark -", "number true"])
    assert.deepStrictEqual(kindsOf('unit: "12"'), ["key unit", "mark :", 'string "12"'])
  })

  it("looks at a long line no further", () => {
    const long = `description: ${"x".repeat(5000)}`
    assert.deepStrictEqual(piecesOf(long), [{ kind: "plain", text: long }])
  })
})
