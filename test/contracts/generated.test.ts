import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { artefacts } from "../../scripts/generate/artefacts.ts"

const root = join(import.meta.dirname, "../..")

describe("what is generated from the contracts", () => {
  const made = artefacts()

  it.each(Object.keys(made))("%s is committed as the contracts say; `npm run generate` renews it", (path) => {
    assert.strictEqual(readFileSync(join(root, path), "utf8"), made[path])
  })

  it("what is generated from the contracts comes out the same each time", () => {
    assert.deepStrictEqual(artefacts(), made)
  })
})
