import { assert, describe, it } from "@effect/vitest"
import { FairSlots, type Lane } from "@fleet/server/platform/sql/FairSlots"

/** Slots, and the names of those who were given one after waiting. */
const setUp = (slots: number) => {
  const fair = new FairSlots(slots)
  const given: Array<string> = []
  const wait = (lane: Lane, who: string, name = who) => fair.wait(lane, who, () => given.push(name))
  return { fair, given, wait }
}

describe("fair slots", () => {
  it("are as many as they are, and each that is given back is free again", () => {
    const { fair } = setUp(2)
    assert.deepStrictEqual(
      [fair.take("foreground"), fair.take("foreground"), fair.take("foreground")],
      [true, true, false]
    )
    fair.leave("foreground")
    assert.isTrue(fair.take("foreground"))
  })

  it("are given by turns: whoever asks for many waits behind its own", () => {
    const { fair, given, wait } = setUp(1)
    fair.take("foreground")
    for (const name of ["a1", "a2", "a3"]) wait("foreground", "a", name)
    wait("foreground", "b")
    wait("foreground", "c")
    for (let count = 0; count < 5; count++) fair.leave("foreground")
    assert.deepStrictEqual(given, ["a1", "b", "c", "a2", "a3"])
    assert.strictEqual(fair.waiting, 0)
  })

  it("go to the foreground first, one in eight to the background", () => {
    const { fair, given, wait } = setUp(1)
    fair.take("foreground")
    wait("background", "sweep")
    for (let count = 0; count < 20; count++) wait("foreground", "a")
    for (let count = 0; count < 8; count++) fair.leave("foreground")
    assert.deepStrictEqual(given, [...Array.from({ length: 7 }, () => "a"), "sweep"])
  })

  it("are held by the background to a half at most", () => {
    const { fair, given, wait } = setUp(4)
    const taken = [fair.take("background"), fair.take("background"), fair.take("background")]
    assert.deepStrictEqual(taken, [true, true, false])
    wait("background", "sweep")
    assert.isTrue(fair.take("foreground"))
    fair.leave("foreground")
    assert.deepStrictEqual(given, [])
    fair.leave("background")
    assert.deepStrictEqual(given, ["sweep"])
  })

  it("forget whoever waits no longer", () => {
    const { fair, given, wait } = setUp(1)
    fair.take("foreground")
    const stop = wait("foreground", "a")
    const begun = wait("foreground", "b")
    assert.isTrue(stop())
    fair.leave("foreground")
    assert.deepStrictEqual([given, begun(), stop()], [["b"], false, false])
  })
})
