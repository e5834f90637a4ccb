import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"

const root = new URL("../../../", import.meta.url)

/** Where something is drawn, which is measured in fractions of a point. */
const isDrawn = (file: string) => /\/billing\/documents\/(?!(?:InvoiceSnapshot|Seller)\.ts)/.test(file)

/** Code without comments, texts and regular expressions. The format puts spaces around a division. */
const bare = (source: string) =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//gu, "")
    .replaceAll(/^\s*\/\/.*$/gmu, "")
    .replaceAll(/`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"/gu, '""')
    .replaceAll(/(?<=[(,=:?|&!] ?)\/(?![ *])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/gu, '""')

const fractions = [
  /\d\.\d/u,
  /\d[eE]-\d/u,
  /\bparseFloat\b/u,
  /\.toFixed\b/u,
  /\bMath\.(?:round|floor|ceil|trunc|random|fround|pow|sqrt)\b/u
]

/** A division is whole between bigints alone. */
const divisions = (line: string) => / (?:\/|\/=|\*\*) /u.test(line) && !/\dn\b|\b(?:n|d|dayMs)\b/u.test(line)

const faults = (source: string) =>
  bare(source)
    .split("\n")
    .filter((line) => fractions.some((fraction) => fraction.test(line)) || divisions(line))

describe("billing", () => {
  it("counts in whole numbers alone", () => {
    const files = globSync("packages/server/src/billing/**/*.ts", { cwd: root }).filter((file) => !isDrawn(file))
    assert.isAbove(files.length, 8)
    const found = files.flatMap((file) =>
      faults(readFileSync(new URL(file, root), "utf8")).map((line) => `${file}: ${line.trim()}`)
    )
    assert.deepStrictEqual(found, [])
  })

  it("would be told of a fraction", () => {
    for (const line of [
      "const vat = net * 0.19",
      "const a = net / 100",
      "x = Math.round(y)",
      "const e = 1e-2",
      "a.toFixed(2)",
      "x /= 2",
      "Number.parseFloat(x)"
    ]) {
      assert.lengthOf(faults(line), 1, line)
    }
    for (const line of [
      "const q = n / d",
      'const s = "1.5 / 2"',
      "// 0.19",
      "/* a / b */",
      "x = `${a} / 2.5`",
      "const r = /a1.5\\/2/u",
      "(a * 115n + 9999n) / 10_000n"
    ]) {
      assert.lengthOf(faults(line), 0, line)
    }
  })
})
