import { assert, describe, it } from "@effect/vitest"
import { testSeeds } from "./seeds.ts"

// 45 more seeds run in CI, in files of their own that workers share: seeds*.program.test.ts.
describe("the simulation", () => {
  const digests = testSeeds(0, 5, [3])

  it("has another history for another seed", () => {
    assert.strictEqual(new Set(digests.values()).size, 5)
  })
})
