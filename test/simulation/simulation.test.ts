import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { openWorlds, type Worlds } from "./openWorlds.ts"
import { runSeed } from "./runSeed.ts"

let worlds: Worlds
beforeAll(async () => {
  worlds = await openWorlds()
}, 120_000)
afterAll(() => worlds.close())

const run = (seed: number, keepsTrace = false) => runSeed(seed, worlds, keepsTrace)

/** Seeds of every run of the tests, in groups that are told apart when one fails. */
const groups = [0, 10, 20, 30, 40]
const hex = (seed: number) => `0x${seed.toString(16)}`

describe("the simulation", () => {
  it("has one history a seed, byte for byte", { timeout: 600_000 }, async () => {
    for (const seed of [3, 8, 15, 21]) {
      const first = await run(seed, true)
      const second = await run(seed, true)
      assert.isAbove(first.trace.length, 100)
      assert.strictEqual(second.trace.join("\n"), first.trace.join("\n"))
    }
  })

  it("has another history for another seed", { timeout: 600_000 }, async () => {
    assert.notStrictEqual((await run(1)).digest, (await run(2)).digest)
  })

  for (const first of groups) {
    it(`breaks no rule from seed ${first} on`, { timeout: 600_000 }, async () => {
      for (let seed = first; seed < first + 10; seed++) {
        const { violations } = await run(seed)
        assert.deepStrictEqual(violations, [], `npm run sim -- --seed ${hex(seed)} --trace`)
      }
    })
  }
})
