import { assert, describe, it } from "@effect/vitest"
import { globSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const files = globSync("packages/console/src/**/{words,*Words}.ts", { cwd: root }).filter(
  (file) => !file.endsWith("i18n/words.ts")
)

interface Catalogue {
  readonly en: Readonly<Record<string, unknown>>
  readonly de: Readonly<Record<string, unknown>>
}

const isCatalogue = (value: unknown): value is Catalogue =>
  typeof value === "object" && value !== null && "en" in value && "de" in value

const catalogues = await Promise.all(
  files.map(async (file) => ({
    file,
    found: Object.values((await import(join(root, file))) as object).filter(isCatalogue)
  }))
)

/** The same in both languages: names, and words that German took over. */
const shared = new Set(["Robot Fleet Cloud", "hall-3-rover"])

describe("the words of the console", () => {
  it("are in catalogues of both languages, with the same messages", () => {
    assert.isAbove(catalogues.length, 8)
    for (const { file, found } of catalogues) {
      assert.isNotEmpty(found, file)
      for (const { de, en } of found)
        assert.deepStrictEqual(Object.keys(de).toSorted(), Object.keys(en).toSorted(), file)
    }
  })

  it("are written in German, not left in English", () => {
    const same = catalogues.flatMap(({ file, found }) =>
      found.flatMap(({ de, en }) =>
        Object.entries(en)
          .filter(([key, text]) => typeof text === "string" && text.length > 12 && /\s/.test(text) && de[key] === text)
          .filter(([, text]) => !shared.has(String(text)))
          .map(([key]) => `${file}: ${key}`)
      )
    )
    assert.deepStrictEqual(same, [])
  })
})
