import { assert, describe, it } from "@effect/vitest"
import { columnsOf, mostColumns, offeredSlugs, toggled } from "../../packages/console/src/features/robots/columns.ts"

const described = (units: Readonly<Record<string, string | null>>) =>
  new Map(Object.entries(units).map(([slug, unit]) => [slug, { slug, unit, decimals: null }]))

describe("the live columns of the robots list", () => {
  it("are offered from what robots publish: the most common first, each with its units", () => {
    const offered = offeredSlugs([
      described({ bridge_state: null, robot_details: null, battery: "%", angle: "deg" }),
      described({ battery: "V", speed: null }),
      described({ battery: "%", speed: null })
    ])
    assert.deepStrictEqual(offered, [
      { slug: "battery", units: ["%", "V"], robots: 3 },
      { slug: "speed", units: [], robots: 2 },
      { slug: "angle", units: ["deg"], robots: 1 }
    ])
    assert.deepStrictEqual(offeredSlugs([]), [])
  })

  it("are chosen and left out one by one, as many as a row has room for", () => {
    assert.deepStrictEqual(toggled(["a1", "b1"], "c1"), ["a1", "b1", "c1"])
    assert.deepStrictEqual(toggled(["a1", "b1"], "a1"), ["b1"])
    const full = ["a1", "b1", "c1", "d1", "e1", "f1"]
    assert.lengthOf(full, mostColumns)
    assert.deepStrictEqual(toggled(full, "g1"), full)
    assert.deepStrictEqual(columnsOf("a1, b1  a1,no/slug"), ["a1", "b1"])
  })
})
