import { assert, describe, it } from "@effect/vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { consoleRoutes } from "./support/consoleRoutes.ts"

const root = join(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
/** Levels A and AA. 4.1.1 is gone since 2.2. */
const criteria = Object.entries({
  "1.1": [1],
  "1.2": [1, 2, 3, 4, 5],
  "1.3": [1, 2, 3, 4, 5],
  "1.4": [1, 2, 3, 4, 5, 10, 11, 12, 13],
  "2.1": [1, 2, 4],
  "2.2": [1, 2],
  "2.3": [1],
  "2.4": [1, 2, 3, 4, 5, 6, 7, 11],
  "2.5": [1, 2, 3, 4, 7, 8],
  "3.1": [1, 2],
  "3.2": [1, 2, 3, 4, 6],
  "3.3": [1, 2, 3, 4, 7, 8],
  "4.1": [2, 3]
}).flatMap(([part, numbers]) => numbers.map((number) => `${part}.${number}`))
const sources = globSync("packages/console/src/**/*.tsx", { cwd: root })

describe("what all pages of the console have", () => {
  it("is tried at every route that the router has", () => {
    const routes = consoleRoutes()
    for (const route of [
      "/",
      "/robots",
      "/robots/$robotId",
      "/robots/$robotId/config/versions/$version",
      "/dev/design"
    ])
      assert.include(routes, route)
    assert.isAbove(routes.length, 14)
  })

  it("shows each part of the kit on the page of the design", () => {
    const shown = globSync("packages/console/src/dev/*.tsx", { cwd: root }).map(read).join("")
    // Fields have it within them.
    const within = new Set(["Field"])
    const missing = globSync("packages/console/src/kit/*.tsx", { cwd: root })
      .map((file) => basename(file, ".tsx"))
      .filter((name) => !within.has(name) && !shown.includes(`/kit/${name}.tsx"`))
    assert.deepStrictEqual(missing, [])
  })

  it("loads the page of the design on no other route", () => {
    assert.deepStrictEqual(
      sources.filter((file) => /from "[^"]*\/dev\//.test(read(file))),
      []
    )
  })

  it("has a ledger of each criterion of WCAG 2.2, with proofs that exist", () => {
    const ledger = read("docs/accessibility.md")
    assert.deepStrictEqual(
      [...ledger.matchAll(/^\| (\d\.\d\.\d+) /gm)].map(([, criterion]) => criterion),
      criteria
    )
    for (const [, file] of ledger.matchAll(/`(test\/[\w/.]+\.ts)`/g)) assert.isTrue(existsSync(join(root, file!)), file)
    for (const [row, cells] of ledger.matchAll(/^\| \d(.*)\|$/gm))
      assert.isTrue(
        cells!.split("|").every((cell) => cell.trim() !== ""),
        row
      )
  })

  it("says nothing outside of the catalogues", () => {
    const written = sources
      .filter((file) => !file.startsWith("packages/console/src/dev/"))
      .flatMap((file) => {
        const attributes = read(file).matchAll(
          /\b(?:aria-label|title|alt|label|name|hint)="([^"]*\p{L}{3}[^"]*\s[^"]*)"/gu
        )
        const texts = read(file).matchAll(/^\s+(\p{Lu}\p{Ll}+(?: [\p{L},.’']+)+)\s*$/gmu)
        return [...attributes, ...texts].map(([, text]) => `${file}: ${text}`)
      })
    assert.deepStrictEqual(written, [])
  })
})
