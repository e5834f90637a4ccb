import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { artefacts } from "../../scripts/generate/artefacts.ts"
import { robotCard, robotCardPath } from "../../scripts/generate/robotCard.ts"

const root = join(import.meta.dirname, "../..")

describe("what is generated from the contracts", () => {
  const made = artefacts()

  it.each(Object.keys(made))("%s is committed as the contracts say; `npm run generate` renews it", (path) => {
    assert.strictEqual(readFileSync(join(root, path), "utf8"), made[path])
  })

  it("the robot card is committed as its sources say; `npm run generate` renews it", async () => {
    assert.strictEqual(readFileSync(join(root, robotCardPath), "utf8"), await robotCard())
  })

  it("what is generated from the contracts comes out the same each time", () => {
    assert.deepStrictEqual(artefacts(), made)
  })
})
