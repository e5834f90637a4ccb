import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { openWorlds, type Worlds } from "./openWorlds.ts"
import { runSeed } from "./runSeed.ts"

const again = (seed: number) => `npm run sim -- --seed 0x${seed.toString(16)} --trace`

/**
 * Tests of `count` seeds from `first` on; those that are named in `twice` run again, and must go the same way. Answers
 * what stands for the history of each, for the tests after.
 */
export const testSeeds = (first: number, count: number, twice: ReadonlyArray<number>) => {
  let worlds: Worlds
  beforeAll(async () => {
    worlds = await openWorlds()
  }, 120_000)
  afterAll(() => worlds.close())
  const digests = new Map<number, number>()
  it(`breaks no rule from seed ${first} on`, { timeout: 600_000 }, async () => {
    for (let seed = first; seed < first + count; seed++) {
      const { digest, trace, violations } = await runSeed(seed, worlds, twice.includes(seed))
      assert.deepStrictEqual(violations, [], again(seed))
      digests.set(seed, digest)
      if (!twice.includes(seed)) continue
      const second = await runSeed(seed, worlds, true)
      assert.isAbove(trace.length, 100)
      assert.strictEqual(second.trace.join("\n"), trace.join("\n"), `Two histories: ${again(seed)}`)
    }
  })
  return digests
}
