import { assert, describe, it } from "@effect/vitest"
import { Units } from "../../packages/console/src/live/Units.ts"

const described = (unit: string) => [{ slug: "battery", unit, decimals: 1 }]

/** Answers when the test says so. */
const makeUnits = () => {
  const asked: Array<{ robotId: string; answer: (unit: string) => void; fail: () => void }> = []
  const units = new Units({
    atOnce: 2,
    dwellMs: 0,
    read: (robotId) =>
      new Promise((resolve, reject) =>
        asked.push({ robotId, answer: (unit) => resolve(described(unit)), fail: () => reject(new Error("no")) })
      )
  })
  return { asked, units }
}

const soon = () => new Promise((done) => setTimeout(done, 5))

describe("the units of a list", () => {
  it("are asked for once for each version of a robot's configuration", async () => {
    const { asked, units } = makeUnits()
    let changes = 0
    units.onChange(() => changes++)
    units.want("a", 1)
    units.want("a", 1)
    await soon()
    assert.deepStrictEqual(
      asked.map(({ robotId }) => robotId),
      ["a"]
    )
    assert.strictEqual(units.get("a", 1, "battery"), undefined)
    asked[0]!.answer("%")
    await soon()
    assert.strictEqual(changes, 1)
    assert.strictEqual(units.get("a", 1, "battery")?.unit, "%")
    assert.strictEqual(units.get("a", 1, "other"), undefined)
    assert.strictEqual(units.get("a", 2, "battery"), undefined)
    units.want("a", 1)
    await soon()
    assert.strictEqual(asked.length, 1)
    units.want("a", 2)
    await soon()
    assert.strictEqual(asked.length, 2)
  })

  it("are asked for a few robots at a time, those that came last first, and not for rows that are gone", async () => {
    const { asked, units } = makeUnits()
    const leave = ["a", "b", "c", "d", "e"].map((id) => units.want(id, 1))
    leave[0]!()
    await soon()
    assert.deepStrictEqual(
      asked.map(({ robotId }) => robotId),
      ["b", "c"]
    )
    leave[3]!()
    asked[0]!.answer("m")
    await soon()
    assert.deepStrictEqual(
      asked.map(({ robotId }) => robotId),
      ["b", "c", "e"]
    )
  })

  it("are nothing without a configuration, and asked for again after a failure when the row comes back", async () => {
    const { asked, units } = makeUnits()
    units.want("new", null)
    const leave = units.want("a", 1)
    await soon()
    assert.strictEqual(asked.length, 1)
    asked[0]!.fail()
    await soon()
    assert.strictEqual(units.get("a", 1, "battery"), undefined)
    leave()
    units.want("a", 1)
    await soon()
    assert.strictEqual(asked.length, 2)
  })
})
