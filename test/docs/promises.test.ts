import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const page = readFileSync(join(root, "docs/promises.md"), "utf8")

/** Each test that the page names: its file, and the words that are to be found there. */
const named = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.includes("`test/"))
  .flatMap((line) =>
    line
      .slice(line.indexOf(" | ") + 3)
      .split("<br>")
      .flatMap((cell) => {
        const [, file = ""] = /`(test\/[^`]+)`/.exec(cell) ?? []
        return Array.from(cell.matchAll(/“([^”]+)”/g), ([, title]) => ({ file, title: title! }))
      })
  )

describe("docs/promises.md", () => {
  it("names for each promise a test that is there, by its title", () => {
    assert.isAbove(named.length, 100)
    const missing = named.filter(({ file, title }) => !readFileSync(join(root, file), "utf8").includes(title))
    assert.deepStrictEqual(missing, [])
  })

  it("has a test beside each promise", () => {
    const rows = page.split("\n").filter((line) => /^\| (?!---|Promise \|)/.test(line))
    assert.deepStrictEqual(
      rows.filter((row) => !row.includes("`test/")),
      []
    )
  })
})
