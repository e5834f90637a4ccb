import { Path } from "@fleet/domain/RobotConfig/Path"
import { entriesOf, isMap, own, walk } from "@fleet/domain/RobotConfig/Walk"
import { assert, describe, it } from "@effect/vitest"

const at = (...keys: ReadonlyArray<string | number>) => Path.root.at(...keys)

describe("a place in a document", () => {
  it("a place in a document is written with dots and indices, (document) for the whole", () => {
    for (const [path, written] of [
      [Path.root, "(document)"],
      [at(), "(document)"],
      [at("a"), "a"],
      [at(3), "[3]"],
      [at("a", "b", 0, 12, "c"), "a.b[0][12].c"],
      [at("a").child("b").child(0), "a.b[0]"]
    ] as const) {
      assert.strictEqual(String(path), written)
    }
  })

  it("a place in a document has a blank key as its JSON string", () => {
    assert.strictEqual(String(at("")), '""')
    assert.strictEqual(String(at("a", "  ", "\n", "b")), String.raw`a."  "."\n".b`)
    assert.strictEqual(String(at(" a ")), " a ")
  })

  it("a place in a document knows its key and its depth", () => {
    const { depth, key, parent } = at("a", "b")
    assert.deepStrictEqual([depth, key, parent?.depth, parent?.key, Path.root.depth], [2, "b", 1, "a", 0])
    assert.isNull(Path.root.parent)
  })

  it("a place in a document belongs to an exposure from its section's entry on", () => {
    for (const section of ["datapoints", "actions", "services", "publishers", "cameras"]) {
      assert.isNull(at(section).slug())
      assert.strictEqual(at(section, "bat").slug(), "bat")
      assert.strictEqual(at(section, 7).slug(), "7")
      assert.strictEqual(at(section, "bat", "alerts", 0, "low").slug(), "bat")
    }
    for (const path of [Path.root, at("messages", "bat"), at("low_bandwidth", "bat"), at("x", "datapoints", "bat")]) {
      assert.isNull(path.slug(), String(path))
    }
  })
})

describe("a map", () => {
  it("a map is an object that is no list", () => {
    assert.deepStrictEqual([{}, { a: 1 }].map(isMap), [true, true])
    assert.deepStrictEqual(
      [[], null, undefined, "a", 1, true].map(isMap),
      Array.from({ length: 6 }, () => false)
    )
  })

  it("a map has its entries as written; anything else has none", () => {
    assert.deepStrictEqual(entriesOf({ b: 1, a: null }), [
      ["b", 1],
      ["a", null]
    ])
    for (const value of [[1], null, "ab"]) assert.deepStrictEqual(entriesOf(value), [])
  })

  it("a map has its own properties, not those of its prototype, a list or a text", () => {
    assert.strictEqual(own({ a: 1 }, "a"), 1)
    for (const [value, key] of [
      [{}, "constructor"],
      [{ a: 1 }, "b"],
      [["x"], "0"],
      [["x"], "length"],
      [null, "a"],
      ["text", "length"]
    ] as const) {
      assert.isUndefined(own(value, key))
    }
  })
})

describe("a walk", () => {
  const visited = (root: unknown, path = Path.root) =>
    [...walk(root, path)].map(([value, at]) => [String(at), typeof value === "object" ? null : value])

  it("a walk visits every value in document order, each with its place", () => {
    assert.deepStrictEqual(visited({ b: [1, { c: "x" }], a: null, d: { e: true, f: [] } }), [
      ["(document)", null],
      ["b", null],
      ["b[0]", 1],
      ["b[1]", null],
      ["b[1].c", "x"],
      ["a", null],
      ["d", null],
      ["d.e", true],
      ["d.f", null]
    ])
  })

  it("a walk begins at the path it is given, with a single value too", () => {
    assert.deepStrictEqual(visited([1], at("x")), [
      ["x", null],
      ["x[0]", 1]
    ])
    assert.deepStrictEqual(visited(1, at("x")), [["x", 1]])
    assert.deepStrictEqual(visited(null), [["(document)", null]])
  })

  it("a walk visits what is shared where it is met first, and ends a cycle where it closes", () => {
    const shared = { y: 1 }
    const loop: Record<string, unknown> = { first: shared, second: shared, same: [1, 1] }
    loop["again"] = loop
    assert.deepStrictEqual(visited(loop), [
      ["(document)", null],
      ["first", null],
      ["first.y", 1],
      ["same", null],
      ["same[0]", 1],
      ["same[1]", 1]
    ])
  })
})
