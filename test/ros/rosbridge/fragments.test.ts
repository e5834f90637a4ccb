import { fragmentLimits, Fragments } from "@fleet/bridge/ros/rosbridge/Fragments"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"

const piece = (id: string, num: number, total: number, data: string) => ({ op: "fragment", id, num, total, data })
const nothing = { messages: 0, characters: 0 }

describe("a message in fragments", () => {
  const Pieces = Schema.NonEmptyArray(Schema.Tuple([Schema.String, Schema.Int]))

  it.prop("is whole again in whatever order its pieces come, even twice, and nothing is kept", [Pieces], ([given]) => {
    const fragments = new Fragments()
    const pieces = given.map(([data, order], num) => ({ order, sent: piece("a", num, given.length, data) }))
    const [last, ...others] = pieces.toSorted((a, b) => b.order - a.order)
    for (const { sent } of [...others, ...others]) assert.isUndefined(fragments.add(sent))
    assert.strictEqual(fragments.add(last?.sent), given.map(([data]) => data).join(""))
    assert.deepStrictEqual(fragments.size, nothing)
  })

  it("is ignored when it fits nothing", () => {
    const fragments = new Fragments()
    const total = fragmentLimits.pieces + 1
    for (const odd of [undefined, {}, piece("a", 1, 1, ""), piece("a", -1, 2, ""), piece("a", 0, total, "")]) {
      assert.isUndefined(fragments.add(odd))
    }
    assert.deepStrictEqual(fragments.size, nothing)
    fragments.add(piece("a", 0, fragmentLimits.pieces, "x"))
    assert.deepStrictEqual(fragments.size, { messages: 1, characters: 1 })
  })

  it("is given up when more messages are under way than may be, the oldest first", () => {
    const fragments = new Fragments()
    const { messages } = fragmentLimits
    for (let id = 0; id <= messages; id++) fragments.add(piece(String(id), 0, 2, "x"))
    assert.deepStrictEqual(fragments.size, { messages, characters: messages })
    assert.isUndefined(fragments.add(piece("0", 1, 2, "y")))
    assert.strictEqual(fragments.add(piece(String(messages), 1, 2, "y")), "xy")
  })

  it("is given up when its characters are more than may be", () => {
    const fragments = new Fragments()
    const half = "x".repeat(fragmentLimits.characters / 2)
    fragments.add(piece("a", 0, 3, half))
    fragments.add(piece("a", 1, 3, half))
    assert.deepStrictEqual(fragments.size, { messages: 1, characters: fragmentLimits.characters })
    const more = new Fragments()
    more.add(piece("a", 0, 4, half))
    more.add(piece("a", 1, 4, half))
    more.add(piece("a", 2, 4, "x"))
    assert.deepStrictEqual(more.size, nothing)
  })

  it("begins anew when its total changes", () => {
    const fragments = new Fragments()
    fragments.add(piece("a", 0, 3, "old"))
    fragments.add(piece("a", 0, 2, "new "))
    assert.strictEqual(fragments.add(piece("a", 1, 2, "text")), "new text")
    assert.deepStrictEqual(fragments.size, nothing)
  })

  it("is whole with as many pieces as there may be, and none is taken of one more", () => {
    const fragments = new Fragments()
    const { pieces } = fragmentLimits
    for (let num = 0; num < pieces - 1; num++) assert.isUndefined(fragments.add(piece("a", num, pieces, "x")))
    assert.lengthOf(fragments.add(piece("a", pieces - 1, pieces, "x")) ?? "", pieces)
    assert.isUndefined(fragments.add(piece("a", 0, pieces + 1, "x")))
    assert.deepStrictEqual(fragments.size, nothing)
  })

  it("is kept with as many others as there may be", () => {
    const fragments = new Fragments()
    for (let id = 0; id < fragmentLimits.messages; id++) fragments.add(piece(String(id), 0, 2, "x"))
    assert.strictEqual(fragments.add(piece("0", 1, 2, "y")), "xy")
  })
})
