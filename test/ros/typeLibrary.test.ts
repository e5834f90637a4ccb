import { makeClientChannels } from "@fleet/bridge/ros/foxglove/ClientChannels"
import { makeTopics } from "@fleet/bridge/ros/foxglove/Topics"
import { makeTypeLibrary, type TypeLibrary } from "@fleet/bridge/ros/TypeLibrary"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { aLink } from "./support/fakeLink.ts"

const most = 1_000

const nameOf = (index: number) => `demo/msg/T${index}`
const hold = (library: TypeLibrary, index: number) => library.hold(nameOf(index), "ros2msg", `int32 value_${index}`)
/** Definitions that were advertised once, one after the other. */
const pass = (library: TypeLibrary, from: number, to: number) => {
  for (let index = from; index < to; index++) hold(library, index).release()
}
const isKnown = (library: TypeLibrary, index: number) => library.message(nameOf(index)) !== undefined

describe("a type that is advertised", () => {
  it("a type that is advertised is kept, however many there are, and each text is parsed once", () => {
    const library = makeTypeLibrary()
    const held = Array.from({ length: 3 * most }, (_, index) => hold(library, index))
    pass(library, 10_000, 10_000 + 2 * most)
    assert.deepStrictEqual(library.size(), { held: 3 * most, released: most })
    for (const [index, { type }] of held.entries()) assert.strictEqual(library.message(nameOf(index)), type)
    assert.strictEqual(hold(library, 0).type, held[0]!.type)
  })

  it("a type that is advertised is kept until the last who advertises it is gone, however often one of them goes", () => {
    const library = makeTypeLibrary()
    const [one, other] = [hold(library, 0), hold(library, 0)]
    one.release()
    one.release()
    assert.deepStrictEqual(library.size(), { held: 1, released: 0 })
    other.release()
    assert.deepStrictEqual(library.size(), { held: 0, released: 1 })
  })

  it("a type that is advertised is the newest of its name, as long as that is advertised", () => {
    const library = makeTypeLibrary()
    const old = library.hold("demo/msg/T", "ros2msg", "int32 old")
    const young = library.hold("demo/msg/T", "ros2msg", "int32 young")
    assert.strictEqual(library.message("demo/msg/T"), young.type)
    young.release()
    assert.strictEqual(library.message("demo/msg/T"), old.type)
    old.release()
    assert.strictEqual(library.message("demo/msg/T"), old.type)
  })

  it("a type that is advertised takes the types it contains along, unless another definition has them too", () => {
    const library = makeTypeLibrary()
    const text = (name: string) => `Inner ${name}\n${"=".repeat(80)}\nMSG: demo/Inner\nint32 value`
    const [a, b] = ["a", "b"].map((name) => library.hold(`demo/msg/${name.toUpperCase()}`, "ros2msg", text(name)))
    const inner = () => library.message("demo/msg/Inner")
    assert.deepStrictEqual(
      inner()?.fields.map(({ name }) => name),
      ["value"]
    )
    assert.isUndefined(library.message("demo/Inner"))
    a!.release()
    pass(library, 0, most)
    assert.isUndefined(library.message("demo/msg/A"))
    assert.isDefined(inner())
    b!.release()
    pass(library, most, 2 * most + 1)
    assert.isUndefined(inner())
  })
})

describe("a type that is advertised no more", () => {
  it("a type that is advertised no more is remembered with 999 others, and is not with the thousandth", () => {
    const library = makeTypeLibrary()
    pass(library, 0, most)
    assert.deepStrictEqual(library.size(), { held: 0, released: most })
    assert.isTrue(isKnown(library, 0))
    pass(library, most, most + 1)
    assert.deepStrictEqual(library.size(), { held: 0, released: most })
    // The first was asked for just now: the second is the one that nobody used the longest.
    assert.deepStrictEqual(
      [0, 1, 2, most].map((index) => isKnown(library, index)),
      [true, false, true, true]
    )
  })

  it("a type that is advertised no more is remembered up to 4 Mi characters of text in all", () => {
    const library = makeTypeLibrary()
    const unreadable = (index: number, characters: number) =>
      library.hold(nameOf(index), "other", "x".repeat(characters))
    for (let index = 0; index < 4; index++) unreadable(index, 1 << 20).release()
    assert.deepStrictEqual(library.size(), { held: 0, released: 4 })
    unreadable(4, 1).release()
    assert.deepStrictEqual(library.size(), { held: 0, released: 4 })
    const huge = unreadable(5, (4 << 20) + 1)
    assert.deepStrictEqual(library.size(), { held: 1, released: 4 })
    huge.release()
    assert.deepStrictEqual(library.size(), { held: 0, released: 0 })
    for (let index = 6; index < 9; index++) unreadable(index, 1 << 20).release()
    assert.deepStrictEqual(library.size(), { held: 0, released: 3 })
  })

  it("a type that is advertised no more is parsed no second time when it comes back in time", () => {
    const library = makeTypeLibrary()
    const { release, type } = hold(library, 0)
    release()
    pass(library, 1, most)
    assert.strictEqual(hold(library, 0).type, type)
    assert.deepStrictEqual(library.size(), { held: 1, released: most - 1 })
  })

  it("a type that is advertised no more costs a robot that changes its types for ever no more than that", () => {
    const library = makeTypeLibrary()
    pass(library, 0, 10_000)
    assert.deepStrictEqual(library.size(), { held: 0, released: most })
  })

  it.effect("a type that is advertised no more is kept for as long as somebody here publishes it", () =>
    Effect.gen(function* () {
      const { frames, link } = aLink()
      const library = makeTypeLibrary()
      const topics = makeTopics(link, library)
      const publishers = makeClientChannels(link, topics, library)
      yield* publishers.onOpen(true)
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* publishers.advertise("/out", nameOf(0))
          hold(library, 0).release()
          pass(library, 1, 3 * most)
          yield* publishers.publish("/out", nameOf(0), { value_0: 1 })
          assert.lengthOf(frames, 1)
          pass(library, 3 * most, 6 * most)
          assert.isTrue(isKnown(library, 0))
        })
      )
      pass(library, 6 * most, 8 * most)
      assert.isFalse(isKnown(library, 0))
    })
  )
})
