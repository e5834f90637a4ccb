import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { forSimulation } from "./planted/forSimulation.ts"
import { forTests } from "./planted/forTests.ts"

const root = join(import.meta.dirname, "../..")

describe("a planted break", () => {
  it.each([...forSimulation, ...forTests])("a planted break can be planted: $id $what", ({ file, replace }) => {
    const text = readFileSync(join(root, file), "utf8")
    for (const [from] of replace) assert.include(text, from)
  })
})
