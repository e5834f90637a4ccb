import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { consoleRoutes } from "./support/consoleRoutes.ts"

const root = join(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
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

  it("loads the page of the design for nobody else", () => {
    assert.deepStrictEqual(
      sources.filter((file) => /from "[^"]*\/dev\//.test(read(file))),
      []
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
