import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  allSet,
  extended,
  keptOf,
  nothingSelected,
  type Selection,
  shareOf,
  toggled
} from "../../packages/console/src/features/robots/selection.ts"

const order = ["a", "b", "c", "d", "e"]
const idsOf = ({ ids }: Selection) => [...ids].toSorted()

describe("the selection of a list", () => {
  it("takes a row and lets it go", () => {
    const one = toggled(nothingSelected, "b")
    assert.deepStrictEqual(idsOf(one), ["b"])
    assert.deepStrictEqual(idsOf(toggled(one, "b")), [])
  })

  it("takes a range in both directions, from the row that was chosen last", () => {
    const from = toggled(nothingSelected, "d")
    assert.deepStrictEqual(idsOf(extended(from, "b", order)), ["b", "c", "d"])
    assert.deepStrictEqual(idsOf(extended(from, "e", order)), ["d", "e"])
    assert.deepStrictEqual(idsOf(extended(extended(from, "b", order), "e", order)), ["b", "c", "d", "e"])
  })

  it("lets a range go where its first row was let go", () => {
    const all = allSet(nothingSelected, order, true)
    assert.deepStrictEqual(idsOf(extended(toggled(all, "b"), "d", order)), ["a", "e"])
  })

  it("begins a range at the row itself where the anchor is not in the list", () => {
    assert.deepStrictEqual(idsOf(extended(nothingSelected, "c", order)), ["c"])
    const hidden = toggled(nothingSelected, "z")
    assert.deepStrictEqual(idsOf(extended(hidden, "c", order)), ["c", "z"])
  })

  it("takes and lets go all rows of the list, and no row that a filter hides", () => {
    const hidden = toggled(nothingSelected, "z")
    const all = allSet(hidden, order, true)
    assert.deepStrictEqual(idsOf(all), [...order, "z"])
    assert.strictEqual(shareOf(all, order), "all")
    assert.deepStrictEqual(idsOf(allSet(all, order, false)), ["z"])
  })

  it("forgets what is gone, and is the same where nothing went", () => {
    const two = toggled(toggled(nothingSelected, "a"), "b")
    assert.strictEqual(
      keptOf(two, () => true),
      two
    )
    assert.deepStrictEqual(
      keptOf(two, (id) => id !== "b"),
      { ids: new Set(["a"]), anchor: undefined }
    )
  })

  it.prop(
    "says of a list what its rows say",
    [Schema.Array(Schema.Literals(["a", "b", "c", "d", "e"])), Schema.Literals(["a", "c", "e"])],
    ([presses, to]) => {
      const selection = extended(presses.reduce(toggled, nothingSelected), to, order)
      const chosen = order.filter((id) => selection.ids.has(id)).length
      assert.strictEqual(shareOf(selection, order), chosen === 0 ? "none" : chosen === 5 ? "all" : "some")
      assert.isTrue([...selection.ids].every((id) => order.includes(id)))
    }
  )
})
