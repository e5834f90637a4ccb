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
      [fair.take("foreground", "a"), fair.take("foreground", "a"), fair.take("foreground", "a")],
      [true, true, false]
    )
    fair.leave("foreground", "a")
    assert.isTrue(fair.take("foreground", "a"))
  })

  it("are given in turn: a caller that asks for many waits behind its own", () => {
    const { fair, given, wait } = setUp(1)
    fair.take("foreground", "a")
    for (const name of ["a1", "a2", "a3"]) wait("foreground", "a", name)
    wait("foreground", "b")
    wait("foreground", "c")
    for (let count = 0; count < 5; count++) fair.leave("foreground", "a")
    assert.deepStrictEqual(given, ["a1", "b", "c", "a2", "a3"])
    assert.strictEqual(fair.waiting, 0)
  })

  it("go to the foreground first, one in eight to the background", () => {
    const { fair, given, wait } = setUp(1)
    fair.take("foreground", "a")
    wait("background", "sweep")
    for (let count = 0; count < 20; count++) wait("foreground", "a")
    for (let count = 0; count < 8; count++) fair.leave("foreground", "a")
    assert.deepStrictEqual(given, [...Array.from({ length: 7 }, () => "a"), "sweep"])
  })

  it("are held by the background to a half at most", () => {
    const { fair, given, wait } = setUp(4)
    const taken = [fair.take("background", "a"), fair.take("background", "a"), fair.take("background", "a")]
    assert.deepStrictEqual(taken, [true, true, false])
    wait("background", "sweep")
    assert.isTrue(fair.take("foreground", "a"))
    fair.leave("foreground", "a")
    assert.deepStrictEqual(given, [])
    fair.leave("background", "a")
    assert.deepStrictEqual(given, ["sweep"])
  })

  it("forget whoever waits no longer", () => {
    const { fair, given, wait } = setUp(1)
    fair.take("foreground", "a")
    const stop = wait("foreground", "a")
    const begun = wait("foreground", "b")
    assert.isTrue(stop())
    fair.leave("foreground", "a")
    assert.deepStrictEqual([given, begun(), stop()], [["b"], false, false])
  })

  it("are held for one to their bound, and the others have those that are left", () => {
    const fair = new FairSlots(4, 3)
    const given: Array<string> = []
    const wait = (who: string) => fair.wait("foreground", who, () => given.push(who))
    const taken = ["a", "a", "a", "a", "b"].map((who) => fair.take("foreground", who))
    assert.deepStrictEqual(taken, [true, true, true, false, true])
    wait("a")
    wait("b")
    fair.leave("foreground", "b")
    assert.deepStrictEqual(given, ["b"])
    fair.leave("foreground", "a")
    assert.deepStrictEqual(given, ["b", "a"])
    const nobody = new FairSlots(4, 3)
    assert.deepStrictEqual(
      ["", "", "", ""].map((who) => nobody.take("foreground", who)),
      [true, true, true, true]
    )
  })
})
