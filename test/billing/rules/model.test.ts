import { assert, describe, it } from "@effect/vitest"
import { effort } from "../../support/effort.ts"
import { actsOf, play, shrink } from "./model/run.ts"
import { faults } from "./model/Records.ts"

/** `npm test` tries some, CI 300, and what runs nightly all. */
const sequences = [100, 300, 10_000][effort]!

describe("billing over two years", () => {
  it("takes what is on invoices, numbers them without a gap, and forgets nothing", { timeout: 3_600_000 }, () => {
    for (let seed = 1; seed <= sequences; seed += 1) {
      const acts = actsOf(seed)
      const fails = play(acts)
      if (fails === null) continue
      const few = shrink(acts)
      assert.fail(`seed ${seed}: ${fails}\nshrunk: ${play(few)}\n${few.map((act) => JSON.stringify(act)).join("\n")}`)
    }
  })

  for (const fault of faults) {
    it(`finds a planted fault: ${fault}`, { timeout: 3_600_000 }, () => {
      const found = Array.from({ length: sequences }, (_, at) => at + 1).find(
        (seed) => play(actsOf(seed), fault) !== null
      )
      assert.isDefined(found)
    })
  }
})
